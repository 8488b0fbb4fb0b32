import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { lookForUnanswered, notedRequests } from '../../audit/unanswered.ts';
import { auditEvents, type KeptEvent } from '../../harness/audit-events.ts';
import type { Client } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../organization.ts';
import { UNANSWERED, type Unanswered } from './unanswered-victims.ts';
import { startFaultWorld, type World } from './world.ts';

const UNKNOWN = [500, 'answer_unknown'];
const TERMINATED_WITHIN_MS = 22_000;

const hideTrail = statement<[], never>('alter table audit_event rename to audit_event_hidden');
const showTrail = statement<[], never>('alter table audit_event_hidden rename to audit_event');
const lastAction = statement<[organizationId: number], { request_id: string }>(
  'select request_id from action where organization_id = $1 order by at desc limit 1',
);
const listed = z.object({ events: z.array(z.looseObject({ request_id: z.string() })) });

describe('a change that was executed has one audit event', () => {
  const suite = wholeSuite();
  let world: World;

  before(async () => {
    world = await startFaultWorld(suite);
  });

  async function eventsOf(organization: Organization, operation: string): Promise<KeptEvent[]> {
    const events = await auditEvents(world.database);
    return events.filter((event) => event.organization_id === organization.id && event.operation === operation);
  }

  /** What was added to the trail by one request, once those that were never answered have been looked for. */
  async function addedBy(organization: Organization, operation: string, before: KeptEvent[]): Promise<KeptEvent> {
    await organization.quiet();
    await lookForUnanswered(world.service.services);
    await lookForUnanswered(world.service.services);
    const known = new Set(before.map(({ request_id }) => request_id));
    const [event, ...more] = (await eventsOf(organization, operation)).filter(
      ({ request_id }) => !known.has(request_id),
    );
    assert.ok(event, 'it has an event');
    assert.deepEqual(more, []);
    assert.deepEqual(await notedRequests(world.database), []);
    return event;
  }

  /** Owners see it in the export and on the page, as the schema says. */
  async function isShown(organization: Organization, { request_id }: KeptEvent): Promise<void> {
    const path = `/organizations/${organization.slug}/audit`;
    const exported = await organization.send('GET', `${path}/export`, undefined, { key: organization.keys.owner.key });
    const page = await organization.send('GET', `${path}?limit=100`, undefined, organization.people.owner);
    for (const answer of [exported, page]) {
      assert.equal(answer.status, 200, answer.text);
      const { events } = listed.parse(answer.json);
      assert.equal(events.filter((event) => event.request_id === request_id).length, 1);
    }
  }

  async function killDuring({ hold, block }: Unanswered, send: () => Promise<unknown>): Promise<void> {
    const held = hold && world.gate.hold(hold);
    const blocked = block && world.databaseGate.block(block);
    const answered = send().catch(() => undefined);
    await (held?.reached ?? blocked?.reached());
    await world.served().kill();
    held?.open();
    await blocked?.end('kept');
    await answered;
    await world.restart();
  }

  for (const victim of UNANSWERED) {
    test(`${victim.name}: killed ${victim.hold ? 'while Google answers' : 'before anybody was answered'}`, async () => {
      const organization = await world.organization();
      const send = await victim.prepare(organization);
      const before = await eventsOf(organization, victim.operation);
      await killDuring(victim, () => send({ via: world.served() }));
      const event = await addedBy(organization, victim.operation, before);
      assert.deepEqual([event.status_code, event.error_code], UNKNOWN);
      assert.match(event.path, /^\/(dashboard\/)?v1\//);
      assert.ok(event.actor_type && event.user && event.ip);
      await isShown(organization, event);
    });
  }

  test('also where its process was asked to end and Google took its time', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const held = world.gate.hold('answered');
    const answered = organization
      .patch(slug, { budget: 44, dry_run: false }, { via: world.served() })
      .catch(() => undefined);
    await held.reached;
    const { ms } = await world.served().terminate();
    held.open();
    await answered;
    assert.ok(ms < TERMINATED_WITHIN_MS);
    await world.restart();
    const event = await addedBy(organization, 'update_campaign', []);
    assert.deepEqual([event.status_code, event.error_code], UNKNOWN);
  });

  test('also where the database refused it when it was to be written', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const unchecked: Pick<Client, 'call'> = {
      call: (method, path, options) => world.served().call(method, path, { ...options, unchecked: true }),
    };
    const held = world.gate.hold('answered');
    const answered = organization.patch(slug, { budget: 44, dry_run: false }, { via: unchecked });
    await held.reached;
    await world.database.execute(hideTrail);
    held.open();
    const answer = await answered.finally(() => world.database.execute(showTrail));
    assert.equal(answer.status, 500, answer.text);
    const event = await addedBy(organization, 'update_campaign', []);
    const action = await world.database.row(lastAction, organization.id);
    assert.deepEqual([event.request_id, event.status_code, event.error_code], [action?.request_id, ...UNKNOWN]);
  });

  test('undisturbed it leaves no note, and says what was answered', async () => {
    const organization = await world.organization();
    const slug = await organization.live({ budget: 40 });
    const { requestId } = await organization.patch(slug, { budget: 44, dry_run: false }, { via: world.served() });
    assert.deepEqual(await notedRequests(world.database), []);
    const event = await addedBy(organization, 'update_campaign', []);
    assert.deepEqual([event.request_id, event.status_code, event.error_code], [requestId, 200, null]);
  });
});
