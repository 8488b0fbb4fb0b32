import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AuditEvent } from '../../src/audit/audit.store.ts';
import { AuditWriter } from '../../src/audit/audit-writer.ts';
import { noteRequest, noteRequestApart } from '../../src/audit/begun-request.ts';
import { statement } from '../../src/base/database.ts';
import { auditEvents, eventOf } from '../harness/audit-events.ts';
import { startService, wholeSuite } from '../harness/service.ts';
import { lookForUnanswered, notedRequests } from './unanswered.ts';

const ORGANIZATION = 7;
const RACES = 60;
const FLOOD = 50;
const forgetNote = statement<[requestId: string], never>('delete from begun_request where request_id = $1');
const forgetApart = statement<[requestId: string], never>('delete from begun_request_apart where request_id = $1');

function answered(request_id: string, at: number): AuditEvent {
  return {
    organization_id: ORGANIZATION,
    at: new Date(at).toISOString(),
    request_id,
    operation: 'update_campaign',
    path: '/v1/organizations/acme/campaigns/drains',
    status_code: 200,
    error_code: null,
    actor_type: 'api_key',
    user: 'somebody@people.example',
    key_prefix: 'svc_live_aaaa',
    key_last_four: 'bbbb',
    ip: '192.0.2.1',
    user_agent: 'curl',
    client: null,
    begun: true,
  };
}

describe('the note of a request whose change is executed', () => {
  const suite = wholeSuite();
  let running: Awaited<ReturnType<typeof startService>>;

  before(async () => {
    running = await startService(suite);
  });

  /** A request that has changed something and is not answered yet. */
  async function begun(name: string, changes: Partial<AuditEvent> = {}): Promise<AuditEvent> {
    const { database, clock } = running;
    const event = { ...answered(`req_${name}`, clock.now()), ...changes };
    const noted = { ...event, status_code: 500, error_code: 'answer_unknown' };
    const tenancy = { organizationId: ORGANIZATION };
    await database.transaction((db) => noteRequest({ ...tenancy, db }, noted, new Date(clock.now())));
    return event;
  }

  /** One that belongs to no organization as far as was known when it began. */
  async function begunApart(name: string, changes: Partial<AuditEvent> = {}): Promise<AuditEvent> {
    const { database, clock } = running;
    const event = { ...answered(`req_apart_${name}`, clock.now()), organization_id: null, ...changes };
    const noted = { ...event, status_code: 500, error_code: 'answer_unknown' };
    await database.transaction((db) => noteRequestApart(db, noted, new Date(clock.now())));
    return event;
  }

  function look(options?: { after: number }): Promise<void> {
    return lookForUnanswered(running.service.services, options);
  }

  async function outcomeOf({ request_id }: AuditEvent) {
    const { status_code, error_code } = await eventOf(running.database, request_id);
    return [status_code, error_code];
  }

  test('goes with its event, whoever else is in the batch', async () => {
    const writer = new AuditWriter(running.database.lane());
    const [one, other] = [await begun('one'), await begun('other')];
    const { begun: _, ...read } = { ...one, request_id: 'req_read' };
    const nobodys = { ...read, request_id: 'req_nobody', organization_id: null, actor_type: null };
    await Promise.all([read, one, nobodys, other].map((event) => writer.keep(event, null)));
    assert.deepEqual(await notedRequests(running.database), []);
    await look();
    for (const event of [one, other, read]) assert.deepEqual(await outcomeOf(event), [200, null]);
  });

  test('stays while its request may still be answered', async () => {
    const event = await begun('young');
    await look({ after: 4 * 60 * 1000 });
    assert.deepEqual(await notedRequests(running.database), [event.request_id]);
    await look();
    await look();
    assert.deepEqual(await outcomeOf(event), [500, 'answer_unknown']);
    assert.deepEqual(await notedRequests(running.database), []);
  });

  test('becomes an event that says all that was known', async () => {
    const { begun: _, ...event } = await begun('whole', { ip: '::ffff:192.0.2.1', user_agent: 'odd \0' });
    await look();
    assert.deepEqual(await eventOf(running.database, event.request_id), {
      ...event,
      status_code: 500,
      error_code: 'answer_unknown',
      ip: '192.0.2.1',
      user_agent: 'odd \\u{0}',
      count: 1,
    });
  });

  test('an answer that comes after that takes the place of the event: what is known outweighs what is not', async () => {
    const event = await begun('late');
    await look();
    await new AuditWriter(running.database.lane()).keep(event, null);
    assert.deepEqual(await outcomeOf(event), [200, null]);
    await look();
    assert.deepEqual(await outcomeOf(event), [200, null]);
  });

  test('of several processes that look while the answer is kept, each request has one event, the answer’s', async () => {
    const { database } = running;
    const writers = [new AuditWriter(database.lane()), new AuditWriter(database.lane())];
    for (let race = 0; race < RACES; race += 1) {
      const events = [await begun(`race_${race}_a`), await begun(`race_${race}_b`)];
      const kept = events.map((event, index) => writers[index]?.keep(event, null));
      await Promise.all([look(), look(), ...kept]);
      for (const event of events) assert.deepEqual(await outcomeOf(event), [200, null], `race ${race}`);
    }
    assert.deepEqual(await notedRequests(database), []);
  });

  test('one that cannot become an event keeps no other organization’s from it', async () => {
    const { database } = running;
    const others = [8, 9, 10, 11].map((organization_id) => ({
      organization_id,
      request_id: `req_of_${organization_id}`,
    }));
    for (const { organization_id, request_id } of others) {
      const at = organization_id === 9 ? 'no instant' : new Date(running.clock.now()).toISOString();
      const noted = { ...answered(request_id, running.clock.now()), organization_id, at };
      const tenancy = { db: database, organizationId: organization_id };
      await noteRequest(tenancy, noted, new Date(running.clock.now()));
    }
    await look();
    assert.deepEqual(await notedRequests(database), ['req_of_9']);
    await database.execute(forgetNote, 'req_of_9');
  });

  describe('of no organization', () => {
    test('goes with its event, whoever else is in the batch, wherever the event belongs in the end', async () => {
      const writer = new AuditWriter(running.database.lane());
      const [one, placed] = [await begunApart('one'), await begunApart('placed')];
      const inOne = await begun('beside');
      const { begun: _, ...read } = { ...inOne, request_id: 'req_beside_read' };
      const events = [read, one, { ...placed, organization_id: ORGANIZATION }, inOne];
      await Promise.all(events.map((event) => writer.keep(event, null)));
      assert.deepEqual(await notedRequests(running.database), []);
      await look();
      for (const event of events) assert.deepEqual(await outcomeOf(event), [200, null]);
    });

    test('becomes an event of its own, in the organization that it names, if any', async () => {
      const young = await begunApart('young');
      await look({ after: 4 * 60 * 1000 });
      assert.deepEqual(await notedRequests(running.database), [young.request_id]);
      const placed = await begunApart('named', { organization_id: ORGANIZATION, ip: '::ffff:192.0.2.1' });
      await look();
      await look();
      for (const { begun: _, ...event } of [young, placed]) {
        assert.deepEqual(await eventOf(running.database, event.request_id), {
          ...event,
          status_code: 500,
          error_code: 'answer_unknown',
          ip: '192.0.2.1',
          count: 1,
        });
      }
      assert.deepEqual(await notedRequests(running.database), []);
    });

    test('an answer that comes after that takes the place of the event', async () => {
      const writer = new AuditWriter(running.database.lane());
      for (const event of [
        await begunApart('late'),
        await begunApart('late_here', { organization_id: ORGANIZATION }),
      ]) {
        await look();
        assert.deepEqual(await outcomeOf(event), [500, 'answer_unknown']);
        await writer.keep(event, null);
        assert.deepEqual(await outcomeOf(event), [200, null]);
        await look();
        assert.deepEqual(await outcomeOf(event), [200, null]);
      }
    });

    test('says what was known of the request when it was noted last', async () => {
      const event = await begunApart('unnamed', { user: null, actor_type: null });
      await begunApart('unnamed', { user: 'found@people.example' });
      await look();
      assert.equal((await eventOf(running.database, event.request_id)).user, 'found@people.example');
    });

    test('is kept for itself where nobody is named: what has changed something is not only counted', async () => {
      const writer = new AuditWriter(running.database.lane());
      const nobody = { user: null, actor_type: null, key_prefix: null, key_last_four: null };
      const [one, other] = [await begunApart('unknown_1', nobody), await begunApart('unknown_2', nobody)];
      await Promise.all([writer.keep(one, null), writer.keep({ ...other, error_code: 'rate_limited' }, null)]);
      assert.deepEqual(await notedRequests(running.database), []);
      for (const { request_id } of [one, other]) assert.equal((await eventOf(running.database, request_id)).count, 1);
    });

    test('of several processes that look while the answer is kept, each request has one event, the answer’s', async () => {
      const { database } = running;
      const writers = [new AuditWriter(database.lane()), new AuditWriter(database.lane())];
      for (let race = 0; race < RACES; race += 1) {
        const events = [await begunApart(`race_${race}_a`), await begunApart(`race_${race}_b`)];
        const kept = events.map((event, index) => writers[index]?.keep(event, null));
        await Promise.all([look(), look(), ...kept]);
        for (const event of events) assert.deepEqual(await outcomeOf(event), [200, null], `race ${race}`);
      }
      assert.deepEqual(await notedRequests(database), []);
    });

    test('one that cannot become an event keeps no other from it', async () => {
      const events = [
        await begunApart('fine_1'),
        await begunApart('odd', { at: 'no instant' }),
        await begunApart('fine_2'),
      ];
      await look();
      assert.deepEqual(await notedRequests(running.database), ['req_apart_odd']);
      for (const event of [events[0], events[2]]) assert.ok(event && (await outcomeOf(event))[0] === 500);
      await running.database.execute(forgetApart, 'req_apart_odd');
    });
  });

  test('what nobody in particular asks for only counts something: it leaves no note, and no event of its own', async () => {
    const { call, database } = running;
    const password = 'correct horse battery';
    const ofNobody: [path: string, body: (time: number) => object][] = [
      ['/sign-in', (time) => ({ email: `nobody-${time}@people.example`, password })],
      ['/sign-in/second-factor', () => ({ challenge: 'none', code: '000000' })],
      ['/password-resets', (time) => ({ email: `nobody-${time}@people.example` })],
      ['/password-resets/complete', () => ({ token: 'none', password })],
      ['/invitations/join', () => ({ token: 'none', name: 'Nora', password })],
    ];
    const before = (await auditEvents(database)).length;
    for (let time = 0; time < FLOOD; time += 1) {
      await Promise.all(ofNobody.map(([path, body]) => call('POST', `/dashboard/v1${path}`, { body: body(time) })));
    }
    assert.deepEqual(await notedRequests(database), []);
    const rows = (await auditEvents(database)).length - before;
    // The clock may turn to another minute once, and a limit may be reached.
    assert.ok(rows <= 4 * ofNobody.length, `${rows} rows`);
  });

  test('an answer that a limit refused in a flood is kept for itself', async () => {
    const writer = new AuditWriter(running.database.lane());
    const refused = { status_code: 429, error_code: 'rate_limited' };
    const { begun: _, ...flood } = { ...answered('req_flood', running.clock.now()), ...refused };
    for (let turn = 0; turn < 600; turn += 1) writer.keep({ ...flood, request_id: `req_flood_${turn}` }, null);
    const event = await begun('limited', refused);
    await writer.keep(event, null);
    await writer.drained();
    await look();
    assert.deepEqual(await outcomeOf(event), [429, 'rate_limited']);
  });
});
