import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import type { Organization } from '../organization.ts';
import type { OtherProcess } from '../other-process.ts';
import { arrange, dashboardWrites, statusOf, writesThat } from '../samples.ts';
import { startWorld, type Writes } from '../world.ts';

const DAY_SECONDS = 86_400;

describe('the daily write quota', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let other: OtherProcess;

  before(async () => {
    writes = await startWorld(suite, { config: { dailyWriteQuota: 3 } });
    other = await writes.startProcess({ works: false });
  });

  const rename = (org: Organization, slug: string, name: string, sending = {}) =>
    org.patch(slug, { name, dry_run: false }, sending);

  test('is 1,000 writes unless set otherwise', async () => {
    const { loadConfig } = await import('../../../src/base/config.ts');
    assert.equal(loadConfig({ DATABASE_URL: 'postgres://x' }).dailyWriteQuota, 1_000);
  });

  test('beyond it a write answers write_quota_exceeded, with Retry-After up to the next UTC midnight', async () => {
    const org = await writes.organization();
    const slug = await org.draft();
    for (const name of ['A', 'B', 'C']) assert.equal((await rename(org, slug, name)).status, 200);
    const answer = await rename(org, slug, 'D');
    refused(answer, 'write_quota_exceeded');
    const left = DAY_SECONDS - ((writes.clock.now() / 1000) % DAY_SECONDS);
    assert.ok(Math.abs(Number(answer.headers['retry-after']) - left) <= 5, String(answer.headers['retry-after']));
    assert.equal((await org.campaign(slug)).name, 'C');
    assert.equal(await org.writesUsed(), 3);
  });

  // A state is held to it where it does not stop spending: below.
  const spending = writesThat((write) => write.spendsQuota && write.name !== 'set_campaign_state');
  for (const name of [...spending, ...dashboardWrites()]) {
    test(`is spent by ${name}, once, and refuses it where none is left`, async () => {
      const org = await writes.organization();
      const { slug, send } = await arrange(name, org);
      const used = await org.writesUsed();
      await org.setQuota(used);
      const campaign = await org.campaign(slug);
      refused(await send(), 'write_quota_exceeded');
      assert.deepEqual([await org.campaign(slug), await org.writesUsed()], [campaign, used]);
      await org.setQuota(used + 1);
      const answer = await send();
      assert.equal(answer.status, statusOf(name), answer.text);
      await org.quiet();
      assert.equal(await org.writesUsed(), used + 1);
    });
  }

  test('is shared by the organization: every key and every person', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    await org.edited(slug, { name: 'A' }, { key: org.keys.owner.key });
    await org.edited(slug, { name: 'B' }, { cookie: org.people.admin.cookie });
    await org.edited(slug, { name: 'C' });
    for (const sending of [{}, { key: org.keys.owner.key }, { cookie: org.people.owner.cookie }]) {
      refused(await rename(org, slug, 'D', sending), 'write_quota_exceeded');
    }
    assert.equal((await org.campaign(slug)).name, 'C');
    const neighbour = await writes.organization();
    await neighbour.edited(await neighbour.draft(), { name: 'Unaffected' });
  });

  test('never refuses to stop spending: whoever used it up, a campaign can be paused', async () => {
    const org = await writes.organization({ quota: 2 });
    const slug = await org.live();
    await org.edited(slug, { name: 'The last' });
    refused(await rename(org, slug, 'Too much'), 'write_quota_exceeded');
    await org.moved(slug, 'paused');
    assert.equal((await org.campaign(slug)).state, 'paused');
    assert.equal(await org.writesUsed(), 3, 'and is counted');
    refused(await org.state(slug, 'live'), 'write_quota_exceeded');
  });

  test('takes nothing for a stop that does not stop anything: what rests may rest otherwise within it', async () => {
    const org = await writes.organization({ quota: 2 });
    const [draft, once] = [await org.draft(), await org.live()];
    await org.moved(once, 'paused');
    refused(await org.state(draft, 'paused'), 'write_quota_exceeded');
    refused(await org.state(once, 'draft'), 'write_quota_exceeded');
    assert.equal(await org.writesUsed(), 2);
  });

  test('keeps its last tenth for changes: documents cannot use it up', async () => {
    const org = await writes.organization({ quota: 10 });
    const slug = await org.draft();
    const ask = () => org.send('POST', `/organizations/${org.slug}/strategy`, {}, { key: org.keys.owner.key });
    for (let asked = 0; asked < 9; asked += 1) assert.equal((await ask()).status, 202);
    refused(await ask(), 'write_quota_exceeded');
    await org.edited(slug, { name: 'There was one left' });
    refused(await rename(org, slug, 'None'), 'write_quota_exceeded');
    await org.quiet();
  });

  test('an organization may have its own', async () => {
    const org = await writes.organization({ quota: 5 });
    const slug = await org.draft();
    for (const name of ['A', 'B', 'C', 'D', 'E']) await org.edited(slug, { name });
    refused(await rename(org, slug, 'F'), 'write_quota_exceeded');
    await org.setQuota(0);
    refused(await rename(org, slug, 'F'), 'write_quota_exceeded');
    const none = await writes.organization({ quota: 0 });
    refused(await rename(none, await none.draft(), 'F'), 'write_quota_exceeded');
  });

  test('reads, previews, calls without effect, refused calls and repeated undo do not count', async () => {
    const org = await writes.organization({ quota: 2 });
    const slug = await org.draft({ budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 44 });
    await org.undone(action_id);
    assert.equal(await org.writesUsed(), 2);
    for (let round = 0; round < 3; round += 1) {
      assert.equal((await org.patch(slug, { budget: 44 })).status, 200);
      assert.equal((await org.negatives(slug, ['free'])).status, 200);
      assert.equal((await org.state(slug, 'live', { dryRun: true })).status, 200);
      assert.equal((await org.patch(slug, { budget: 40, dry_run: false })).status, 200);
      assert.deepEqual((await org.undone(action_id)).restored, []);
      refused(await org.patch(slug, { budget: 400, dry_run: false }), 'budget_cap_exceeded');
      await org.campaign(slug);
      await org.log();
    }
    assert.equal(await org.writesUsed(), 2);
  });

  test('held calls do not count until they are executed', async () => {
    const org = await writes.organization({ quota: 1, approvals: true });
    const slug = await org.draft();
    for (const name of ['A', 'B', 'C']) refused(await rename(org, slug, name), 'approval_required');
    assert.equal(await org.writesUsed(), 0);
  });

  test('a write that the platform declined is given back', async () => {
    const org = await writes.organization({ quota: 2 });
    const slug = await org.live({ name: 'Given back' });
    for (let round = 0; round < 3; round += 1) {
      await writes.platform.fail('policy', 1, 'mutate');
      refused(await rename(org, slug, 'Never'), 'validation_error');
    }
    assert.equal(await org.writesUsed(), 1);
    await org.edited(slug, { name: 'Now' });
    refused(await rename(org, slug, 'Not any more'), 'write_quota_exceeded');
    assert.equal((await writes.platform.campaign('Now'))?.status, 'enabled');
  });

  test('a background write that the platform declined is given back', async () => {
    const org = await writes.organization({ quota: 1 });
    const slug = await org.draft({ name: 'In vain' });
    await writes.platform.fail('policy', 1, 'mutate');
    const answer = await org.state(slug, 'live');
    assert.equal(answer.status, 200, answer.text);
    await org.quiet();
    assert.equal(await org.writesUsed(), 0);
    await org.moved(slug, 'live');
  });

  test('holds over several processes, however many write at once', async () => {
    const org = await writes.organization({ quota: 10 });
    const slugs = await Promise.all(Array.from({ length: 20 }, () => org.draft()));
    const answers = await Promise.all(
      slugs.map((slug, index) => rename(org, slug, `Renamed ${index}`, index % 2 ? { via: other } : {})),
    );
    const counts = [200, 429].map((status) => answers.filter((answer) => answer.status === status).length);
    assert.deepEqual(counts, [10, 10]);
    assert.equal(await org.writesUsed(), 10);
    assert.equal((await org.log()).total, 10);
  });

  test('begins anew at UTC midnight', async () => {
    const org = await writes.organization({ quota: 1 });
    const slug = await org.draft();
    await org.edited(slug, { name: 'Today' });
    const answer = await rename(org, slug, 'Too much');
    refused(answer, 'write_quota_exceeded');
    await writes.turn({ seconds: Number(answer.headers['retry-after']) - 30 });
    refused(await rename(org, slug, 'Still too much'), 'write_quota_exceeded');
    await writes.turn({ seconds: 31 });
    await org.edited(slug, { name: 'Tomorrow' });
  });
});
