import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { App, taken } from '../../identity/oauth/app.ts';
import { held } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { asOwner } from '../rotation.ts';
import { startWorld, type Writes } from '../world.ts';

const pendingOf = statement<[organizationId: number, slug: string], { is_pending: boolean }>(`
  select pending_action is not null as is_pending from campaign where organization_id = $1 and slug = $2`);

/** Leaves a change that waits as it was kept before sessions were. */
const withoutSession = statement<[organizationId: number, id: string], never>(`
  update queued_write set requester = requester - 'session_id' - 'member_since' where organization_id = $1 and id = $2`);

const ENDED = 'The session of the app that asked for this has ended.';
const LEFT = 'The person who connected the app has left the organization.';
/** After this a refresh token that was used comes from somebody else. */
const PAST_GRACE = { seconds: 62 };

describe('what one of several sessions of an app asked for', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let app: App;

  before(async () => {
    writes = await startWorld(suite);
    app = await App.registered(writes);
  });

  /** An organization with approvals, whose admin has connected one app on two machines. */
  async function connectedTwice() {
    const org = await writes.organization({ approvals: true });
    const slug = await org.draft({ budget: 40 });
    const person = org.people.admin;
    const ask = async (token: string, budget: number) =>
      held(await org.patch(slug, { budget, dry_run: false }, { key: token }));
    const laptop = await app.connect({ person });
    return { org, slug, ask, laptop, desktop: await app.connect({ person }) };
  }

  async function ending(org: Organization, id: string) {
    await org.decide(id, 'approve');
    const { status, reason } = bodyOf(await org.queued(id, { key: org.keys.owner.key }));
    return [status, reason];
  }

  test('is not made once a stolen token has ended the session, and that of the others is', async () => {
    const { org, slug, ask, laptop, desktop } = await connectedTwice();
    const thief = taken(await app.refresh(laptop.refresh_token));
    const stolen = await ask(thief.access_token, 44);
    const own = await ask(desktop.access_token, 43);
    await writes.turn(PAST_GRACE);
    assert.equal((await app.refresh(laptop.refresh_token)).status, 400);
    assert.deepEqual(await ending(org, stolen), ['failed', ENDED]);
    assert.equal((await org.campaign(slug)).budget, 40);
    assert.deepEqual(await ending(org, own), ['approved', null]);
    assert.equal((await org.campaign(slug)).budget, 43);
  });

  test('is not made once its code was presented a second time', async () => {
    const { org, ask } = await connectedTwice();
    const code = await app.code({ person: org.people.admin });
    const stolen = await ask(taken(await app.exchange(code)).access_token, 44);
    assert.equal((await app.exchange(code)).status, 400);
    assert.deepEqual(await ending(org, stolen), ['failed', ENDED]);
  });

  test('is made where the session was only refreshed since', async () => {
    const { org, ask, laptop } = await connectedTwice();
    const id = await ask(laptop.access_token, 44);
    const { refresh_token } = taken(await app.refresh(laptop.refresh_token));
    await writes.turn(PAST_GRACE);
    taken(await app.refresh(refresh_token));
    assert.deepEqual(await ending(org, id), ['approved', null]);
  });

  test('is made for another session that has asked for the same since', async () => {
    const { org, ask, laptop, desktop } = await connectedTwice();
    const id = await ask(laptop.access_token, 44);
    assert.equal(await ask(desktop.access_token, 44), id);
    await app.revoke(laptop.refresh_token);
    assert.deepEqual(await ending(org, id), ['approved', null]);
  });

  test('is judged by the connection where the session was not kept yet', async () => {
    const { org, ask, laptop } = await connectedTwice();
    const id = await ask(laptop.access_token, 44);
    await writes.database.execute(withoutSession, org.id, id);
    await app.revoke(laptop.refresh_token);
    assert.deepEqual(await ending(org, id), ['approved', null]);
  });

  test('is not sent to the platform once the session has ended', async (t) => {
    const world = await startWorld(t, { emulator: writes.emulator });
    const org = await world.organization();
    const slug = await org.live();
    const there = await App.registered(world);
    const [laptop] = [
      await there.connect({ person: org.people.admin }),
      await there.connect({ person: org.people.admin }),
    ];
    await org.quiet();
    await world.stopWork();
    const sent = org.patch(slug, { budget: 44, dry_run: false }, { key: laptop.access_token });
    const isPending = async () => (await world.database.row(pendingOf, org.id, slug))?.is_pending;
    await until(async () => (await isPending()) || undefined, 'the change to wait');
    await there.revoke(laptop.refresh_token);
    const before = await world.platform.mutates();
    await world.startProcess();
    await until(async () => (await isPending()) === false || undefined, 'the change to end');
    await sent;
    assert.equal(await world.platform.mutates(), before);
    assert.match(String((await org.log()).actions[0]?.ending), new RegExp(ENDED));
  });

  /** The admin is removed, invited back and accepts. */
  async function leaveAndReturn(org: Organization): Promise<void> {
    const { admin } = org.people;
    await asOwner(org, 'DELETE', `members/${admin.id}`, 200);
    await asOwner(org, 'POST', 'members', 202, { email: admin.email, role: 'admin' });
    const cookie = { cookie: admin.cookie };
    const { json } = await org.send('GET', '/invitations', undefined, cookie);
    const { invitations } = z.object({ invitations: z.array(z.object({ id: z.string() })) }).parse(json);
    const accepted = await org.send('POST', `/invitations/${invitations[0]?.id}/accept`, {}, cookie);
    assert.equal(accepted.status, 200, accepted.text);
  }

  test('is not made for somebody who has left and come back, unless it is asked for again', async () => {
    const { org, slug, ask, laptop } = await connectedTwice();
    const [left, again] = [await ask(laptop.access_token, 44), await ask(laptop.access_token, 45)];
    await leaveAndReturn(org);
    assert.equal(await ask(laptop.access_token, 45), again);
    assert.deepEqual(await ending(org, left), ['failed', LEFT]);
    assert.equal((await org.campaign(slug, { key: org.keys.owner.key })).budget, 40);
    assert.deepEqual(await ending(org, again), ['approved', null]);
  });
});
