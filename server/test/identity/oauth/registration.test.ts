import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createLog } from '../../../src/adapters/pino-log.ts';
import type { DocumentFetcher } from '../../../src/ports/document-fetcher.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, Browser, RELAXED, register } from './app.ts';
import { METADATA, ODD_VALUES } from './odd-metadata.ts';

describe('registering an app', () => {
  const suite = wholeSuite();
  const asked: string[] = [];
  const documents: DocumentFetcher = {
    fetch(url) {
      asked.push(url);
      return Promise.reject(new Error('nothing is to be had'));
    },
  };
  const logged: string[] = [];
  let service: RunningService;

  before(async () => {
    const log = createLog('error', { write: (line) => void logged.push(line) });
    service = await startService(suite, { ...RELAXED, adapters: { documents, log } });
  });

  test('nothing is registered in advance, and clients are public with no secret', async () => {
    const { status, json } = await register(service, {
      client_name: 'Editor',
      redirect_uris: ['http://127.0.0.1/', 'https://editor.example/redirect'],
      scope: 'campaigns:read openid',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
    });
    assert.equal(status, 201);
    assert.equal(json.token_endpoint_auth_method, 'none');
    assert.deepEqual(json.grant_types, ['authorization_code', 'refresh_token']);
    assert.equal('client_secret' in json, false);
    assert.equal('registration_access_token' in json, false);
  });

  test('nothing that it names is fetched, and what it asks for beyond the code flow is left out', async () => {
    const { status, json } = await register(service, {
      redirect_uris: ['https://editor.example/cb'],
      sector_identifier_uri: 'https://editor.example/sector.json',
      response_modes: ['form_post'],
    });
    assert.equal(status, 201, JSON.stringify(json));
    assert.deepEqual(asked, []);
    assert.equal('sector_identifier_uri' in json, false);
    assert.equal('response_modes' in json, false);
  });

  for (const [what, metadata, error] of [
    ['a secret', { token_endpoint_auth_method: 'client_secret_post' }, 'invalid_client_metadata'],
    ['http on another host', { redirect_uris: ['http://editor.example/cb'] }, 'invalid_redirect_uri'],
    ['a scheme of its own', { redirect_uris: ['editor://callback'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://editor.example/cb#x'] }, 'invalid_redirect_uri'],
    [
      'a host that begins like localhost',
      { redirect_uris: ['http://localhost.evil.example/'] },
      'invalid_redirect_uri',
    ],
    ['credentials', { redirect_uris: ['https://me:pw@editor.example/cb'] }, 'invalid_redirect_uri'],
    ['no redirect', { redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      'more than is kept',
      { contacts: Array.from({ length: 200 }, (_, n) => `person-${n}@editor.example`) },
      'invalid_client_metadata',
    ],
    [
      'a redirect without end',
      { redirect_uris: [`https://editor.example/${'x'.repeat(5_000)}`] },
      'invalid_client_metadata',
    ],
    ['a name without end', { client_name: 'x'.repeat(201) }, 'invalid_client_metadata'],
  ] as const) {
    test(`an app that asks for ${what} is refused`, async () => {
      const { status, json } = await register(service, { redirect_uris: ['https://editor.example/cb'], ...metadata });
      assert.equal(status, 400);
      assert.equal(json.error, error);
    });
  }

  test('an app whose metadata is of a wrong type is refused, or what nothing is made of is left out', async () => {
    for (const name of METADATA) {
      service.clock.turn({ minutes: 1 });
      for (const value of ODD_VALUES) {
        const { status, json } = await register(service, { redirect_uris: ['https://a.example/cb'], [name]: value });
        const about = `${name}: ${JSON.stringify(value)} ${JSON.stringify(json)}`;
        assert.ok(status === 400 || status === 201, `${status} ${about}`);
        if (status === 400) assert.match(String(json.error), /^invalid_(client_metadata|redirect_uri)$/, about);
      }
    }
    for (const name of ['id_token_signed_response_alg', 'client_name', 'subject_type', 'contacts']) {
      const metadata = { redirect_uris: ['https://a.example/cb'], [name]: { toString: 1 } };
      assert.equal((await register(service, metadata)).json.error, 'invalid_client_metadata');
    }
    assert.deepEqual(logged, []);
  });

  for (const [registered, asked, fits] of [
    ['http://localhost:1234/cb', 'http://localhost:9999/cb', true],
    ['http://localhost/cb', 'http://localhost:9999/cb', true],
    ['http://localhost:1234/cb', 'http://localhost/cb', true],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb', true],
    ['http://[::1]:1/cb', 'http://[::1]:2/cb', true],
    ['https://a.example/cb', 'https://a.example/cb', true],
    ['http://localhost:1234/cb', 'http://localhost:1234/cb/', false],
    ['http://localhost:1234/cb', 'http://localhost:1234/cb?x=1', false],
    ['http://localhost:1234/cb', 'http://127.0.0.1:1234/cb', false],
    ['http://localhost:1234/cb', 'https://localhost:1234/cb', false],
    ['http://localhost:1234/cb', 'http://localhost:9@evil.example/cb', false],
    ['https://a.example/cb', 'https://a.example:8443/cb', false],
    ['https://a.example/cb', 'https://A.example/cb', false],
    ['https://a.example/cb', 'https://a.example/cb/..', false],
  ] as const) {
    test(`registered as ${registered}, ${asked} is ${fits ? 'accepted' : 'refused, and nobody is sent there'}`, async () => {
      const app = await App.registered(service, { redirect_uris: [registered] });
      const answer = await new Browser(service).go(app.authorizeUrl({ redirect_uri: asked }));
      const location = answer.headers.get('location');
      assert.equal(answer.status, fits ? 303 : 400);
      if (fits) assert.match(location ?? '', /^http:\/\/localhost:3000\/connect\//);
      else assert.equal(location, null);
    });
  }
});
