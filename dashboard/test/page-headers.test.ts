import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { swapPassword } from '../../server/src/identity/person.store.ts';
import { hashPassword } from '../../server/src/identity/sign-in/password.ts';
import { type RunningService, startService, wholeSuite } from '../../server/test/harness/service.ts';
import { buildDashboard } from '../build.ts';
import { PASSWORD } from './people.ts';

const SECURE = 'https://sluice.example';
const HTML = { accept: 'text/html' };
const PAGES = ['/', '/sign-in', '/o/harbor/keys', '/index.html'];
const DOCUMENTS = ['/docs/errors', '/docs/mcp'];

describe('what the pages are sent with', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let secure: RunningService;

  before(async () => {
    await buildDashboard();
    const addresses = { publicUrl: SECURE, appUrl: SECURE, authUrl: SECURE, mcpUrl: SECURE, baseUrl: `${SECURE}/v1` };
    service = await startService(suite);
    secure = await startService(suite, { config: addresses });
  });

  const get = (path: string, headers: Record<string, string> = HTML, at = service) =>
    at.call('GET', path, { headers, unchecked: true });
  const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy']);

  test('no policy allows inline code or styles, or evaluated code', async () => {
    for (const path of [...PAGES, ...DOCUMENTS, '/favicon.svg', '/oauth/authorize']) {
      const policy = await policyOf(path);
      assert.match(policy, /^default-src /, path);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*|https?:/, path);
    }
  });

  test('pages are framed by nobody, send forms nowhere else and have no other base', async () => {
    for (const path of [...PAGES, ...DOCUMENTS, '/oauth/authorize']) {
      const policy = await policyOf(path);
      for (const rule of [/frame-ancestors 'none'/, /base-uri 'none'/, /form-action '(self|none)'/]) {
        assert.match(policy, rule, path);
      }
    }
  });

  test('pictures may be data, as the charts of documents are', async () => {
    assert.match(await policyOf('/'), /img-src 'self' data:/);
  });

  test('the page has a fresh nonce each time, in its policy and in itself, and is never kept', async () => {
    const seen = new Set<string>();
    for (const path of PAGES) {
      const { headers, text } = await get(path);
      const [, nonce = ''] =
        /style-src 'self' 'nonce-([A-Za-z0-9+/]{24})'/.exec(String(headers['content-security-policy'])) ?? [];
      assert.ok(text.includes(`<meta property="csp-nonce" nonce="${nonce}"`), path);
      assert.doesNotMatch(text, /sluice-style-nonce/);
      assert.deepEqual([headers['cache-control'], headers.etag], ['no-store', undefined]);
      seen.add(nonce);
    }
    assert.equal(seen.size, PAGES.length);
  });

  test('assets stay immutable', async () => {
    const { text } = await get('/');
    const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? [];
    const { headers } = await get(asset, {});
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await get(asset, { 'if-none-match': String(headers.etag) })).status, 304);
  });

  test('on https browsers come back over https alone, and nowhere else are they told so', async () => {
    for (const path of ['/', '/v1/organizations', '/docs/errors', '/oauth/authorize', '/healthz']) {
      const { headers } = await get(path, HTML, secure);
      assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', path);
      assert.equal((await get(path)).headers['strict-transport-security'], undefined, path);
    }
  });

  describe('the session cookie', () => {
    async function cookieFrom(at: RunningService, who = 'cookie'): Promise<string> {
      const { id, email } = await at.world.addPerson(who, 'member');
      await swapPassword(at.database, { id, password_hash: null }, await hashPassword(PASSWORD));
      const answer = await at.call('POST', '/dashboard/v1/sign-in', { body: { email, password: PASSWORD } });
      return answer.headers['set-cookie']?.[0] ?? '';
    }

    test('is HttpOnly, SameSite=Lax and without a domain; on https Secure and of this host alone', async () => {
      const [plain, overTls] = [await cookieFrom(service), await cookieFrom(secure)];
      const shape = 'sluice_session=[\\w-]{43}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax';
      assert.match(plain, new RegExp(`^${shape}$`));
      assert.match(overTls, new RegExp(`^__Host-${shape}; Secure$`));
    });

    test('is believed on https only under the name that no neighbour can give to one of theirs', async () => {
      const [, name = '', token = ''] = /^([^=]+)=([^;]+);/.exec(await cookieFrom(secure, 'neighbour')) ?? [];
      for (const [cookie, status] of [
        [`${name}=${token}`, 200],
        [`other=1;\t${name}=${token} `, 200],
        [`sluice_session=${token}`, 401],
        [`\xa0${name}=${token}`, 401],
        [`other=1; \xa0${name}=${token}`, 401],
      ] as const) {
        assert.equal((await secure.call('GET', '/dashboard/v1/me', { cookie })).status, status, cookie);
      }
    });
  });

  describe('the cookies of who connects an app', () => {
    async function cookiesFrom(at: RunningService, base: string): Promise<string[]> {
      const redirect = 'http://localhost:7777/callback';
      const registered = await at.call('POST', '/oauth/register', {
        body: { client_name: 'App', redirect_uris: [redirect] },
        unchecked: true,
      });
      const parameters = new URLSearchParams({
        client_id: /"client_id":"([^"]+)"/.exec(registered.text)?.[1] ?? '',
        redirect_uri: redirect,
        response_type: 'code',
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 'S256',
        resource: `${base}/v1`,
      });
      return (await get(`/oauth/authorize?${parameters}`, HTML, at)).headers['set-cookie'] ?? [];
    }

    test('are HttpOnly, SameSite=Lax, signed and without a domain; Secure on https', async () => {
      const plain = await cookiesFrom(service, 'http://localhost:3000');
      const overTls = await cookiesFrom(secure, SECURE);
      for (const cookies of [plain, overTls]) {
        assert.deepEqual(
          cookies.map((cookie) => cookie.split('=', 1)[0]),
          ['sluice_connect', 'sluice_connect.sig', 'sluice_connect_resume', 'sluice_connect_resume.sig'],
        );
        for (const cookie of cookies) {
          assert.match(cookie, /; samesite=lax/i);
          assert.match(cookie, /; httponly/i);
          assert.doesNotMatch(cookie, /; domain=/i);
        }
      }
      for (const cookie of plain) assert.doesNotMatch(cookie, /; secure/i);
      for (const cookie of overTls) assert.match(cookie, /; secure/i);
    });
  });
});
