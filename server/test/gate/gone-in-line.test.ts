import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditEvents } from '../harness/audit-events.ts';
import { intakeWith } from '../harness/config.ts';
import { heldTurns } from '../harness/held-turns.ts';
import { type RawConnection, rawConnection } from '../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { addCampaign } from '../harness/world-records.ts';

const MANY = 200;
/** One of a crowd begins in this time where others leave it none. */
const TURN_MS = 10;
const LOOKS_EVERY_MS = 5;
/** All have gone long before half of them had their turn. */
const SOON_MS = (MANY * TURN_MS) / 2;

describe('a request that waits for its turn', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, {
      config: { rateLimitPerMinute: 10_000, intake: intakeWith({ connectionsPerAddress: 2_000 }) },
    });
  });

  /** Others are at work, and leave a crowd no time. */
  function busy(t: TestContext): void {
    void service.service.services.turns.beginnings.begin({ holder: 'others' });
    let active = 0;
    t.mock.method(performance, 'eventLoopUtilization', () => {
      active += 1;
      return { idle: 0, active, utilization: 1 };
    });
  }

  /** Sends one request on each of many connections, until all have come in. */
  async function flood(t: TestContext, request: (host: string) => string): Promise<RawConnection[]> {
    const { host } = new URL(service.base);
    const { mock } = t.mock.method(service.service.services.turns.beginnings, 'begin');
    const connections = await Promise.all(Array.from({ length: MANY }, () => rawConnection(service.base)));
    for (const connection of connections) connection.send(request(host));
    while (mock.callCount() < MANY) await sleep(1);
    return connections;
  }

  async function eventsOf(userAgent: string) {
    const events = await auditEvents(service.database);
    return events.filter(({ user_agent: of }) => of === userAgent);
  }

  const BODY = JSON.stringify({ name: 'Renamed by nobody', dry_run: false });
  const MESSAGE = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'svc_list_campaigns', arguments: {} },
  });
  const posted = (body: string) => `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const accepts = 'accept: application/json, text/event-stream\r\n';

  for (const [what, requestTo] of [
    ['a read', () => ['GET /v1/organizations/harbor/campaigns', '\r\n']],
    ['a change', (slug: string) => [`PATCH /v1/organizations/harbor/campaigns/${slug}`, posted(BODY)]],
    ['a tool call', () => ['POST /mcp', accepts + posted(MESSAGE)]],
    ['a path that nobody knows', () => ['GET /v1/nothing', '\r\n']],
  ] as [string, (slug: string) => [line: string, rest: string]][]) {
    test(`does so no longer once its sender has gone, and leaves its event: ${what}`, async (t) => {
      const { key } = await service.world.addKey();
      const slug = await addCampaign(service.database, service.clock, service.world.harbor);
      const [line, rest] = requestTo(slug);
      busy(t);
      const head = (host: string) =>
        `${line} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\nuser-agent: ${what}\r\n`;
      const connections = await flood(t, (host) => head(host) + rest);
      for (const connection of connections) connection.reset();
      const began = performance.now();
      const { beginnings } = service.service.services.turns;
      while (beginnings.waiting > 0) await sleep(LOOKS_EVERY_MS);
      const took = performance.now() - began;
      assert.ok(took < SOON_MS, `they waited ${took} ms more`);
      while ((await eventsOf(what)).length < MANY) await sleep(LOOKS_EVERY_MS);
      const events = await eventsOf(what);
      assert.equal(events.length, MANY, 'each has one');
      const calledOff = events.filter(({ error_code: code }) => code === 'rate_limited');
      assert.ok(calledOff.length >= MANY / 4, `${calledOff.length} were called off`);
      assert.ok(calledOff.every(({ status_code: status }) => status === 429));
    });
  }

  test('does so no longer once its sender has gone, also where their standing changed meanwhile', async (t) => {
    const { harbor, people } = service.world;
    await service.world.setRole(people.admin, 'owner');
    const { key } = await service.world.addKey({ creator: people.admin });
    const slug = await addCampaign(service.database, service.clock, harbor);
    const turns = heldTurns(t, service.service.services);
    const body = { name: 'Renamed by nobody', dry_run: false };
    const path = `/v1/organizations/harbor/campaigns/${slug}`;
    const changing = service.call('PATCH', path, { key, body });
    await turns.allWait();
    await service.world.setRole(people.admin, 'admin');
    turns.end(false);
    assert.equal((await changing).status, 429);
    const { key: another } = await service.world.addKey();
    const { text } = await service.call('GET', path, { key: another });
    assert.ok(text.includes(slug) && !text.includes(body.name), text);
  });

  test('of what a key asks for keeps its person’s own pages from nothing', async (t) => {
    const { owner } = service.world.people;
    const { key } = await service.world.addKey({ creator: owner });
    busy(t);
    const asks = (host: string) =>
      `GET /v1/organizations/harbor/campaigns HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`;
    const connections = await flood(t, asks);
    const { status } = await service.call('GET', '/dashboard/v1/me', { cookie: owner.cookie });
    const left = service.service.services.turns.beginnings.waiting;
    for (const connection of connections) connection.reset();
    assert.equal(status, 200);
    assert.ok(left > MANY / 4, `${left} of ${MANY} waited still`);
  });
});
