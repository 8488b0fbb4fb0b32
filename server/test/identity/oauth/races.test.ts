import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import { type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';
import { App, newOwner, RELAXED, statusWith, taken } from './app.ts';

const holdSession = statement<[clientId: string], { id: string }>(`
  select s.id from oauth_session s join oauth_connection c on c.id = s.connection_id where c.client_id = $1
  for update of s`);
const usedUp = statement<[clientId: string], { count: number }>(`
  select count(*) as count from oauth_token t join oauth_session s on s.id = t.session_id
  join oauth_connection c on c.id = s.connection_id
  where c.client_id = $1 and t.kind = 'RefreshToken' and t.used_up_at is not null`);
const families = statement<[clientId: string], { count: number }>(`
  select count(*) as count from oauth_session s join oauth_connection c on c.id = s.connection_id where c.client_id = $1`);

const AT_ONCE = 20;

describe('at the same time, on two processes', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let other: ServedProcess;

  before(async () => {
    // The other process has the real time, so this one begins there too.
    const clock = new TurnableClock(new Date().toISOString());
    service = await startService(suite, { ...RELAXED, clock });
    other = await serveInProcess(suite, { databaseUrl: service.databaseUrl });
  });

  const alternating = <T>(ask: (at: { base: string }) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(index % 2 === 0 ? service : other)));

  test('of 20 exchanges of one code at most one wins, and what it got ends', async () => {
    const app = await App.registered(service);
    const code = await app.code();
    const answers = await alternating((at) => app.exchange(code, {}, at));
    const won = answers.filter(({ status }) => status === 200);
    assert.ok(won.length <= 1, `${won.length} winners`);
    for (const { status, json } of answers) if (status !== 200) assert.equal(json.error, 'invalid_grant');
    for (const winner of won) assert.equal(await statusWith(service, taken(winner).access_token), 401);
    assert.equal((await service.database.row(families, app.clientId))?.count, 0);
  });

  test('20 refreshes with one token are all within the grace, and of one family', async () => {
    const app = await App.registered(service);
    const first = await app.connect();
    const answers = await alternating((at) => app.refresh(first.refresh_token, {}, at));
    const tokens = answers.map(taken);
    assert.equal(new Set(tokens.map(({ refresh_token }) => refresh_token)).size, AT_ONCE);
    assert.equal((await service.database.row(families, app.clientId))?.count, 1);
    for (const { access_token } of tokens) assert.equal(await statusWith(other, access_token), 200);
    await app.revoke(first.refresh_token);
    for (const { access_token } of tokens) {
      assert.equal(await statusWith(other, access_token), 401);
      assert.equal(await statusWith(service, access_token), 401);
    }
  });

  test('a refresh that races a revocation leaves no token that works', async () => {
    for (let round = 0; round < 10; round += 1) {
      const app = await App.registered(service);
      const { refresh_token, access_token } = await app.connect();
      const [refreshed] = await Promise.all([
        app.refresh(refresh_token, {}, round % 2 === 0 ? service : other),
        app.revoke(access_token, {}, other),
      ]);
      if (refreshed.status === 200) {
        const { access_token: token } = taken(refreshed);
        for (const at of [service, other]) assert.equal(await statusWith(at, token), 401);
      } else assert.equal(refreshed.json.error, 'invalid_grant');
    }
  });

  test('connecting again while the last session ends leaves what was connected last', async () => {
    const person = await newOwner(service);
    const app = await App.registered(service);
    for (let round = 0; round < 5; round += 1) {
      const before = await app.connect({ person });
      const [after] = await Promise.all([app.connect({ person }), app.revoke(before.refresh_token, {}, other)]);
      assert.equal(await statusWith(other, after.access_token), 200);
    }
  });

  test('a process that is killed between a rotation and its answer leaves a client that can go on', async () => {
    const doomed = await serveInProcess(suite, { databaseUrl: service.databaseUrl });
    const app = await App.registered(service);
    const first = await app.connect();
    await service.database.transaction(async (db) => {
      await db.row(holdSession, app.clientId);
      const lost = app.refresh(first.refresh_token, {}, doomed).catch(() => 'lost');
      while ((await service.database.row(usedUp, app.clientId))?.count === 0) await sleep(5);
      await doomed.kill();
      assert.equal(await lost, 'lost');
    });
    const second = taken(await app.refresh(first.refresh_token, {}, other));
    assert.equal(await statusWith(service, second.access_token), 200);
    assert.equal((await service.database.row(families, app.clientId))?.count, 1);
    // The other processes are ahead of this one by as long as the suite has run.
    service.clock.turn({ minutes: 10 });
    assert.equal((await app.refresh(first.refresh_token)).json.error, 'invalid_grant');
    assert.equal((await service.database.row(families, app.clientId))?.count, 0);
  });
});
