import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { auditEvents } from '../../harness/audit-events.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, RELAXED, statusWith, type Tokens, taken } from './app.ts';

const KEPT = 100;
const A_MINUTE = 30;

const refreshTokens = statement<[clientId: string], { count: number }>(`
  select count(*) as count from oauth_token t join oauth_session s on s.id = t.session_id
  join oauth_connection c on c.id = s.connection_id where c.client_id = $1 and t.kind = 'RefreshToken'`);

describe('an app that refreshes without end', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, RELAXED);
  });

  async function refreshed(app: App, tokens: Tokens, times: number): Promise<Tokens> {
    let newest = tokens;
    for (let time = 0; time < times; time += 1) {
      service.clock.turn({ seconds: 3 });
      newest = taken(await app.refresh(newest.refresh_token));
    }
    return newest;
  }

  const kept = async (app: App) => (await service.database.row(refreshTokens, app.clientId))?.count;

  test('leaves 100 refresh tokens, and a replay of one that is no longer kept ends the family too', async () => {
    const app = await App.registered(service);
    const first = await app.connect();
    const newest = await refreshed(app, first, KEPT + 10);
    assert.equal(await kept(app), KEPT);
    const stranger = await App.registered(service);
    assert.equal((await stranger.refresh(first.refresh_token)).json.error, 'invalid_grant');
    assert.equal(await statusWith(service, newest.access_token), 200, 'another app has no say in it');
    assert.equal((await app.refresh(first.refresh_token)).json.error, 'invalid_grant');
    assert.equal(await statusWith(service, newest.access_token), 401);
    assert.equal((await app.refresh(newest.refresh_token)).json.error, 'invalid_grant');
    assert.equal(await kept(app), 0);
  });

  test('may revoke with a token that is no longer kept', async () => {
    const app = await App.registered(service);
    const first = await app.connect();
    const newest = await refreshed(app, first, KEPT + 1);
    await app.revoke(first.refresh_token);
    assert.equal(await statusWith(service, newest.access_token), 401);
  });

  test('is refused a token that was never issued, whatever stands in it', async () => {
    const app = await App.registered(service);
    for (const made of ['x', '.', `${'x'.repeat(32)}.${'y'.repeat(43)}`, `\0.${'y'.repeat(43)}`]) {
      const { status, json } = await app.refresh(made);
      assert.deepEqual([status, json.error], [400, 'invalid_grant'], JSON.stringify(made));
    }
  });

  test('does so 30 times a minute in one session, is then told to wait, and loses nothing by it', async () => {
    const app = await App.registered(service);
    const other = await app.connect();
    let newest = await app.connect();
    service.clock.turn({ minutes: 1 });
    for (let time = 0; time < A_MINUTE; time += 1) newest = taken(await app.refresh(newest.refresh_token));
    const form = { grant_type: 'refresh_token', client_id: app.clientId, refresh_token: newest.refresh_token };
    const body = new URLSearchParams({ ...form, resource: 'http://localhost:3000/v1' });
    const refused = await fetch(`${service.base}/oauth/token`, { method: 'POST', body });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.match(await refused.text(), /^\{"error":"temporarily_unavailable","error_description":"[^"]+"\}$/);
    taken(await app.refresh(other.refresh_token));
    await service.service.gate.audit.drained();
    const held = (await auditEvents(service.database)).filter(({ error_code }) => error_code === 'rate_limited');
    assert.deepEqual(
      held.map(({ operation, status_code }) => [operation, status_code]),
      [['oauth_token', 429]],
    );
    service.clock.turn({ minutes: 1 });
    taken(await app.refresh(newest.refresh_token));
  });
});
