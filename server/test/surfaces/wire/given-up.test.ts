import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Pace } from '../../../src/surfaces/wire/pace.ts';
import { auditEvents } from '../../harness/audit-events.ts';
import { intakeWith } from '../../harness/config.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const PER_SECOND = 10;
/** Some are answered at once, some wait, and the rest are more than may wait. */
const MANY = 200;
const WAITS_MS = 30;
const PATIENCE_MS = 10_000;
/** Longer than what waits behind all of them. */
const TURNS_MS = 300;

describe('what never became a request and waits for its pace', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, { config: { intake: intakeWith({ uncountedPerSecond: PER_SECOND }) } });
  });

  for (const [what, bytes, operation] of [
    ['what is no request', 'FOO / HTTP/1.1\r\n\r\n', 'unreadable_request'],
    ['who wants to be connected elsewhere', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', 'unknown_method'],
    ['what comes behind a request', 'GET /nowhere HTTP/1.1\r\nhost: a\r\n\r\n\0', 'unreadable_request'],
  ] as const) {
    test(`is counted once, whether its sender waits or not: ${what}`, async () => {
      const before = await counted(operation);
      await Promise.all(Array.from({ length: MANY }, () => sendAndLeave(bytes)));
      const until = performance.now() + PATIENCE_MS;
      while ((await counted(operation)) < before + MANY && performance.now() < until) await pause(TURNS_MS);
      await pause(TURNS_MS);
      assert.equal((await counted(operation)) - before, MANY);
    });
  }

  async function sendAndLeave(bytes: string): Promise<void> {
    const { hostname, port } = new URL(service.base);
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    socket.write(bytes);
    await pause(WAITS_MS);
    socket.destroy();
  }

  async function counted(operation: string): Promise<number> {
    await service.service.gate.audit.drained();
    const kept = (await auditEvents(service.database)).filter((event) => event.operation === operation);
    return kept.reduce((sum, { count }) => sum + count, 0);
  }
});

describe('of what keeps a pace', () => {
  const ONE_A_SECOND = 1;
  const AT_ONCE = 5;
  const WAITING_AT_MOST = 10;

  /** As many as may come, each of which says what became of it. */
  function held(pace: Pace, many: number) {
    return Array.from({ length: many }, () => {
      const told: string[] = [];
      const connection = Object.assign(new EventEmitter(), { destroy: () => connection.emit('close') });
      const send = () => void told.push('sent');
      const giveUp = () => void told.push('given up');
      pace.answer('192.0.2.1', connection, send, giveUp);
      return { told, leave: () => connection.destroy() };
    });
  }

  test('each is sent or given up, and once', () => {
    const pace = new Pace(ONE_A_SECOND);
    const all = held(pace, AT_ONCE + WAITING_AT_MOST + 2);
    const leaving = all.slice(AT_ONCE + 1, AT_ONCE + 3);
    assert.deepEqual(all.at(-1)?.told, ['given up'], 'far too much waited');
    for (const { leave } of leaving) leave();
    pace.end();
    for (const { leave } of all) leave();
    const gone = new Set([...leaving, ...all.slice(AT_ONCE + WAITING_AT_MOST)]);
    assert.deepEqual(
      all.map(({ told }) => told),
      all.map((one) => (gone.has(one) ? ['given up'] : ['sent'])),
    );
  });
});
