import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import type { Database, Queryable } from '../../../src/base/database.ts';
import { Refusal } from '../../../src/base/errors.ts';
import { DatabaseBusy } from '../../../src/base/outage.ts';
import { lookForUnanswered, notedRequests } from '../../audit/unanswered.ts';
import { auditEvents, eventOf } from '../../harness/audit-events.ts';
import { goneAtTheEnd } from '../../harness/gone.ts';
import { silentLog } from '../../harness/log.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { withTrail } from '../../harness/trail.ts';
import type { Person } from '../../harness/world-people.ts';
import { App, Browser, newOwner, RELAXED, register, taken } from './app.ts';

const FLOOD = 200;

/** A connected app, and whose it is. */
interface Connected {
  app: App;
  person: Person;
}

/** What changes something of somebody’s: prepared, then asked; it tells the status of the answer. */
const CHANGES: Readonly<Record<string, (connected: Connected) => Promise<() => Promise<number>>>> = {
  'the exchange of a code': async ({ app, person }) => {
    const code = await app.code({ person });
    return async () => (await app.exchange(code)).status;
  },
  'a code that comes a second time and ends its session': async ({ app, person }) => {
    const code = await app.code({ person });
    taken(await app.exchange(code));
    return async () => (await app.exchange(code)).status;
  },
  'a refresh': async ({ app, person }) => {
    const { refresh_token: token } = await app.connect({ person });
    return async () => (await app.refresh(token)).status;
  },
  'a refresh token that comes a second time and ends its session': async ({ app, person }) => {
    const { refresh_token: token } = await app.connect({ person });
    taken(await app.refresh(token));
    return async () => (await app.refresh(token)).status;
  },
  'the revocation of an access token': async ({ app, person }) => {
    const { access_token: token } = await app.connect({ person });
    return async () => (await app.revoke(token)).status;
  },
  'the revocation of a refresh token': async ({ app, person }) => {
    const { refresh_token: token } = await app.connect({ person });
    return async () => (await app.revoke(token)).status;
  },
  'a browser that goes on after the approval': async ({ app, person }) => {
    const browser = new Browser(app.service, person);
    const uid = await app.ask(browser);
    const { json } = await browser.call('POST', `/connect-requests/${uid}/approve`, { scopes: ['organizations:read'] });
    const address = z.string().parse(json.redirect_to);
    return async () => (await browser.go(address)).status;
  },
};

describe('what an app changes has one audit event', () => {
  const suite = wholeSuite();
  const trail = { isGone: false };
  const end = { isGone: false };
  let service: RunningService;

  before(async () => {
    service = await startService(suite, {
      ...RELAXED,
      adapters: (database) => ({ database: withTrail(goneAtTheEnd(database, end), trail) }),
    });
  });

  async function changed(prepare: (connected: Connected) => Promise<() => Promise<number>>, isKept: boolean) {
    const person = await newOwner(service);
    const ask = await prepare({ app: await App.registered(service), person });
    const before = new Set((await auditEvents(service.database)).map(({ request_id }) => request_id));
    trail.isGone = !isKept;
    const status = await ask().finally(() => {
      trail.isGone = false;
    });
    const noted = await notedRequests(service.database);
    await lookForUnanswered(service.service.services);
    const events = await auditEvents(service.database);
    return { status, noted, person, events: events.filter(({ request_id }) => !before.has(request_id)) };
  }

  for (const [what, prepare] of Object.entries(CHANGES)) {
    test(`${what}: also where its event could not be written`, async () => {
      const { status, noted, person, events } = await changed(prepare, false);
      assert.equal(status, 503);
      assert.equal(noted.length, 1);
      assert.deepEqual(
        events.map((event) => [event.request_id, event.status_code, event.error_code, event.user, event.client]),
        [[noted[0], 500, 'answer_unknown', person.email, 'Assistant']],
      );
    });

    test(`${what}: also where it was rolled back as the database was gone, longer than its event is tried for`, async () => {
      const person = await newOwner(service);
      const ask = await prepare({ app: await App.registered(service), person });
      const before = new Set((await auditEvents(service.database)).map(({ request_id }) => request_id));
      trail.isGone = true;
      end.isGone = true;
      const status = await ask().finally(() => {
        trail.isGone = false;
        end.isGone = false;
      });
      assert.equal(status, 503);
      await service.service.gate.audit.drained();
      const events = (await auditEvents(service.database)).filter(({ request_id }) => !before.has(request_id));
      assert.deepEqual(
        events.map((event) => [event.status_code, event.error_code, event.user]),
        [[503, 'temporarily_unavailable', person.email]],
      );
    });

    test(`${what}: undisturbed it leaves no note`, async () => {
      const { status, noted, person, events } = await changed(prepare, true);
      assert.deepEqual(noted, []);
      assert.deepEqual(
        events.map((event) => [event.status_code, event.user, event.client, event.count]),
        [[status, person.email, 'Assistant', 1]],
      );
    });
  }

  test('whose event could not be written is told so under its own id', async () => {
    const app = await App.registered(service);
    const body = { grant_type: 'refresh_token', refresh_token: 'made up', client_id: app.clientId };
    trail.isGone = true;
    const answer = await fetch(`${service.base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(body),
    }).finally(() => {
      trail.isGone = false;
    });
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_/);
    assert.deepEqual([answer.status, Object(await answer.json()).error], [503, 'temporarily_unavailable']);
  });

  test('while events cannot be kept, nothing is used up that could not be asked for again', async () => {
    const person = await newOwner(service);
    const app = await App.registered(service);
    const { refresh_token: token } = await app.connect({ person });
    const browser = new Browser(service, person);
    const uid = await app.ask(browser);
    const { json } = await browser.call('POST', `/connect-requests/${uid}/approve`, { scopes: ['organizations:read'] });
    const resume = () => browser.go(z.string().parse(json.redirect_to));
    trail.isGone = true;
    assert.equal((await app.refresh('no token')).status, 503);
    for (let tries = 0; tries < 3; tries += 1) {
      const refreshed = await app.refresh(token);
      assert.deepEqual([refreshed.status, refreshed.json.error], [503, 'temporarily_unavailable']);
      const resumed = await resume();
      assert.deepEqual([resumed.status, Number(resumed.headers.get('retry-after')) > 0], [503, true]);
      service.clock.turn({ seconds: 31 });
    }
    trail.isGone = false;
    const before = (await auditEvents(service.database)).length;
    assert.equal((await app.refresh(token)).status, 503);
    const [event] = (await auditEvents(service.database)).slice(before);
    assert.deepEqual([event?.status_code, event?.error_code], [503, 'temporarily_unavailable']);
    taken(await app.refresh(token));
    assert.equal((await resume()).status, 303);
  });

  test('a request to connect that somebody has declined names nobody, and is not lost either', async () => {
    const decline = async ({ app, person }: Connected) => {
      const browser = new Browser(app.service, person);
      const uid = await app.ask(browser);
      const { json } = await browser.call('POST', `/connect-requests/${uid}/deny`);
      return async () => (await browser.go(z.string().parse(json.redirect_to))).status;
    };
    const { events } = await changed(decline, false);
    assert.deepEqual(
      events.map(({ error_code, user }) => [error_code, user]),
      [['answer_unknown', null]],
    );
    assert.equal((await changed(decline, true)).noted.length, 0);
  });

  test('one that fails as the database is gone, before anything was changed, is in the trail as soon as that can be', async (t) => {
    const outage = { isOn: false };
    const running = await startService(t, {
      ...RELAXED,
      adapters: (whole) => ({ database: { ...whole, forDirectWrites: () => unreachable(whole, outage) } }),
    });
    const { database } = running;
    const app = await App.registered(running);
    outage.isOn = true;
    const { status, json } = await app.exchange('a code');
    assert.deepEqual([status, json.error], [503, 'temporarily_unavailable']);
    const events = (await auditEvents(database)).filter(({ operation }) => operation === 'oauth_token');
    assert.deepEqual(
      events.map(({ status_code, error_code }) => [status_code, error_code]),
      [[503, 'temporarily_unavailable']],
    );
  });

  test('a person whose browser comes while the database is gone is told that, and the address works afterwards', async (t) => {
    const outage: Outage = { isOn: false };
    const running = await startService(t, {
      ...RELAXED,
      adapters: (whole) => ({ database: { ...whole, forDirectWrites: () => unreachable(whole, outage) } }),
    });
    const redirectUri = 'https://app.example/callback';
    const apps = [await App.registered(running), await App.registered(running, { redirect_uris: [redirectUri] })];
    const browser = new Browser(running, await newOwner(running));
    for (const [index, app] of apps.entries()) {
      const asked = index === 1 ? { redirect_uri: redirectUri } : {};
      const uid = await app.ask(browser, asked);
      const { json } = await browser.call('POST', `/connect-requests/${uid}/approve`, {
        scopes: ['organizations:read'],
      });
      const address = z.string().parse(json.redirect_to);
      const saving = (text: string) => text.includes('insert into oauth_request');
      for (const [gone, to] of [
        [() => true, app.authorizeUrl(asked)],
        [saving, app.authorizeUrl(asked)],
        [() => true, address],
      ] as const) {
        outage.isOn = gone;
        const answer = await browser.go(to);
        assert.deepEqual([answer.status, answer.headers.get('location')], [503, null]);
        assert.match(await answer.text(), /<h1>This could not be answered just now/);
        const { status, error } = await told(await browser.go(to, { headers: { accept: '*/*' } }));
        assert.deepEqual([status, error], [503, 'temporarily_unavailable']);
      }
      outage.isOn = false;
      assert.equal((await browser.go(address)).status, 303);
    }
  });

  test('a browser that fails to go on after the approval is in the trail with its person, be it that nobody was answered', async (t) => {
    const outage: Outage = { isOn: false };
    const kept = { isGone: false };
    const running = await startService(t, {
      ...RELAXED,
      adapters: (whole) => ({
        database: { ...withTrail(whole, kept), forDirectWrites: () => unreachable(whole, outage) },
      }),
    });
    const browser = new Browser(running, await newOwner(running));
    const app = await App.registered(running);
    for (const isKept of [true, false]) {
      const uid = await app.ask(browser);
      const { json } = await browser.call('POST', `/connect-requests/${uid}/approve`, {
        scopes: ['organizations:read'],
      });
      outage.isOn = (text) => text.includes('insert into oauth_token');
      kept.isGone = !isKept;
      const answer = await browser.go(z.string().parse(json.redirect_to));
      outage.isOn = false;
      kept.isGone = false;
      assert.equal(answer.status, 503);
      await lookForUnanswered(running.service.services);
      const event = await eventOf(running.database, answer.headers.get('x-request-id') ?? '');
      assert.deepEqual([event.status_code, event.client], [isKept ? 503 : 500, 'Assistant']);
      assert.match(event.user ?? 'nobody', /^owner-/);
    }
  });

  test('an app gets its tokens also where only tidying up finds the database gone', async (t) => {
    const outage: Outage = { isOn: false };
    const running = await startService(t, {
      ...RELAXED,
      adapters: (whole) => ({ database: { ...whole, forDirectWrites: () => unreachable(whole, outage) } }),
    });
    for (const tidying of ['delete from oauth_token where session_id', 'used_at = $2']) {
      const app = await App.registered(running);
      const code = await app.code();
      let failed = 0;
      outage.isOn = (text) => text.includes(tidying) && ++failed > 0;
      const { refresh_token: token } = taken(await app.exchange(code));
      taken(await app.refresh(token));
      assert.equal(failed, 2);
      outage.isOn = false;
    }
  });

  test('one that comes while too much is asked is told to try again, and leaves its event', async (t) => {
    const direct: Outage = { isOn: false, error: new DatabaseBusy(new Error('no connection')) };
    const read: Outage = { isOn: false, error: new Refusal('rate_limited', 'Too much is read at once.') };
    const running = await startService(t, {
      ...RELAXED,
      adapters: (whole) => ({
        database: { ...failing(whole, read), forDirectWrites: () => unreachable(whole, direct) },
      }),
    });
    const person = await newOwner(running);
    const app = await App.registered(running);
    const { refresh_token: token } = await app.connect({ person });
    const eventsOf = async (status: number) =>
      (await auditEvents(running.database))
        .filter(({ status_code }) => status_code === status)
        .map(({ operation, error_code }) => [operation, error_code]);
    direct.isOn = (text) => /count\(\*\) as count from oauth_token|select client_name from oauth_connection/.test(text);
    const { status, json, headers } = await app.refresh(token);
    assert.deepEqual([status, json.error], [503, 'temporarily_unavailable']);
    assert.ok(Number(headers.get('retry-after')) > 0);
    direct.isOn = false;
    assert.deepEqual(await eventsOf(503), [['oauth_token', 'temporarily_unavailable']]);
    read.isOn = (text) => text.includes('from oauth_request');
    const refused = await new Browser(running).go(`/oauth/authorize/${'x'.repeat(43)}`);
    read.isOn = false;
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /<h1>This could not be answered just now/);
    await running.service.gate.audit.drained();
    assert.deepEqual(await eventsOf(429), [['oauth_authorize', 'rate_limited']]);
  });

  test('one that fails here for whatever reason leaves its event', async (t) => {
    const read: Outage = { isOn: false, error: Object.assign(new Error('canceled'), { code: '57014' }) };
    const running = await startService(t, {
      ...RELAXED,
      adapters: (whole) => ({ log: silentLog, database: failing(whole, read) }),
    });
    read.isOn = (text) => text.includes('from oauth_request');
    const answer = await new Browser(running).go(`/oauth/authorize/${'x'.repeat(43)}`);
    read.isOn = false;
    assert.equal(answer.status, 500);
    const event = await eventOf(running.database, answer.headers.get('x-request-id') ?? '');
    assert.deepEqual([event.operation, event.status_code, event.error_code], ['oauth_authorize', 500, 'server_error']);
  });

  test('a person who decides about an app while too much is asked is told that, and may decide afterwards', async (t) => {
    const direct: Outage = { isOn: false, error: new DatabaseBusy(new Error('no connection')) };
    const running = await startService(t, {
      ...RELAXED,
      adapters: (whole) => ({ database: { ...whole, forDirectWrites: () => unreachable(whole, direct) } }),
    });
    const browser = new Browser(running, await newOwner(running));
    const uid = await (await App.registered(running)).ask(browser);
    const decide = () => browser.call('POST', `/connect-requests/${uid}/approve`, { scopes: ['organizations:read'] });
    direct.isOn = (text) => text.includes('from oauth_client');
    const { status, json } = await decide();
    assert.deepEqual([status, Object(json.error).code], [503, 'rate_limited'], JSON.stringify(json));
    direct.isOn = false;
    assert.equal((await decide()).status, 200);
  });

  test('requests of nobody leave no notes, whether or not they are answered: they are only counted', async () => {
    const app = await App.registered(service);
    const ofNobody: (() => Promise<unknown>)[] = [
      () => register(service, { client_name: 'Flood', redirect_uris: ['http://localhost:7777/callback'] }),
      () => new Browser(service).go(app.authorizeUrl()),
      () => app.exchange('no code'),
      () => app.refresh('no token'),
      () => app.revoke('no token'),
    ];
    for (const ask of ofNobody) {
      trail.isGone = true;
      await ask().finally(() => {
        trail.isGone = false;
      });
    }
    assert.deepEqual(await notedRequests(service.database), []);
    const rowsBefore = (await auditEvents(service.database)).length;
    for (let asked = 0; asked < FLOOD; asked += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => ofNobody[index % ofNobody.length]?.()));
    }
    assert.deepEqual(await notedRequests(service.database), []);
    const rows = (await auditEvents(service.database)).length - rowsBefore;
    assert.ok(rows <= 2 * ofNobody.length, `${rows} rows`);
  });
});

async function told(answer: Response): Promise<{ status: number; error: unknown }> {
  return { status: answer.status, error: Object(await answer.json()).error };
}

/** Whether all statements fail, or those that it says. */
interface Outage {
  isOn: boolean | ((text: string) => boolean);
  error?: Error;
}

/** The connections of direct writes, as they are while the database restarts. */
function unreachable(database: Database, outage: Outage): Database {
  const direct = database.forDirectWrites();
  const transaction: Database['transaction'] = (work, options) =>
    outage.isOn === true
      ? Promise.reject(outage.error ?? RESTARTING)
      : direct.transaction((db) => work(failing(db, outage)), options);
  return { ...failing(direct, outage), transaction };
}

const RESTARTING = Object.assign(new Error('terminating connection'), { code: '57P01' });

function failing<Q extends Queryable>(queries: Q, outage: Outage): Q {
  const unless = async <T>({ text }: { text: string }, ask: () => Promise<T>): Promise<T> => {
    if (typeof outage.isOn === 'function' ? outage.isOn(text) : outage.isOn) throw outage.error ?? RESTARTING;
    return ask();
  };
  return {
    ...queries,
    rows: (asked, ...values) => unless(asked, () => queries.rows(asked, ...values)),
    row: (asked, ...values) => unless(asked, () => queries.row(asked, ...values)),
    execute: (asked, ...values) => unless(asked, () => queries.execute(asked, ...values)),
  };
}
