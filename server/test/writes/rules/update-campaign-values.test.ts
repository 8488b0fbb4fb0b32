import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused, refusedFields } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

describe('values of a campaign that are sent', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite, { works: false });
    org = await writes.organization();
  });

  test('a budget sent is rounded half up to a whole number', async () => {
    const expected: [sent: number, kept: number][] = [
      [39.5, 40],
      [39.49, 39],
      [39.499999, 39],
      [40.5, 41],
      [0.4, 0],
      [0.5, 1],
      [0.49999999999999994, 0],
      [1.4999999999999998, 1],
      [2.5, 3],
      [1e-7, 0],
    ];
    for (const [sent, kept] of expected) {
      const slug = await org.draft({ budget: 0 });
      await org.edited(slug, { budget: sent });
      assert.equal((await org.campaign(slug)).budget, kept, `${sent}`);
    }
  });

  test('a budget is rounded before the limits are looked at', async () => {
    const slug = await org.draft({ budget: 40 });
    for (const [sent, within] of [
      [50.49, true],
      [50.5, false],
      [29.5, true],
      [29.49, false],
    ] as const) {
      const answer = await org.patch(slug, { budget: sent });
      assert.deepEqual(
        [sent, answer.json],
        [sent, { dry_run: true, would_change: { budget: { from: 40, to: Math.round(sent) } }, within_limits: within }],
      );
    }
  });

  test('a budget that is negative, not a number or above a thousand million is refused', async () => {
    const slug = await org.draft({ budget: 0 });
    for (const raw of ['-1', '-0.01', '1000000001', '1e400', '-1e400', '"40"', 'null', 'true', '[40]', '1e308']) {
      const answer = await writes.call('PATCH', `/v1/organizations/${org.slug}/campaigns/${slug}`, {
        key: org.keys.admin.key,
        raw: `{"budget":${raw},"dry_run":false}`,
      });
      assert.deepEqual(refusedFields(answer), ['budget'], raw);
    }
    for (const raw of ['NaN', 'Infinity', '40.', '0x28', '1_000']) {
      const answer = await writes.call('PATCH', `/v1/organizations/${org.slug}/campaigns/${slug}`, {
        key: org.keys.admin.key,
        raw: `{"budget":${raw},"dry_run":false}`,
      });
      assert.equal(answer.error.code, 'validation_error');
      assert.equal(answer.status, 400, raw);
    }
    await org.edited(slug, { budget: 1_000_000_000 });
    assert.equal((await org.campaign(slug)).budget, 1_000_000_000);
  });

  test('0 is a valid budget for a draft', async () => {
    const slug = await org.draft({ name: 'Free', budget: 0 });
    const { changed } = await org.edited(slug, { budget: 0, name: 'Zero' });
    assert.deepEqual(changed, { name: { from: 'Free', to: 'Zero' } });
    await org.edited(slug, { budget: 7 });
    assert.equal((await org.campaign(slug)).budget, 7);
  });

  test('target CPA keeps cents', async () => {
    const slug = await org.draft();
    for (const [sent, kept] of [
      [12.34, 12.34],
      [12.345, 12.35],
      [1.005, 1.01],
      [8.115, 8.12],
      [0.01, 0.01],
      [99, 99],
    ]) {
      await org.edited(slug, { target_cpa: sent });
      assert.equal((await org.campaign(slug)).target_cpa, kept, `${sent}`);
    }
    for (const sent of [0, -1, 0.001, 1e12, '12', null]) {
      assert.deepEqual(refusedFields(await org.patch(slug, { target_cpa: sent, dry_run: false })), ['target_cpa']);
    }
  });

  test('a name that is empty or too long is refused', async () => {
    const slug = await org.draft();
    for (const name of ['', '   ', 'x'.repeat(256), 7, null]) {
      assert.deepEqual(refusedFields(await org.patch(slug, { name, dry_run: false })), ['name']);
    }
    for (const name of [
      'x'.repeat(255),
      'Größe “ß” 漢字 🚿',
      `'; drop table campaign; --`,
      '<script>alert(1)</script>',
    ]) {
      await org.edited(slug, { name });
      assert.equal((await org.campaign(slug)).name, name);
    }
    for (const name of ['a\u0000b', '\ud800'])
      refused(await org.patch(slug, { name, dry_run: false }), 'validation_error');
  });
});
