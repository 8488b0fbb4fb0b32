import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Caller } from '../../src/base/caller.ts';
import { type Queryable, statement } from '../../src/base/database.ts';
import { placeOf } from '../../src/base/holder.ts';
import { readsInLine } from '../../src/base/reads-in-line.ts';
import { writesInLine } from '../../src/base/writes-in-line.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { newCookie } from '../harness/world-people.ts';

/** More than may wait in either line. */
const MANY = 320;
const takesTime = statement<[], { done: string }>(`select pg_sleep(0.02)::text as done`);

type AskedFor = { caller: Caller; organizationId?: number };

describe('what one asks for on and on', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
  });

  const lines: Record<string, (asking: AskedFor) => Queryable> = {
    reads: (asking) => readsInLine(service.service.services, placeOf(asking)).db,
    'direct writes': (asking) =>
      writesInLine({ ...service.service.services, ...asking, requestId: 'req_1', ip: '127.0.0.1' }).db,
  };

  async function callerOf(cookie: string): Promise<Caller> {
    const token = cookie.split('=')[1] ?? '';
    const { authenticator } = service.service.gate;
    const identified = await authenticator.identify({ kind: 'session', token }, { live: true, resource: '' });
    assert.ok('caller' in identified);
    return identified.caller;
  }

  /** Fills a line, and asks once more as somebody else: how many had their turn before. */
  async function turnsBefore(line: string, asking: AskedFor, other: AskedFor): Promise<number> {
    let turns = 0;
    const ask = async (by: AskedFor) => {
      await lines[line]?.(by).row(takesTime);
      turns += 1;
    };
    const flood = Array.from({ length: MANY }, () => ask(asking).catch((error: unknown) => error));
    await ask(other);
    const before = turns;
    assert.ok(
      (await Promise.all(flood)).some((error) => error instanceof Error),
      'the line was full',
    );
    return before;
  }

  for (const line of Object.keys(lines)) {
    test(`by ${line} in an organization keeps none of its other people waiting`, async () => {
      const { harbor, people } = service.world;
      const [member, owner] = [await callerOf(people.member.cookie), await callerOf(people.owner.cookie)];
      const organizationId = harbor.id;
      assert.ok((await turnsBefore(line, { caller: member, organizationId }, { caller: owner, organizationId })) < 10);
    });

    test(`by ${line} in a session keeps no other session of the person waiting`, async () => {
      const { owner } = service.world.people;
      const other = await newCookie(service.database, service.clock, owner.id);
      const [one, next] = [await callerOf(owner.cookie), await callerOf(other)];
      assert.ok((await turnsBefore(line, { caller: one }, { caller: next })) < 10);
    });
  }
});
