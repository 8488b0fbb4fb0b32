import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { serveSlowSite } from '../../adapters/site-reader/slow-site.ts';
import { wholeSuite } from '../../harness/service.ts';
import { held } from '../../writes/approvals.ts';
import { bodyOf, type Organization } from '../../writes/organization.ts';
import { until } from '../../writes/patience.ts';
import { startWorld, type Writes } from '../../writes/world.ts';

const revoke = async (org: Organization) => {
  const path = `/organizations/${org.slug}/api-keys/${org.keys.admin.id}/revoke`;
  assert.equal((await org.send('POST', path, {}, { cookie: org.people.owner.cookie })).status, 200);
};

describe('a brand campaign, while its website is read', () => {
  const suite = wholeSuite();
  let world: Writes;
  let slow: Awaited<ReturnType<typeof serveSlowSite>>;

  before(async () => {
    slow = await serveSlowSite(suite);
    world = await startWorld(suite, { sites: [slow.host] });
    await slow.showsLike(`${world.emulator.origin}/sites/acme-plumbing/`);
  });

  /** Asks for one beside a draft, lets something happen while the website is read, and tells what became of both. */
  const made = async ({ approvals = false }, meanwhile: (org: Organization) => Promise<unknown>) => {
    const org = await world.organization({ approvals });
    const draft = await org.draft({ name: 'Other draft' });
    const body = { website_url: slow.url, type: 'brand', name: 'The brand' };
    const answer = await org.send('POST', `/organizations/${org.slug}/campaigns`, body);
    if (approvals) assert.equal((await org.decide(held(answer), 'approve')).status, 200);
    await slow.whileAsked(() => meanwhile(org));
    await org.quiet();
    const sending = { key: org.keys.owner.key };
    const read = async (path: string) => bodyOf(await org.send('GET', path, undefined, sending));
    const brand = `/organizations/${org.slug}/campaigns/the-brand`;
    await until(async () => !('generating' in (await read(brand))) || undefined, 'the draft');
    const { negative_keywords_count } = await read(`/organizations/${org.slug}/campaigns/${draft}`);
    const task = approvals ? {} : await read(`/task-tracking/${bodyOf(answer).task_tracking_id}`);
    return { excluded: Number(negative_keywords_count), logged: (await org.log()).total, task: JSON.stringify(task) };
  };

  for (const [what, meanwhile] of Object.entries({
    'its key is revoked': revoke,
    'approvals are turned on': (org: Organization) => org.requireApprovals(true),
  })) {
    test(`leaves other drafts alone where ${what}, and says so`, async () => {
      const { excluded, logged, task } = await made({}, meanwhile);
      assert.deepEqual([excluded, logged], [0, 0]);
      assert.match(task, /left alone.*Other draft/);
    });
  }

  test('changes them where a person has approved that', async () => {
    const { excluded, logged } = await made({ approvals: true }, async () => {});
    assert.ok(excluded > 0);
    assert.equal(logged, 1);
  });
});
