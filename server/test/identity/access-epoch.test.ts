import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Statement, statement } from '../../src/base/database.ts';
import { newWorld, type World } from './world.ts';

const MANY = 300;

const seedSessions = statement<[personId: number, many: number], never>(`
  insert into session (hash, person_id, created_at, expires_at)
  select sha256(($1::integer || ' ' || n)::bytea), $1, '2026-03-01', '2026-04-01' from generate_series(1, $2) n`);
const seedKeys = statement<[organizationId: number, personId: number, many: number], never>(`
  insert into api_key (organization_id, id, name, creator_id, scopes, hash, prefix, last_four, created_at, expires_at)
  select $1, $2::integer || ' ' || n, 'k', $2, '{}', sha256(($2::integer || ' ' || n)::bytea), 'p', 'four', '2026-03-01',
    '2026-04-01'
  from generate_series(1, $3) n`);
const seedConnection = statement<[id: string, personId: number], never>(`
  insert into oauth_connection (id, person_id, client_id, client_name, scopes, created_at)
  values ($1, $2, 'client', 'Assistant', '{}', '2026-03-01')`);
const seedAppSessions = statement<[connectionId: string, personId: number, many: number], never>(`
  insert into oauth_session (id, connection_id, person_id, resource, created_at, used_at)
  select $1::text || n, $1, $2, 'rest', '2026-03-01', '2026-03-01' from generate_series(1, $3) n`);

/** What happens to many rows of the people in one statement. */
const EVENTS: Record<string, Statement<[], never>> = {
  'sessions that end': statement('delete from session'),
  'sessions that change': statement(`update session set expires_at = '2026-03-20'`),
  'keys that change': statement(`update api_key set revoked_at = '2026-03-20'`),
  'keys that go': statement('delete from api_key'),
  'sessions of apps that end': statement('delete from oauth_session'),
  'sessions of apps that go with their connection': statement('delete from oauth_connection'),
};

for (const [event, happens] of Object.entries(EVENTS)) {
  test(`${event} at once move the epoch of each person, and nobody else’s`, async (t) => {
    const { world, people } = await manyThings(t);
    const before = await epochs(world, people);
    await world.database.execute(happens);
    const after = await epochs(world, people);
    assert.deepEqual(
      people.map((_, index) => Number(after[index]) > Number(before[index])),
      [true, true, false],
    );
  });
}

test('an epoch that a failover took back never stands again where it stood, however often it moves', async (t) => {
  const { world, people } = await manyThings(t);
  const before = await epochs(world, people);
  await world.database.execute(goBack, MOVES);
  const endOne = statement<[], never>('delete from session where hash = (select min(hash) from session)');
  for (let moved = 0; moved < 2 * MOVES; moved += 1) {
    await world.database.execute(endOne);
    const now = await epochs(world, people);
    assert.ok(now.every((value, index) => value !== before[index]));
  }
});

test('each person whose access changes is told of to every process, once', async (t) => {
  const { world, people } = await manyThings(t);
  const heard: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await world.database.listen('event', (notice) =>
    notice === 'the end' ? resolve() : heard.push(notice),
  );
  t.after(stop);
  await world.database.execute(statement<[], never>('delete from session'));
  await world.database.execute(statement<[], never>(`select pg_notify('event', 'the end')`));
  await promise;
  assert.deepEqual(
    heard.map((notice) => JSON.parse(notice)).sort((a, b) => a.person - b.person),
    [{ person: people[0] }, { person: people[1] }],
  );
});

test('a statement that changes nothing, or finds nothing, moves no epoch', async (t) => {
  const { world, people } = await manyThings(t);
  const before = await epochs(world, people);
  for (const idle of [
    statement<[], never>('update session set expires_at = expires_at'),
    statement<[], never>('update api_key set revoked_at = revoked_at'),
    statement<[], never>('delete from session where person_id = -1'),
  ]) {
    await world.database.execute(idle);
  }
  assert.deepEqual(await epochs(world, people), before);
});

/** Two people who have many of everything, and one who has nothing. */
async function manyThings(t: Parameters<typeof newWorld>[0]) {
  const world = await newWorld(t);
  const people = [await world.person('mia', 'member'), await world.person('pat', 'member')];
  for (const person of people) {
    await world.database.execute(seedSessions, person, MANY);
    await world.database.execute(seedKeys, world.organizationId, person, MANY);
    await world.database.execute(seedConnection, `app ${person}`, person);
    await world.database.execute(seedAppSessions, `app ${person}`, person, MANY);
  }
  return { world, people: [...people, await world.person('bystander', 'member')] };
}

const MOVES = 3;
const goBack = statement<[moves: number], never>('update access_epoch set value = value - $1');
const epochOf = statement<[personId: number], { value: number }>('select value from access_epoch where person_id = $1');

function epochs({ database }: World, people: readonly number[]): Promise<number[]> {
  return Promise.all(people.map(async (id) => (await database.row(epochOf, id))?.value ?? 0));
}
