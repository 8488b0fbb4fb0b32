import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import { refused, refusedFields } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { ACME, startWorld, type Writes } from '../world.ts';

const conflict = z.object({ at: z.string(), field: z.string(), from: z.unknown(), to: z.unknown() });

describe('PATCH on a campaign in the ad platform', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  test('the platform and we agree once the call has answered', async () => {
    const slug = await org.live({ name: 'Agreed', budget: 40 });
    await org.edited(slug, { name: 'Agreed again', budget: 44.5, target_cpa: 12.34 });
    const there = await writes.platform.campaign('Agreed again');
    assert.deepEqual([there?.budget, there?.targetCpa, there?.status], ['45.00', '12.34', 'enabled']);
    const here = await org.campaign(slug);
    assert.deepEqual([here.name, here.budget, here.target_cpa, here.state], ['Agreed again', 45, 12.34, 'live']);
    assert.equal(await writes.platform.campaign('Agreed'), null);
  });

  test('only fields sent change in the platform too', async () => {
    const slug = await org.live({ name: 'Partly', budget: 40, target_cpa: '9.99' });
    await writes.platform.edit('Partly', 'status', 'PAUSED');
    await org.edited(slug, { budget: 41 });
    const there = await writes.platform.campaign('Partly');
    assert.deepEqual([there?.budget, there?.targetCpa, there?.status], ['41.00', '9.99', 'paused']);
  });

  test('a preview does not reach the platform', async () => {
    const slug = await org.live({ name: 'Looked at', budget: 40 });
    await writes.platform.forgetRequests();
    await org.patch(slug, { budget: 44 });
    await org.patch(slug, { budget: 4_400 });
    assert.equal(await writes.platform.mutates(), 0);
    assert.equal((await writes.platform.campaign('Looked at'))?.budget, '40.00');
  });

  test('a name that the platform has already leaves everything as it was and gives the quota back', async () => {
    await org.live({ name: 'Taken' });
    const slug = await org.live({ name: 'Free', budget: 40 });
    const before = { ...(await org.campaign(slug)), last_synced_at: null };
    const used = await org.writesUsed();
    const answer = await org.patch(slug, { name: 'Taken', budget: 44, dry_run: false });
    refused(answer, 'validation_error');
    assert.match(String(answer.error.message), /name/i);
    assert.deepEqual({ ...(await org.campaign(slug)), last_synced_at: null }, before);
    assert.equal((await writes.platform.campaign('Free'))?.budget, '40.00');
    assert.equal(await org.writesUsed(), used);
    const [newest] = (await org.log()).actions;
    assert.equal(newest?.status, 'failed');
    await org.edited(slug, { budget: 44 });
  });

  test('a change that policy forbids is refused with the platform’s own reason', async () => {
    const slug = await org.live({ name: 'Decent', budget: 40 });
    await writes.platform.fail('policy');
    const answer = await org.patch(slug, { name: 'Less so', dry_run: false });
    refused(answer, 'validation_error');
    assert.match(String(answer.error.message), /polic/i);
    assert.equal((await org.campaign(slug)).name, 'Decent');
  });

  test('a platform that does not answer for good makes the call fail without a change, with Retry-After', async () => {
    const slug = await org.live({ name: 'Far away', budget: 40 });
    const used = await org.writesUsed();
    await writes.platform.fail('internal', 30);
    const answer = await org.patch(slug, { budget: 44, dry_run: false });
    await writes.platform.heal();
    refused(answer, 'ad_platform_unavailable');
    assert.match(String(answer.headers['retry-after']), /^\d+$/);
    assert.equal((await org.campaign(slug)).budget, 40);
    assert.equal((await writes.platform.campaign('Far away'))?.budget, '40.00');
    assert.equal(await org.writesUsed(), used);
    await org.edited(slug, { budget: 44 });
  });

  test('a short trouble of the platform is not the caller’s', async () => {
    const slug = await org.live({ name: 'Stumbling', budget: 40 });
    for (const kind of ['concurrent', 'quota_short', 'internal', 'unauthenticated'])
      await writes.platform.fail(kind, 1);
    await org.edited(slug, { budget: 44 });
    await writes.platform.heal();
    assert.equal((await writes.platform.campaign('Stumbling'))?.budget, '44.00');
  });

  test('a write whose answer is lost is made once', async () => {
    const slug = await org.live({ name: 'Lost answer', budget: 40 });
    await writes.platform.fail('drop_after_commit', 1, 'mutate');
    await org.edited(slug, { budget: 44 });
    assert.equal((await writes.platform.campaign('Lost answer'))?.budget, '44.00');
    assert.equal((await org.campaign(slug)).budget, 44);
    assert.equal((await org.log()).actions[0]?.status, 'executed');
  });

  test('a value that was changed in the platform meanwhile is not overwritten', async () => {
    const slug = await org.live({ name: 'Contested', budget: 40 });
    await writes.platform.edit('Contested', 'budget', 77);
    const used = await org.writesUsed();
    const answer = await org.patch(slug, { budget: 44, dry_run: false });
    refused(answer, 'sync_conflict');
    const [change, ...others] = z.array(conflict).parse(answer.error.changes);
    assert.deepEqual([change?.field, change?.from, change?.to, others], ['budget', 40, 77, []]);
    assert.ok(Math.abs(Date.parse(String(change?.at)) - writes.clock.now()) < 60_000, 'when it was changed');
    assert.match(answer.text, /"to":77\.0/);
    assert.equal((await writes.platform.campaign('Contested'))?.budget, '77.00');
    assert.equal(await org.writesUsed(), used);
  });

  test('what was changed there is brought in at once, so that the edit can be made from it', async () => {
    const slug = await org.live({ name: 'Brought in', budget: 40 });
    await org.quiet();
    await writes.platform.edit('Brought in', 'budget', 50);
    refused(await org.patch(slug, { budget: 44, dry_run: false }), 'sync_conflict');
    await org.quiet();
    assert.equal((await org.campaign(slug)).budget, 50);
    await org.edited(slug, { budget: 44 });
  });

  test('a campaign in the platform keeps a budget above 0', async () => {
    const slug = await org.live({ name: 'Spending', budget: 1 });
    assert.deepEqual(refusedFields(await org.patch(slug, { budget: 0.4, dry_run: false })), ['budget']);
    assert.equal((await writes.platform.campaign('Spending'))?.budget, '1.00');
  });

  test('a login that was revoked answers setup_required and changes nothing', async () => {
    const own = await writes.organization();
    const slug = await own.live({ name: 'Cut off', budget: 40 });
    const used = await own.writesUsed();
    await writes.platform.revoke();
    try {
      refused(await own.patch(slug, { budget: 44, dry_run: false }), 'setup_required');
    } finally {
      await writes.platform.restore();
    }
    assert.equal((await own.campaign(slug)).budget, 40);
    assert.equal(await own.writesUsed(), used);
    assert.equal((await writes.platform.campaign('Cut off'))?.budget, '40.00');
  });

  test('imported external campaigns change like any other, but not a budget that serves several', async () => {
    const acme = await writes.organization({ account: ACME, synced: true });
    const platform = await writes.view(ACME);
    const slug = 'spring-promo-agency';
    const here = await acme.campaign(slug);
    assert.equal(here.type, 'external');
    const budget = Math.floor(Number(here.budget)) + 1;
    const { action_id } = await acme.edited(slug, { budget, name: 'Spring promo 2' });
    assert.equal(Number((await platform.campaign('Spring promo 2'))?.budget), budget);
    await acme.undone(action_id);
    assert.equal(Number((await platform.campaign(String(here.name)))?.budget), here.budget);

    await acme.shareBudget(slug);
    refused(await acme.patch(slug, { budget, dry_run: false }), 'not_supported');
    refused(await acme.patch(slug, { budget }), 'not_supported');
    await acme.edited(slug, { budget: Number(here.budget), name: 'Spring promo 3' });
    assert.equal(Number((await platform.campaign('Spring promo 3'))?.budget), here.budget);
  });
});
