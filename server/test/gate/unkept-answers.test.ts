import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { operations } from '../../catalogue.ts';
import type { Operation } from '../../src/base/operation.ts';
import { lookForUnanswered, notedRequests } from '../audit/unanswered.ts';
import { auditEvents, eventOf, type KeptEvent } from '../harness/audit-events.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { DASHBOARD, REST } from '../harness/gate.ts';
import { silentLog } from '../harness/log.ts';
import { validRequest } from '../harness/requests.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { withTrail } from '../harness/trail.ts';
import { argumentsOf } from '../surfaces/mcp/tool-arguments.ts';

/** So often one event is tried to be kept. */
const TRIES = 3;
const AT_LEAST_ALL = 1_000;
const TOLD_ONCE = [503, 'rate_limited'];

/** A trail that does not keep what it is asked to, so many times. */
class Trail {
  refuses = 0;

  get isGone(): boolean {
    this.refuses -= 1;
    return this.refuses >= 0;
  }
}

const named = (name: string): Operation => {
  const found = operations.find((operation) => operation.name === name);
  assert.ok(found);
  return found;
};
const READ = named('list_organizations');
const CHANGE = named('generate_report');

describe('an answer whose event could not be kept', () => {
  const suite = wholeSuite();
  const trail = new Trail();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, {
      adapters: (database) => ({ log: silentLog, database: withTrail(database, trail) }),
    });
  });

  type Ask = (operation: Operation) => Promise<HttpAnswer>;
  const rest: Ask = async (operation) => {
    const { key } = await service.world.addKey();
    const { method, path, body } = await requestOf(operation);
    return service.call(method, REST + path, { key, body, unchecked: true });
  };
  const dashboard: Ask = async (operation) => {
    const { cookie } = service.world.people.owner;
    const { method, path, body } = await requestOf(operation);
    return service.call(method, DASHBOARD + path, { cookie, body, unchecked: true });
  };
  const mcp = async (method: string, params: object) => {
    const { key } = await service.world.addKey();
    const headers = { accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 'q', method, params };
    return service.call('POST', '/mcp', { key, headers, body, unchecked: true });
  };
  const tool: Ask = async (operation) =>
    mcp('tools/call', { name: operation.tool, arguments: argumentsOf(operation, await requestOf(operation)) });

  const requestOf = (operation: Operation) => {
    const { world } = service;
    return validRequest(operation, { world, person: world.people.owner });
  };

  /** What was added to the trail by what was asked, once those that were never answered have been looked for. */
  async function added(ask: () => Promise<HttpAnswer>, refuses: number): Promise<[HttpAnswer, KeptEvent[]]> {
    const { gate, services } = service.service;
    const known = new Set((await auditEvents(service.database)).map(({ request_id }) => request_id));
    trail.refuses = refuses;
    const answer = await ask().finally(() => {
      trail.refuses = 0;
    });
    await gate.audit.drained();
    await lookForUnanswered(services);
    assert.deepEqual(await notedRequests(service.database), []);
    return [answer, (await auditEvents(service.database)).filter(({ request_id }) => !known.has(request_id))];
  }

  function saysSo({ status, headers, text }: HttpAnswer, expected: number): void {
    assert.equal(status, expected, text);
    assert.match(text, /rate_limited.*cannot reach its database/);
    assert.equal(headers['retry-after'], '5');
    assert.match(String(headers['x-request-id']), /^req_[0-9a-z]{26}$/);
  }

  const told = (events: KeptEvent[]) => events.map((event) => [event.request_id, event.status_code, event.error_code]);

  for (const [surface, ask, status] of [
    ['REST', rest, 503],
    ['the dashboard', dashboard, 503],
    ['MCP', tool, 200],
  ] as const) {
    for (const operation of [READ, CHANGE]) {
      test(`is told under its own id, with one event that says so: ${operation.name}, ${surface}`, async () => {
        const [answer, events] = await added(() => ask(operation), TRIES);
        saysSo(answer, status);
        assert.deepEqual(told(events), [[answer.requestId, ...TOLD_ONCE]]);
      });
    }

    test(`has the id of the note beside what it changed, and takes its place once events can be kept: ${surface}`, async () => {
      const { gate, services } = service.service;
      trail.refuses = AT_LEAST_ALL;
      const answer = await ask(CHANGE);
      saysSo(answer, status);
      assert.deepEqual(await notedRequests(service.database), [answer.requestId]);
      await lookForUnanswered(services);
      const told = async () => {
        const { status_code, error_code } = await eventOf(service.database, answer.requestId);
        return [status_code, error_code];
      };
      assert.deepEqual(await told(), [500, 'answer_unknown']);
      trail.refuses = 0;
      await gate.audit.drained();
      assert.deepEqual(await told(), TOLD_ONCE);
    });
  }

  test('is told under its own id for a message of MCP that is no operation', async () => {
    for (const [method, params] of [
      ['tools/list', {}],
      ['tools/call', { name: 'nothing' }],
      ['ping', {}],
      ['resources/read', { uri: 'sluice://harbor/profile' }],
    ] as const) {
      const [answer, events] = await added(() => mcp(method, params), TRIES);
      saysSo(answer, 503);
      assert.deepEqual(told(events), [[answer.requestId, ...TOLD_ONCE]], method);
    }
  });

  test('is only counted where its sender is nobody in particular, as soon as that can be', async () => {
    const ask = () => service.call('GET', `${REST}/organizations`, { unchecked: true });
    const [answer, events] = await added(ask, AT_LEAST_ALL);
    saysSo(answer, 503);
    assert.deepEqual(
      events.map((event) => [event.status_code, event.error_code, event.count]),
      [[401, 'unauthorized', 1]],
    );
  });
});
