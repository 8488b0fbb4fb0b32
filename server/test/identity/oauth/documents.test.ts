import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '../../../src/adapters/pino-log.ts';
import { statement } from '../../../src/base/database.ts';
import { ClientDocuments } from '../../../src/identity/oauth/client-documents.ts';
import type { DocumentFetcher, FetchedDocument } from '../../../src/ports/document-fetcher.ts';
import { auditEvents } from '../../harness/audit-events.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, Browser, newOwner, RELAXED, statusWith, taken } from './app.ts';
import { METADATA, ODD_VALUES } from './odd-metadata.ts';

const HOST = 'https://app.example';
const keptUrls = statement<[], { url: string }>('select url from oauth_client_document');
const keptAt = statement<[url: string], { fetched_at: string }>(
  'select fetched_at from oauth_client_document where url = $1',
);
const forgotten = statement<[url: string], never>('delete from oauth_client_document where url = $1');
const REDIRECT = 'http://localhost:49152/callback';
const SCOPES = { scopes: ['campaigns:read'] };
const AN_HOUR_MS = 3_600_000;

describe('an app that is known by a document', () => {
  const suite = wholeSuite();
  const asked: string[] = [];
  const answers = new Map<string, () => FetchedDocument>();
  const documents: DocumentFetcher = {
    async fetch(url) {
      asked.push(url);
      const answer = answers.get(url);
      if (!answer) throw new Error('the host is down');
      return answer();
    },
  };
  const logged: string[] = [];
  let service: RunningService;

  before(async () => {
    const log = createLog('error', { write: (line) => void logged.push(line) });
    service = await startService(suite, { ...RELAXED, adapters: { documents, log } });
  });

  function published(name: string, more: object = {}, status = 200): string {
    const url = `${HOST}/${name}.json`;
    const body = { client_id: url, client_name: name, redirect_uris: ['http://localhost/callback'], ...more };
    answers.set(url, () => ({ status, headers: { 'cache-control': 'max-age=600' }, body: JSON.stringify(body) }));
    return url;
  }

  /** Lets the time pass for which the library keeps documents: it knows no clock but the machine's. */
  function laterForTheLibrary(t: TestContext): void {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + AN_HOUR_MS });
  }

  /** The documents of a process that has just begun. */
  function documentsOf({ service: { services } }: RunningService): ClientDocuments {
    const { config, database, clock, turns } = services;
    return new ClientDocuments({ config, database, clock, turns, documents });
  }

  async function look(known: ClientDocuments, url: string): Promise<Response> {
    await known.bring(url, undefined);
    return known.handOver(url);
  }

  /** A use of what is kept, and all that it sets off: in each case something else is kept afterwards. */
  async function useAndRenew(known: ClientDocuments, url: string): Promise<string> {
    const kept = () => service.database.row(keptAt, url);
    const before = await kept();
    const body = await (await look(known, url)).text();
    while ((await kept())?.fetched_at === before?.fetched_at) await pause(5);
    return body;
  }

  test('connects without being registered, from any port of this device', async () => {
    const app = new App(service, published('Planner'));
    const tokens = await app.connect({ redirectUri: REDIRECT });
    assert.equal(await statusWith(service, tokens.access_token), 200);
    taken(await app.refresh(tokens.refresh_token));
    assert.equal(asked.filter((url) => url === app.clientId).length, 1, 'the document is kept for as long as it says');
  });

  test('is shown with the host that it is known by', async () => {
    const app = new App(service, published('Shown'));
    const browser = new Browser(service, service.world.people.owner);
    const uid = await app.ask(browser, { redirect_uri: REDIRECT, sluice_app_name: 'Sluice Dashboard' });
    const { json } = await browser.call('GET', `/connect-requests/${uid}`);
    assert.deepEqual(json.app, {
      name: 'Shown',
      client_id: app.clientId,
      known_by: 'document',
      redirects_to: 'localhost:49152',
      on_this_device: true,
    });
  });

  for (const [what, changed] of [
    ['says another name', { client_name: 'Sluice Dashboard' }],
    ['no longer names where the person is sent', { redirect_uris: ['http://localhost/elsewhere'] }],
    ['is not valid any more', { redirect_uris: 'nowhere' }],
  ] as const) {
    test(`is not connected where its document, since it asked, ${what}`, async (t) => {
      const name = `Helper that ${what}`.replaceAll(' ', '-');
      const app = new App(service, published(name));
      const browser = new Browser(service, await newOwner(service));
      const uid = await app.ask(browser, { redirect_uri: REDIRECT });
      const shown = await browser.call('GET', `/connect-requests/${uid}`);
      assert.partialDeepStrictEqual(shown.json, { app: { name } });
      published(name, changed);
      laterForTheLibrary(t);
      const refused = await browser.call('POST', `/connect-requests/${uid}/approve`, SCOPES);
      assert.equal(refused.status, 409, JSON.stringify(refused.json));
      assert.partialDeepStrictEqual(refused.json, { error: { code: 'sync_conflict' } });
      assert.equal((await browser.call('GET', `/connect-requests/${uid}`)).status, 409);
      assert.deepEqual((await browser.call('GET', '/connected-apps')).json.connected_apps, []);
    });
  }

  test('goes by the name that the person saw, whatever its document says later', async (t) => {
    const url = published('Weekly-helper');
    const app = new App(service, url);
    const person = await newOwner(service);
    const tokens = await app.connect({ person, redirectUri: REDIRECT });
    published('Weekly-helper', { client_name: 'Sluice Dashboard' });
    await service.database.execute(forgotten, url);
    laterForTheLibrary(t);
    taken(await app.refresh(tokens.refresh_token));
    const { json } = await new Browser(service, person).call('GET', '/connected-apps');
    assert.partialDeepStrictEqual(json, { connected_apps: [{ name: 'Weekly-helper' }] });
    const events = (await auditEvents(service.database)).filter(({ user }) => user === person.email);
    const names = events.map(({ client }) => client).filter((client) => client !== null);
    assert.deepEqual(new Set(names), new Set(['Weekly-helper']));
  });

  test('goes on while its host is down: the last good document stands in for a week', async () => {
    const known = documentsOf(service);
    const url = published('Down');
    await new App(service, url).connect({ redirectUri: REDIRECT });
    for (const failing of [undefined, () => ({ status: 503, headers: {}, body: '' })]) {
      service.clock.turn({ hours: 2 * 24 });
      if (failing) answers.set(url, failing);
      else answers.delete(url);
      assert.match(await (await look(known, url)).text(), /"client_name":"Down"/);
    }
    service.clock.turn({ hours: 3 * 24 });
    await assert.rejects(look(known, url));
  });

  test('is gone once its document was taken down, at the latest a day after that was last seen', async () => {
    const known = documentsOf(service);
    const url = published('Withdrawn');
    await new App(service, url).connect({ redirectUri: REDIRECT });
    answers.set(url, () => ({ status: 410, headers: {}, body: '' }));
    service.clock.turn({ hours: 24 });
    assert.equal((await look(known, url)).status, 410);
    answers.delete(url);
    await assert.rejects(look(known, url));
  });

  for (const status of [401, 403, 418, 429]) {
    test(`goes on where its host only answers ${status}: that says nothing of the document`, async () => {
      const known = documentsOf(service);
      const url = published(`Refused-${status}`);
      await new App(service, url).connect({ redirectUri: REDIRECT });
      let looks = 0;
      answers.set(url, () => {
        looks += 1;
        return { status, headers: {}, body: '' };
      });
      service.clock.turn({ minutes: 1 });
      assert.match(await (await look(known, url)).text(), /Refused/);
      while (looks === 0) await pause(5);
      assert.match(await (await look(known, url)).text(), /Refused/, 'also after it was looked at anew');
      service.clock.turn({ hours: 25 });
      assert.match(await (await look(known, url)).text(), /Refused/, 'and a day later, while it stands in');
    });
  }

  test('is gone after one more use, which has found its document taken down', async () => {
    const known = documentsOf(service);
    const url = published('Withdrawn-behind');
    await new App(service, url).connect({ redirectUri: REDIRECT });
    answers.set(url, () => ({ status: 410, headers: {}, body: '' }));
    service.clock.turn({ minutes: 1 });
    assert.match(await useAndRenew(known, url), /Withdrawn/);
    assert.equal((await look(known, url)).status, 410);
    answers.delete(url);
    await assert.rejects(look(known, url));
  });

  test('is what its host says after one more use, and stands in as that once it has proved valid', async () => {
    const known = documentsOf(service);
    const url = published('Renamed');
    await new App(service, url).connect({ redirectUri: REDIRECT });
    published('Renamed', { client_name: 'New name' });
    service.clock.turn({ minutes: 1 });
    assert.doesNotMatch(await useAndRenew(known, url), /New name/);
    assert.match(await (await look(known, url)).text(), /New name/);
    await known.keepValid(url);
    answers.delete(url);
    assert.match(await (await look(known, url)).text(), /New name/);
  });

  test('is not what it was while its host says what is not valid', async () => {
    const known = documentsOf(service);
    const url = published('Spoilt');
    await new App(service, url).connect({ redirectUri: REDIRECT });
    answers.set(url, () => ({ status: 200, headers: {}, body: 'no document' }));
    service.clock.turn({ minutes: 1 });
    assert.match(await useAndRenew(known, url), /Spoilt/);
    for (let use = 0; use < 3; use += 1) assert.equal(await (await look(known, url)).text(), 'no document');
  });

  test('is trusted for as long as each use sees it at its host', async () => {
    const known = documentsOf(service);
    const url = published('Lasting');
    await new App(service, url).connect({ redirectUri: REDIRECT });
    for (let use = 0; use < 10; use += 1) {
      service.clock.turn({ hours: 23 });
      assert.match(await useAndRenew(known, url), /Lasting/);
    }
    answers.delete(url);
    service.clock.turn({ hours: 6 * 24 });
    assert.equal((await look(known, url)).status, 200);
  });

  for (const [what, more] of [
    ['it is not valid', { redirect_uris: ['http://evil.example/cb'] }],
    ['nobody has connected it', {}],
  ] as const) {
    test(`is not kept while ${what}`, async () => {
      const url = published(what.replaceAll(' ', '-'), more);
      await new Browser(service).go(new App(service, url).authorizeUrl({ redirect_uri: REDIRECT }));
      assert.ok(asked.includes(url));
      assert.equal(
        (await service.database.rows(keptUrls)).some((row) => row.url === url),
        false,
      );
    });
  }

  for (const [what, more, status] of [
    ['of another address', { client_id: `${HOST}/other.json` }, 200],
    ['with a secret', { client_secret: 'x' }, 200],
    ['with a secret method', { token_endpoint_auth_method: 'client_secret_post' }, 200],
    ['that redirects to http elsewhere', { redirect_uris: ['http://evil.example/cb'] }, 200],
    ['that is gone', {}, 404],
    ['that redirects', {}, 302],
  ] as const) {
    test(`${what} is refused`, async () => {
      const app = new App(service, published(what.replaceAll(' ', '-'), more, status));
      const answer = await new Browser(service).go(app.authorizeUrl({ redirect_uri: REDIRECT }));
      assert.equal(answer.status, 400);
      assert.equal(answer.headers.get('location'), null);
    });
  }

  test('with metadata of a wrong type is refused, or what nothing is made of is left out', async () => {
    for (const name of METADATA) {
      service.clock.turn({ minutes: 1 });
      for (const [index, value] of ODD_VALUES.entries()) {
        const app = new App(service, published(`odd-${name}-${index}`, { [name]: value }));
        const answer = await new Browser(service).go(app.authorizeUrl({ redirect_uri: REDIRECT }));
        assert.ok(answer.status === 400 || answer.status === 303, `${answer.status} ${name}: ${JSON.stringify(value)}`);
      }
    }
    assert.deepEqual(logged, []);
  });

  test('an address that is no document’s is not asked for', async () => {
    for (const id of ['http://app.example/x.json', 'https://me:pw@app.example/x.json', `${HOST}/a/../x.json`]) {
      const before = asked.length;
      const answer = await new Browser(service).go(new App(service, id).authorizeUrl());
      assert.equal(answer.status, 400);
      assert.equal(asked.length, before, id);
    }
  });
});
