import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, Browser, REDIRECT, RELAXED, register } from './app.ts';

const NUL = 'a\0b';
const HALF = 'a\ud800';

describe('text that no column can hold', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let app: App;

  before(async () => {
    service = await startService(suite, RELAXED);
    app = await App.registered(service);
  });

  for (const metadata of [
    { client_name: NUL },
    { client_name: HALF },
    { contacts: [NUL] },
    { redirect_uris: [`${REDIRECT}/\0`] },
  ]) {
    test(`${JSON.stringify(metadata)} is refused at registration`, async () => {
      const { status, json } = await register(service, {
        client_name: 'Editor',
        redirect_uris: [REDIRECT],
        ...metadata,
      });
      assert.equal(status, 400, JSON.stringify(json));
      assert.match(String(json.error), /^invalid_/);
    });
  }

  for (const asked of [{ state: NUL }, { login_hint: NUL }, { ui_locales: NUL }, { client_id: '\0' }, { scope: NUL }]) {
    test(`${JSON.stringify(asked)} is refused in an authorization request`, async () => {
      const { status, headers } = await new Browser(service).go(app.authorizeUrl(asked));
      const error = new URL(headers.get('location') ?? 'none:').searchParams.get('error');
      assert.ok(status === 400 || error === 'invalid_request' || error === 'invalid_scope', `${status} ${error}`);
    });
  }

  test('is refused for a token', async () => {
    for (const changed of [{ client_id: '\0' }, { code: '\0' }, { code_verifier: '\0' }, { grant_type: '\0' }]) {
      const { status } = await app.exchange('no-code', changed);
      assert.ok(status >= 400 && status < 500, `${JSON.stringify(changed)}: ${status}`);
    }
  });

  test('is not taken for a backslash that somebody wrote', async () => {
    const { status } = await register(service, { client_name: 'C:\\u0000', redirect_uris: [REDIRECT] });
    assert.equal(status, 201);
  });
});
