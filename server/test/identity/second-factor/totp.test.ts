import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { base32, codeAt, otpauthAddress, stepOf } from '../../../src/identity/second-factor/totp.ts';
import { CODE_PACE, delayAfter } from '../../../src/identity/sign-in/sign-in-turn.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codes of an authenticator app', () => {
  test('agree with the test vectors of RFC 6238', () => {
    const published: [seconds: number, code: string][] = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ];
    for (const [seconds, code] of published) assert.equal(codeAt(SECRET, Math.floor(seconds / 30)), code);
  });

  test('are taken one step early and one step late, and no further', () => {
    const now = 1_234_567_890_000;
    const step = Math.floor(now / 30_000);
    const taken = [-2, -1, 0, 1, 2].map((off) => stepOf(SECRET, codeAt(SECRET, step + off), now));
    assert.deepEqual(taken, [undefined, step - 1, step, step + 1, undefined]);
  });

  test('come from a secret in base 32 that the app reads with its issuer and account', () => {
    assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI');
    assert.equal(
      otpauthAddress(SECRET, 'mia+ads@acme.test'),
      'otpauth://totp/Sluice:mia%2Bads%40acme.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sluice&algorithm=SHA1&digits=6&period=30',
    );
  });

  test('are not worth guessing: tried for a year by somebody who knows the password, one in twenty at most', () => {
    const delays = [0, 4, 5, 6, 10, 16, 17, 1000].map((failures) => delayAfter(CODE_PACE, failures));
    assert.deepEqual(delays, [0, 0, 1_000, 2_000, 32_000, 2_048_000, 3_600_000, 3_600_000]);
    const [triesADay, goodAtATime, codes] = [48, 3, 1_000_000];
    assert.ok(1 - (1 - goodAtATime / codes) ** (triesADay * 365) < 0.06);
  });
});
