import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { held, waiting } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const entry = z.looseObject({
  id: z.string(),
  status: z.string(),
  requester: z.looseObject({ name: z.string().nullable(), via: z.string(), key: z.looseObject({}).nullable() }),
  decided_by: z.string().nullable(),
  decided_by_email: z.string().nullable(),
  requested_by: z.string(),
});
const list = z.object({ queued_writes: z.array(entry) });

describe('before somebody decides', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  const asOwner = async (org: Organization, path: string) => {
    const answer = await org.send('GET', path, undefined, { cookie: org.people.owner.cookie });
    assert.equal(answer.status, 200, answer.text);
    return bodyOf(answer);
  };
  const preview = (org: Organization, id: string) =>
    asOwner(org, `/organizations/${org.slug}/queued-writes/${id}/preview`);

  test('the queue says who asked, through which key, and afterwards who decided', async () => {
    const { org, id } = await waiting(writes);
    const queue = async () => list.parse(await asOwner(org, `/organizations/${org.slug}/queued-writes`)).queued_writes;
    const [asked] = await queue();
    assert.equal(asked?.requester.via, 'api_key');
    assert.equal(asked?.requester.key?.last_four, org.keys.admin.lastFour);
    assert.equal(asked?.decided_by, null);
    await org.decide(id, 'reject', org.people.admin);
    const [decided] = await queue();
    assert.ok(decided?.decided_by);
    assert.equal(decided?.decided_by, decided?.requester.name, 'the admin whose key it was');
    assert.equal(decided?.decided_by_email, decided?.requested_by, 'names may be chosen alike');
  });

  test('a change that waits is previewed as things stand now, with what else waits on its campaign', async () => {
    const { org, slug, id } = await waiting(writes);
    const second = held(await org.patch(slug, { name: 'Second', dry_run: false }));
    const { preview: shown, refusal, others } = await preview(org, id);
    assert.deepEqual([refusal, z.looseObject({ within_limits: z.boolean() }).parse(shown).within_limits], [null, true]);
    assert.deepEqual(
      z
        .array(z.looseObject({ id: z.string() }))
        .parse(others)
        .map((other) => other.id),
      [second],
    );
    await org.setCap(30 * 41);
    const capped = await preview(org, id);
    assert.equal(z.looseObject({ within_limits: z.boolean() }).parse(capped.preview).within_limits, false);
  });

  test('of a requester whose access has ended it says that approving would fail', async () => {
    const { org, id } = await waiting(writes);
    const { cookie } = org.people.owner;
    await org.send('POST', `/organizations/${org.slug}/api-keys/${org.keys.admin.id}/revoke`, undefined, { cookie });
    const { refusal } = await preview(org, id);
    assert.equal(z.looseObject({ code: z.string() }).parse(refusal).code, 'unauthorized');
  });

  test('undoing says beforehand what it restores, what changed since, and what refuses it', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ name: 'Old', budget: 40 });
    const { action_id } = await org.edited(slug, { name: 'New', budget: 44 });
    const { cookie } = org.people.admin;
    const look = async () => bodyOf(await org.send('GET', `/actions/${action_id}/undo`, undefined, { cookie }));
    const { changes } = await look();
    assert.deepEqual(changes, [
      { field: 'name', from: 'New', to: 'Old' },
      { field: 'budget', from: 44, to: 40 },
    ]);
    await org.edited(slug, { name: 'Newer' });
    assert.deepEqual((await look()).skipped, ['name: changed since']);
    await org.undone(action_id);
    assert.equal((await look()).already_undone, true);
  });

  test('whoever approves an undo is told what it would leave alone', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ name: 'Old', budget: 40 });
    const { action_id } = await org.edited(slug, { name: 'New', budget: 44 });
    await org.edited(slug, { name: 'Newer' });
    await org.requireApprovals(true);
    const id = held(await org.undo(action_id));
    const { preview: shown, refusal } = await preview(org, id);
    assert.deepEqual([shown, refusal], [{ dry_run: true, skipped: ['name: changed since'] }, null]);
    await org.edited(slug, { budget: 42 }, { cookie: org.people.owner.cookie });
    const none = await preview(org, id);
    assert.equal(z.looseObject({ code: z.string() }).parse(none.refusal).code, 'not_reversible');
  });

  /** What makes something new, with what comes in its way while it waits. */
  const STARTS: Record<string, { ask: (org: Organization, slug: string) => Promise<HttpAnswer>; code: string }> = {
    'a campaign': {
      ask: (org) =>
        org.send('POST', `/organizations/${org.slug}/campaigns`, {
          website_url: 'https://www.acme-plumbing.example/',
          budget: 8,
        }),
      code: 'budget_cap_exceeded',
    },
    'an ad': {
      ask: (org, slug) =>
        org.send('POST', `/organizations/${org.slug}/campaigns/${slug}/ads`, {
          url: 'https://www.acme-plumbing.example/drains/',
        }),
      code: 'not_supported',
    },
  };

  for (const [what, { ask, code }] of Object.entries(STARTS)) {
    test(`whoever approves ${what} is told what refuses it by now, as approving it is refused`, async () => {
      const org = await writes.organization({ synced: true, cap: 30 * 60, approvals: true });
      const slug = await org.draft({ budget: 40 });
      await org.state(slug, 'live', { cookie: org.people.owner.cookie });
      await org.quiet();
      const id = held(await ask(org, slug));
      assert.deepEqual([(await preview(org, id)).preview, (await preview(org, id)).refusal], [null, null]);
      await writes.platform.edit(String((await org.campaign(slug)).name), 'status', 'REMOVED');
      await writes.sync(org);
      await org.setCap(30 * 7);
      const { refusal } = await preview(org, id);
      const told = z.looseObject({ code: z.string(), message: z.string() }).parse(refusal);
      assert.equal(told.code, code);
      const { status, reason } = bodyOf(await org.decide(id, 'approve'));
      assert.deepEqual([status, reason], ['failed', told.message]);
    });
  }

  test('the log is narrowed to one campaign', async () => {
    const org = await writes.organization();
    const [one, other] = [await org.draft({ name: 'One' }), await org.draft({ name: 'Other' })];
    await org.edited(one, { name: 'One more' });
    await org.edited(other, { name: 'Another' });
    const { actions, total } = await org.log(`?campaign=${one}`);
    assert.deepEqual([actions.map(({ campaign }) => campaign), total], [[one], 1]);
  });
});
