import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused, refusedFields } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

describe('PATCH on a draft', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite, { works: false });
    org = await writes.organization();
  });

  test('only fields sent change', async () => {
    const slug = await org.draft({ name: 'Untouched', budget: 40, target_cpa: '12.34' });
    const before = await org.campaign(slug);
    const answer = await org.edited(slug, { budget: 45 });
    assert.deepEqual(answer.changed, { budget: { from: 40, to: 45 } });
    assert.deepEqual(await org.campaign(slug), { ...before, budget: 45 });
    await org.edited(slug, { name: 'Renamed' });
    assert.deepEqual(await org.campaign(slug), { ...before, budget: 45, name: 'Renamed' });
  });

  test('several fields change in one action', async () => {
    const slug = await org.draft({ name: 'All at once', budget: 40 });
    const { changed, applied, action_id } = await org.edited(slug, { name: 'All', budget: 50, target_cpa: 20 });
    assert.equal(applied, true);
    assert.match(String(action_id), /^act_/);
    assert.deepEqual(changed, {
      name: { from: 'All at once', to: 'All' },
      budget: { from: 40, to: 50 },
      target_cpa: { from: null, to: 20 },
    });
  });

  test('the first call previews and changes nothing', async () => {
    const slug = await org.draft({ name: 'Previewed', budget: 40 });
    const before = await org.campaign(slug);
    for (const body of [
      { budget: 44, name: 'Other' },
      { budget: 44, name: 'Other', dry_run: true },
    ]) {
      const answer = await org.patch(slug, body);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.json, {
        dry_run: true,
        would_change: { name: { from: 'Previewed', to: 'Other' }, budget: { from: 40, to: 44 } },
        within_limits: true,
      });
    }
    assert.deepEqual(await org.campaign(slug), before);
  });

  test('amounts keep at least one decimal on the wire', async () => {
    const slug = await org.draft({ budget: 40 });
    const answer = await org.patch(slug, { budget: 44, target_cpa: 12.35 });
    assert.match(answer.text, /"budget":\{"from":40\.0,"to":44\.0\}/);
    assert.match(answer.text, /"target_cpa":\{"from":null,"to":12\.35\}/);
  });

  test('a misspelt dry_run, or any field that does not exist, is refused by name and changes nothing', async () => {
    const slug = await org.draft({ budget: 40 });
    for (const name of ['dryrun', 'dryRun', 'dry-run', 'Dry_Run', 'state', 'slug2', '__proto__x']) {
      const answer = await org.patch(slug, { budget: 44, [name]: false });
      assert.ok(
        refusedFields(answer).some((path) => path.includes(name)),
        answer.text,
      );
    }
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('a dry_run that is no boolean is refused', async () => {
    const slug = await org.draft({ budget: 40 });
    for (const dry_run of ['false', 0, null, [], {}, 'no']) {
      assert.deepEqual(refusedFields(await org.patch(slug, { budget: 44, dry_run })), ['dry_run']);
    }
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('nothing to change is refused', async () => {
    const slug = await org.draft();
    for (const body of [{}, { dry_run: true }, { dry_run: false }]) refusedFields(await org.patch(slug, body));
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

  test('values that are so already make no action and cost nothing', async () => {
    const slug = await org.draft({ name: 'Same', budget: 40, target_cpa: '12.50' });
    const { total } = await org.log();
    const used = await org.writesUsed();
    for (const body of [{ budget: 40 }, { budget: 39.5 }, { name: 'Same', budget: 40.4, target_cpa: 12.5 }]) {
      assert.deepEqual(await org.edited(slug, body), { applied: true, action_id: null, changed: {} });
    }
    assert.equal((await org.log()).total, total);
    assert.equal(await org.writesUsed(), used);
  });

  test('an unknown campaign is not found', async () => {
    const other = await (await writes.organization()).draft();
    for (const slug of ['no-such', other]) {
      refused(await org.patch(slug, { budget: 44 }), 'not_found');
      refused(await org.patch(slug, { budget: 44, dry_run: false }), 'not_found');
    }
  });

  test('a member, and a key without campaigns:write, change nothing', async () => {
    const slug = await org.draft({ budget: 40 });
    const scopes = ['campaigns:read', 'keywords:write', 'recommendations:apply'];
    const { key } = await writes.world.addKey({ creator: org.people.owner, organization: org, scopes });
    for (const sending of [{ key: org.keys.member.key }, { key }, { cookie: org.people.member.cookie }]) {
      for (const dry_run of [true, false]) {
        const answer = await org.patch(slug, { budget: 44, dry_run }, sending);
        refused(answer, 'insufficient_scope', { required_scope: 'campaigns:write' });
      }
    }
    assert.equal((await org.campaign(slug)).budget, 40);
    await org.edited(slug, { budget: 44 }, { key: org.keys.owner.key });
    await org.edited(slug, { budget: 45 }, { cookie: org.people.admin.cookie });
  });
});
