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
