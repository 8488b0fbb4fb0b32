import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { SealBroken, TokenVault } from '../../../src/adapters/google-ads/token-vault.ts';

const older = { id: '2025', key: randomBytes(32) };
const newer = { id: '2026', key: randomBytes(32) };
const binding = { organizationId: 'org_1', login: 'olivia@demo.test' };
const refreshToken = '1//refresh-token';

test('a sealed refresh token opens for its organization and login only', () => {
  const vault = new TokenVault([newer]);
  const sealed = vault.seal({ ...binding, refreshToken });
  assert.ok(!sealed.includes(refreshToken));
  assert.equal(vault.open({ ...binding, sealed }), refreshToken);
  assert.throws(() => vault.open({ ...binding, organizationId: 'org_2', sealed }), SealBroken);
  assert.throws(() => vault.open({ ...binding, login: 'other@demo.test', sealed }), SealBroken);
});

test('a sealed token that was altered anywhere does not open', () => {
  const vault = new TokenVault([newer]);
  const sealed = vault.seal({ ...binding, refreshToken });
  for (let index = 0; index < sealed.length; index += 1) {
    const altered = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1);
    if (Buffer.from(altered, 'base64url').equals(Buffer.from(sealed, 'base64url'))) continue;
    const opened = attempt(() => vault.open({ ...binding, sealed: altered }));
    assert.ok(opened === null || opened === refreshToken, `altered at ${index}`);
  }
  assert.throws(() => vault.open({ ...binding, sealed: sealed.slice(0, -4) }), SealBroken);
  assert.throws(() => vault.open({ ...binding, sealed: 'v1.2026.a.b' }), SealBroken);
});

test('each row has a key of its own', () => {
  const vault = new TokenVault([newer]);
  assert.notEqual(vault.seal({ ...binding, refreshToken }), vault.seal({ ...binding, refreshToken }));
});

test('master keys rotate: the new one seals, the old ones still open', () => {
  const sealed = new TokenVault([older]).seal({ ...binding, refreshToken });
  const vault = new TokenVault([newer, older]);
  assert.equal(vault.open({ ...binding, sealed }), refreshToken);
  assert.equal(vault.isOutdated(sealed), true);
  assert.equal(vault.isOutdated(vault.seal({ ...binding, refreshToken })), false);
  assert.throws(() => new TokenVault([newer]).open({ ...binding, sealed }), SealBroken);
  assert.throws(() => new TokenVault([{ id: 'short', key: randomBytes(16) }]), TypeError);
});

function attempt(work: () => string): string | null {
  try {
    return work();
  } catch (thrown) {
    assert.ok(thrown instanceof SealBroken);
    return null;
  }
}
