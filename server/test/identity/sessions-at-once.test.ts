import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openDatabase, statement } from '../../src/base/database.ts';
import { DASHBOARD } from '../harness/gate.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { newCookie, type Person } from '../harness/world-people.ts';
import { until } from '../writes/patience.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const IN_LINE = 40;
const ROUNDS = 12;

const waiting = statement<[], { count: number }>(`
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`);
const keysOf = statement<[personId: number], { count: number }>(
  'select count(*)::integer as count from api_key where creator_id = $1',
);

describe('sessions of one person', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let people = 0;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
  });

  const newPerson = () => {
    people += 1;
    return service.world.addPerson(`several-${people}`, 'owner');
  };

  /** Another session of the same person, as whoever has copied a cookie, or signed in elsewhere, has one. */
  const again = async (person: Person): Promise<Person> => ({
    ...person,
    cookie: await newCookie(service.database, service.clock, person.id),
  });

  const ask = ({ cookie }: Person, method: string, path: string, body?: unknown) =>
    service.call(method, DASHBOARD + path, { cookie, body });

  const inHarbor = () => `/organizations/${service.world.harbor.slug}`;

  test('what waits in line in one of them is not done once another has ended it', async () => {
    const person = await newPerson();
    const thief = await again(person);
    const made = () => service.database.row(keysOf, person.id);
    const key = (n: number) => ({ name: `stolen ${n}`, scopes: ['organizations:read'] });
    const asked = Array.from({ length: IN_LINE }, (_, n) => ask(thief, 'POST', `${inHarbor()}/api-keys`, key(n)));
    await Promise.race(asked);
    const ended = await ask(person, 'POST', '/sessions/end-others', {});
    const then = await made();
    assert.equal(ended.status, 200, ended.text);
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
    assert.deepEqual(await made(), then);
    assert.deepEqual(statuses, new Set([201, 401]));
  });

  test('whoever changes something holds the person before the session', async () => {
    const person = await newPerson();
    const own = openDatabase({ url: service.databaseUrl });
    suite.after(() => own.close());
    const hold = `select 1 from person where id = ${person.id} for no key update nowait`;
    let asked: ReturnType<typeof ask> | undefined;
    await own.transaction(async ({ client }) => {
      await client.query(`select 1 from session where person_id = ${person.id} for no key update`);
      asked = ask(person, 'PUT', `${inHarbor()}/name`, { name: 'Harbor' });
      await until(async () => ((await own.row(waiting))?.count ?? 0) > 0 || undefined, 'the session');
      await assert.rejects(() => own.transaction((other) => other.client.query(hold)));
    });
    assert.equal((await asked)?.status, 200);
  });

  test('however they end each other while both kinds of changes go on, nobody waits for each other', async () => {
    const path = `${inHarbor()}/campaigns/${service.world.campaignSlug}`;
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await newPerson();
      const [one, two, three] = [await again(person), await again(person), await again(person)];
      const answers = await Promise.all([
        ask(one, 'POST', '/password', { new_password: 'correct horse battery' }),
        ask(two, 'POST', '/password', { new_password: 'correct horse staple' }),
        ask(three, 'POST', '/sessions/end-others', {}),
        ask(person, 'POST', '/sign-out'),
        ...[one, two, three, person].flatMap((session) => [
          ask(session, 'PATCH', path, { budget: 900 + round, dry_run: false }),
          ask(session, 'PUT', `${inHarbor()}/name`, { name: 'Harbor' }),
          ask(session, 'POST', `${inHarbor()}/api-keys`, { name: 'one', scopes: ['organizations:read'] }),
        ]),
      ]);
      for (const { status, text } of answers) {
        assert.ok(status < 500, text);
        seen.add(status);
      }
    }
    assert.ok(seen.has(200) && seen.has(401), [...seen].join());
  });
});
