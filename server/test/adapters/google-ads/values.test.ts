import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AccountTime } from '../../../src/adapters/google-ads/account-time.ts';
import { gaql } from '../../../src/adapters/google-ads/gaql.ts';
import { decimalOf, microsOf } from '../../../src/adapters/google-ads/micros.ts';

test('amounts keep their value exactly in both directions', () => {
  assert.equal(decimalOf('40000000'), '40.00');
  assert.equal(decimalOf('12350000'), '12.35');
  assert.equal(decimalOf('1'), '0.000001');
  assert.equal(microsOf('40'), '40000000');
  assert.equal(microsOf('0.1'), '100000');
  assert.throws(() => microsOf('-1'));
  assert.throws(() => microsOf('1e3'));
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (micros) => {
      assert.equal(microsOf(decimalOf(String(micros))), String(micros));
    }),
  );
});

test('a hostile name stays one literal of the query', () => {
  const name = `x' OR campaign.id > 0 \\' --\n"`;
  assert.equal(
    gaql`SELECT campaign.id FROM campaign WHERE campaign.name = ${name}`.text,
    `SELECT campaign.id FROM campaign WHERE campaign.name = 'x\\' OR campaign.id > 0 \\\\\\' -- "'`,
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const literal = gaql`${text}`.text;
      assert.match(literal, /^'(?:[^'\\\n\r]|\\['\\])*'$/u);
    }),
  );
  assert.equal(gaql`a IN ${["it's", 'b']}`.text, "a IN ('it\\'s', 'b')");
});

test("Google's local times are read in the account's time zone, also when clocks change", () => {
  const time = new AccountTime('America/New_York');
  assert.equal(time.localText(Date.parse('2026-07-01T12:00:00Z')), '2026-07-01 08:00:00.000000');
  const noon = Date.parse('2026-12-01T12:00:00.500Z');
  assert.deepEqual(time.instants('2026-12-01 07:00:00.5'), { first: noon, last: noon });
  const [first, last] = [Date.parse('2026-11-01T05:30:00Z'), Date.parse('2026-11-01T06:30:00Z')];
  assert.deepEqual(time.instants('2026-11-01 01:30:00'), { first, last });
  assert.equal(time.today(Date.parse('2026-11-14T03:00:00Z')), '2026-11-13');
});
