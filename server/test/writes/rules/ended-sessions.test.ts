import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { countedPlatform, DAILY, parked, use } from '../../ad-accounts/sync/used-up.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { newCookie, type Person } from '../../harness/world-people.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { startWorld, type Writes } from '../world.ts';

const ENDED = 'The session in which this was asked for has been ended.';
const APPROVER_GONE =
  'Whoever approved this may no longer decide, or the session in which it was approved has been ended.';

/** Leaves approved changes under way as they were kept before their approver was. */
const withoutApprover = statement<[organizationId: number], never>(`
  update task set payload = (payload::jsonb - 'approved_by')::json
  where organization_id = $1 and type in ('apply_change', 'stop_spending') and status = 'queued'`);

const list = z.object({ sessions: z.array(z.object({ id: z.string(), current: z.boolean() })) });

/** How a session ends, by the session itself or by another one of its person. */
type Ending = (org: Organization, session: string, other: string) => Promise<HttpAnswer>;

const ofOthers: Ending = (org, _session, cookie) => org.send('POST', '/sessions/end-others', {}, { cookie });
const ofOne: Ending = async (org, session, cookie) => {
  const { json } = await org.send('GET', '/sessions', undefined, { cookie: session });
  const own = list.parse(json).sessions.find(({ current }) => current);
  return org.send('DELETE', `/sessions/${own?.id}`, undefined, { cookie });
};
const signedOut: Ending = (org, cookie) => org.send('POST', '/sign-out', {}, { cookie });

describe('what was asked for in a session of the dashboard', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite, { platform: countedPlatform });
  });

  /** Has a change wait for operations, lets something happen meanwhile, and gives it the operations then. */
  async function meanwhile(org: Organization, ask: () => Promise<HttpAnswer>, happens: () => Promise<HttpAnswer>) {
    await use(writes, DAILY);
    const asked = await ask();
    assert.equal(asked.status, 200, asked.text);
    await until(async () => (await writes.database.rows(parked, org.id)).length === 1 || undefined, 'it waits');
    const happened = await happens();
    assert.equal(happened.status, 200, happened.text);
    await use(writes, 0);
    writes.clock.turn({ minutes: 20 });
    await org.quiet();
    return asked;
  }

  /** A launch in one session of the admin that waits while it is ended. */
  async function launched(ends: Ending) {
    await use(writes, 0);
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { id, cookie } = org.people.admin;
    const session = await newCookie(writes.database, writes.clock, id);
    const asked = await meanwhile(
      org,
      () => org.state(slug, 'live', { cookie: session }),
      () => ends(org, session, cookie),
    );
    const task = await org.settled(Number(bodyOf(asked).task_tracking_id));
    return { org, slug, task, state: (await org.campaign(slug)).state };
  }

  const ENDS_ALL: Record<string, Ending> = {
    'its person ended all others': ofOthers,
    'its person chose another password': (org, _session, cookie) =>
      org.send('POST', '/password', { new_password: 'a password that is new' }, { cookie }),
  };
  const ENDINGS: Record<string, Ending> = { ...ENDS_ALL, 'its person ended it': ofOne };

  for (const [how, ends] of Object.entries(ENDINGS)) {
    test(`is not made once ${how}`, async () => {
      const { org, task, state } = await launched(ends);
      assert.deepEqual([task.status, task.error?.message], ['failed', ENDED]);
      assert.notEqual(state, 'live');
      assert.match(String((await org.log()).actions[0]?.ending), new RegExp(ENDED));
    });
  }

  /** Whoever asked signs out as well, which no person can tell from their own signing out. */
  const afterwards =
    (ends: Ending): Ending =>
    async (org, session, cookie) => {
      const closed = await signedOut(org, session, cookie);
      assert.equal(closed.status, 200, closed.text);
      return ends(org, session, cookie);
    };

  for (const [how, ends] of Object.entries(ENDS_ALL)) {
    test(`is not made once whoever asked signed out and ${how}`, async () => {
      const { org, task, state } = await launched(afterwards(ends));
      assert.deepEqual([task.status, task.error?.message], ['failed', ENDED]);
      assert.notEqual(state, 'live');
      assert.match(String((await org.log()).actions[0]?.ending), new RegExp(ENDED));
    });
  }

  test('is made where whoever asked signed out and another of their sessions was ended', async () => {
    const { task, state } = await launched(
      afterwards(async (org, _session, cookie) => {
        const other = await newCookie(writes.database, writes.clock, org.people.admin.id);
        return ofOne(org, other, cookie);
      }),
    );
    assert.deepEqual([task.status, state], ['completed', 'live']);
  });

  test('is made where whoever asked has only signed out since', async () => {
    const { task, state } = await launched(signedOut);
    assert.deepEqual([task.status, state], ['completed', 'live']);
  });

  test('is made where another of their sessions was ended', async () => {
    const { task, state } = await launched((org, cookie) => ofOthers(org, '', cookie));
    assert.deepEqual([task.status, state], ['completed', 'live']);
  });

  /** A launch through the admin's key that another admin approves in one of their sessions, and that waits meanwhile. */
  async function approved(happens: (org: Organization, approver: Person, session: string) => Promise<HttpAnswer>) {
    await use(writes, 0);
    const org = await writes.organization({ approvals: true });
    const approver = await writes.world.addPerson(`approver-${org.slug}`);
    await writes.world.addMember(org, approver, 'admin');
    const slug = await org.draft({ budget: 40 });
    const id = held(await org.state(slug, 'live'));
    const session = await newCookie(writes.database, writes.clock, approver.id);
    await meanwhile(
      org,
      () => org.decide(id, 'approve', { ...approver, cookie: session }),
      () => happens(org, approver, session),
    );
    return { ending: (await org.log()).actions[0]?.ending, state: (await org.campaign(slug)).state };
  }

  const roleOf = (org: Organization, { id }: Person, role: string) =>
    org.send('PUT', `/organizations/${org.slug}/members/${id}`, { role }, { cookie: org.people.owner.cookie });

  test('and approved there is not sent once that session was ended', async () => {
    const ended = await approved((org, { cookie }, session) => ofOthers(org, session, cookie));
    assert.match(String(ended.ending), new RegExp(APPROVER_GONE));
    assert.notEqual(ended.state, 'live');
  });

  test('and approved there is not sent once that session signed out and all others were ended', async () => {
    const ended = await approved((org, { cookie }, session) => afterwards(ofOthers)(org, session, cookie));
    assert.match(String(ended.ending), new RegExp(APPROVER_GONE));
    assert.notEqual(ended.state, 'live');
  });

  test('and approved there is not sent once whoever approved it may no longer decide', async () => {
    const ended = await approved((org, approver) => roleOf(org, approver, 'member'));
    assert.match(String(ended.ending), new RegExp(APPROVER_GONE));
    assert.notEqual(ended.state, 'live');
  });

  test('and approved there is sent where whoever approved it signed out, or is an Owner by now', async () => {
    for (const happens of [
      (org: Organization, { cookie }: Person, session: string) => signedOut(org, session, cookie),
      (org: Organization, approver: Person) => roleOf(org, approver, 'owner'),
    ]) {
      assert.equal((await approved(happens)).state, 'live');
    }
  });

  test('and approved there goes on where it was not kept yet who approved it', async () => {
    const { state } = await approved(async (org, { cookie }, session) => {
      await writes.database.execute(withoutApprover, org.id);
      return ofOthers(org, session, cookie);
    });
    assert.equal(state, 'live');
  });

  /** A stop that the platform does not take, something that happens meanwhile, and what is there once it takes it. */
  async function stopped(
    { approvals }: { approvals: boolean },
    stop: (org: Organization, slug: string, session: string) => Promise<HttpAnswer>,
    happens: (org: Organization, session: string) => Promise<HttpAnswer>,
  ) {
    await use(writes, 0);
    const org = await writes.organization();
    const slug = await org.live({ name: `Runs of ${org.slug}`, budget: 40 });
    await org.requireApprovals(approvals);
    const session = await newCookie(writes.database, writes.clock, org.people.admin.id);
    await writes.platform.fail('quota_short', 1_000, 'mutate');
    const asked = await stop(org, slug, session);
    assert.equal(asked.status, 200, asked.text);
    await until(async () => (await writes.database.rows(parked, org.id)).length === 1 || undefined, 'it waits');
    const happened = await happens(org, session);
    assert.equal(happened.status, 200, happened.text);
    await writes.platform.heal();
    writes.clock.turn({ minutes: 20 });
    await org.quiet();
    return (await writes.platform.campaign(`Runs of ${org.slug}`))?.status;
  }

  test('and stops spending is made, whatever became of that session', async () => {
    const there = await stopped(
      { approvals: false },
      (org, slug, cookie) => org.state(slug, 'paused', { cookie }),
      (org, session) => ofOthers(org, session, org.people.admin.cookie),
    );
    assert.equal(there, 'paused');
  });

  test('and approved there and stops spending is made, whatever became of whoever approved it', async () => {
    for (const happens of [
      (org: Organization, session: string) => ofOthers(org, session, org.people.admin.cookie),
      (org: Organization) => roleOf(org, org.people.admin, 'member'),
    ]) {
      const there = await stopped(
        { approvals: true },
        async (org, slug, cookie) =>
          org.decide(held(await org.state(slug, 'paused', { key: org.keys.owner.key })), 'approve', {
            ...org.people.admin,
            cookie,
          }),
        happens,
      );
      assert.equal(there, 'paused');
    }
  });

  test('and approved by somebody else and stops spending is made, whatever became of whoever asked for it', async () => {
    const ofAsker: ((org: Organization) => Promise<HttpAnswer>)[] = [
      (org) => {
        const { cookie } = org.people.admin;
        return org.send('POST', `/organizations/${org.slug}/api-keys/${org.keys.admin.id}/revoke`, {}, { cookie });
      },
      (org) => roleOf(org, org.people.admin, 'member'),
    ];
    for (const happens of ofAsker) {
      const there = await stopped(
        { approvals: true },
        async (org, slug) => org.decide(held(await org.state(slug, 'paused')), 'approve'),
        happens,
      );
      assert.equal(there, 'paused');
    }
  });
});
