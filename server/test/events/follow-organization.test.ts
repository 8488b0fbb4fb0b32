import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { allTasks, dashboardOperations, operations } from '../../catalogue.ts';
import { statement } from '../../src/base/database.ts';
import { hashOf } from '../../src/identity/key-format.ts';
import { deleteMember, updateRole } from '../../src/identity/membership.store.ts';
import { eventOf } from '../harness/audit-events.ts';
import { serveInProcess } from '../harness/served-process.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import type { Person } from '../harness/world-people.ts';
import { type Following, follow } from './follow.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const HARBOR = '/dashboard/v1/organizations/harbor';
const MOST_OF_PERSON = 12;
/** Longer than changes are gathered for. */
const A_WHILE_MS = 400;

const breakListeners = statement<[], never>(
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
);

const revokeKey = statement<[hash: Buffer, at: Date], never>('update api_key set revoked_at = $2 where hash = $1');
const removeKey = statement<[hash: Buffer], never>('delete from api_key where hash = $1');

describe('the stream of what changes in an organization', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED, clock: new TurnableClock(new Date().toISOString()) });
  });

  const following = (person: Person, org?: string): Promise<Following> =>
    follow(suite, service.base, { cookie: person.cookie, ...(org && { org }) });
  const newcomer = async (name: string, role: 'owner' | 'admin' | 'member' = 'member') => {
    const person = await service.world.addPerson(`${name}-${Math.random()}`, role);
    await everythingHeard();
    return person;
  };
  /** Notices come in order, but late on a busy machine: one that says who has joined would end a stream opened since. */
  const everythingHeard = async () => {
    const last = await following(service.world.people.stranger, 'orchard');
    service.service.services.changes.note(service.world.orchard.id, ['figures']);
    await last.told('figures');
    last.leave();
  };

  test('names what a change has changed, to everybody in the organization and to nobody else', async () => {
    const { owner, member, staff, stranger } = service.world.people;
    const near = await Promise.all([owner, member, staff].map((person) => following(person)));
    const elsewhere = await following(stranger, 'orchard');
    const added = await service.call('POST', `${HARBOR}/members`, {
      cookie: owner.cookie,
      body: { email: 'new@people.example', role: 'member' },
    });
    assert.equal(added.status, 202, added.text);
    for (const each of near) assert.deepEqual(await each.told('members'), ['members']);
    assert.deepEqual(elsewhere.heard, []);
  });

  test('reads, previews and refused changes tell nothing', async () => {
    const { owner, member } = service.world.people;
    const stream = await following(owner);
    const campaign = `${HARBOR}/campaigns/${service.world.campaignSlug}`;
    await service.call('GET', `${HARBOR}/campaigns`, { cookie: owner.cookie });
    await service.call('PATCH', campaign, { cookie: owner.cookie, body: { name: 'Other' } });
    await service.call('PATCH', campaign, { cookie: member.cookie, body: { name: 'Other', dry_run: false } });
    await sleep(A_WHILE_MS);
    assert.deepEqual(stream.heard, []);
    await service.call('PATCH', campaign, { cookie: owner.cookie, body: { name: 'Other', dry_run: false } });
    assert.deepEqual(await stream.told('campaigns', 'actions'), ['campaigns', 'actions']);
  });

  test('a new name, and new limits, are told as a change of the organization', async () => {
    const { owner, admin } = service.world.people;
    for (const [path, body] of [
      ['name', { name: 'Harbor Tours' }],
      ['limits', { api_budget_change_limit_pct: 20 }],
    ] as const) {
      const stream = await following(admin);
      const changed = await service.call('PUT', `${HARBOR}/${path}`, { cookie: owner.cookie, body });
      assert.equal(changed.status, 200, changed.text);
      await stream.told('organization');
    }
  });

  test('what waits for approval is told as that, and so is the decision', async () => {
    const { owner, admin } = service.world.people;
    await service.call('PUT', `${HARBOR}/approvals`, { cookie: owner.cookie, body: { required: true } });
    const { key } = await service.world.addKey();
    const stream = await following(admin);
    const held = await service.call('PATCH', `/v1/organizations/_/campaigns/${service.world.campaignSlug}`, {
      key,
      body: { name: 'Held', dry_run: false },
    });
    assert.equal(held.status, 202, held.text);
    assert.ok(!(await stream.told('approvals')).includes('campaigns'), 'nothing else has changed');
    const id = String(held.error.queued_recommendation_id);
    await service.call('POST', `${HARBOR}/queued-writes/${id}/approve`, { cookie: owner.cookie, body: {} });
    await stream.told('approvals', 'campaigns', 'actions');
    await service.call('PUT', `${HARBOR}/approvals`, { cookie: owner.cookie, body: { required: false } });
  });

  test('ends at once for whoever is removed, demoted or signs out, and for nobody else', async () => {
    const ends: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
      removed: (person) => service.world.remove(person),
      demoted: (person) => service.world.setRole(person, 'member'),
      'signed out': ({ cookie }) => service.call('POST', '/dashboard/v1/sign-out', { cookie }),
    };
    const bystander = await following(service.world.people.owner);
    for (const [how, end] of Object.entries(ends)) {
      const person = await newcomer('leaving', 'admin');
      const stream = await following(person);
      await end(person);
      await within(stream.ended, how);
    }
    assert.equal(await Promise.race([bystander.ended.then(() => 'ended'), sleep(50, 'open')]), 'open');
  });

  test('stays open whatever becomes of its reader in another organization', async () => {
    const { world, database } = service;
    const { orchard } = world;
    const person = await newcomer('in-both');
    const { key } = await world.addKey({ creator: person, organization: orchard });
    const elsewhere = { organizationId: orchard.id, db: database };
    for (const [what, happens] of Object.entries<() => Promise<unknown>>({
      joins: () => world.addMember(orchard, person, 'member'),
      'is made an Admin': () => updateRole(elsewhere, person.id, 'admin'),
      'has a key revoked': () => database.execute(revokeKey, hashOf(key), new Date()),
      leaves: () => deleteMember(elsewhere, person.id),
      'has a key removed': () => database.execute(removeKey, hashOf(key)),
    })) {
      const stream = await following(person);
      await happens();
      await everythingHeard();
      service.service.services.changes.note(world.harbor.id, ['figures']);
      await Promise.race([stream.told('figures'), stream.ended.then(() => assert.fail(`ended when somebody ${what}`))]);
    }
  });

  test('costs no statement while it is open, and one event in the audit trail', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, number) => service.world.addPerson(`reader-${number}`, 'member')),
    );
    await everythingHeard();
    const streams = await Promise.all(people.map((person) => following(person)));
    await sleep(A_WHILE_MS);
    const before = service.statements.length;
    service.service.services.changes.note(service.world.harbor.id, ['figures']);
    service.service.services.changes.note(service.world.harbor.id, ['reports']);
    for (const stream of streams) await stream.told('figures', 'reports');
    assert.deepEqual(
      service.statements.slice(before).map((text) => /pg_notify/.test(text)),
      [true],
      'one statement for everything of that moment and for everybody who is told',
    );
    for (const stream of streams) stream.leave();
    for (const { requestId } of streams) {
      assert.equal((await eventOf(service.database, requestId)).operation, 'follow_organization');
    }
  });

  test('a person has only so many open, and leaving one makes room at once', async () => {
    const person = await newcomer('many');
    const streams = await Promise.all(Array.from({ length: MOST_OF_PERSON }, () => following(person)));
    const refused = await service.call('GET', `${HARBOR}/events`, { cookie: person.cookie });
    assert.deepEqual([refused.status, refused.error.code], [429, 'rate_limited']);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    const size = service.service.services.eventStreams.size;
    streams[0]?.leave();
    while (service.service.services.eventStreams.size === size) await sleep(5);
    await following(person);
  });

  test('whoever lost what was said meanwhile is sent to look at everything again', async () => {
    const person = await newcomer('cut-off');
    const stream = await following(person);
    await service.database.execute(breakListeners);
    await within(stream.ended, 'cut off');
    const again = await following(person);
    service.service.services.changes.note(service.world.harbor.id, ['figures']);
    await again.told('figures');
  });

  test('hears what another process has changed, and whose access it ended', async () => {
    const other = await serveInProcess(suite, { databaseUrl: service.databaseUrl });
    const person = await newcomer('elsewhere', 'admin');
    const stream = await following(person);
    const { cookie } = service.world.people.owner;
    const body = { name: 'From another process', dry_run: false };
    const path = `${HARBOR}/campaigns/${service.world.campaignSlug}`;
    assert.equal((await other.call('PATCH', path, { cookie, body })).status, 200);
    await stream.told('campaigns');
    assert.equal((await other.call('DELETE', `${HARBOR}/members/${person.id}`, { cookie })).status, 200);
    await within(stream.ended, 'removed elsewhere');
  });

  test('every change inside an organization says what it changes', () => {
    const silent = [...operations, ...dashboardOperations].filter(
      ({ kind, organization, changes }) => kind !== 'read' && organization !== 'caller' && changes.length === 0,
    );
    assert.deepEqual(
      silent.map(({ name }) => name),
      [],
    );
    const tasks = allTasks.filter(({ inOrganization, changes }) => inOrganization && changes.length === 0);
    assert.deepEqual(
      tasks.map(({ type }) => type),
      ['revoke_ad_login'],
      'the login was forgotten here before',
    );
  });
});

test('no session reads it beyond its time, and a service that ends lets everybody go at once', async (t) => {
  const { base, service, world, clock } = await startService(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const expiring = await follow(t, base, { cookie: world.people.owner.cookie });
  clock.turn({ hours: 31 * 24 });
  t.mock.timers.tick(15_000);
  t.mock.timers.reset();
  await within(expiring.ended, 'expired');

  const newcomer = await world.addPerson('newcomer', 'member');
  const stream = await follow(t, base, { cookie: newcomer.cookie });
  await service.services.eventStreams.close();
  await within(stream.ended, 'closed');
});

async function within(ended: Promise<void>, how: string): Promise<void> {
  const late = sleep(2_000, undefined, { ref: false }).then(() => Promise.reject(new Error(`${how}: it did not end`)));
  await Promise.race([ended, late]);
}
