import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { Browser, newOwner } from './app.ts';
import { startAtItsAddress } from './proxied.ts';

const expire = statement<[], never>(`update oauth_token set expires_at = 'epoch' where kind = 'AccessToken'`);
const endAll = statement<[], never>('delete from oauth_connection');
const forget = statement<[], never>(`update person set name = name || ' '`);

/** What an agent keeps of a server that it was connected to; the person says yes to everything. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:33418/callback';
  readonly clientMetadata = {
    client_name: 'Agent of the library',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'organizations:read campaigns:read',
  };
  readonly #browser: Browser;
  #client: OAuthClientInformationMixed | undefined;
  #verifier = '';
  kept: OAuthTokens | undefined;
  callback: URL | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  clientInformation = () => this.#client;
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.#client = information;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens;
  };
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  invalidateCredentials = (what: string) => {
    if (what === 'all' || what === 'tokens') this.kept = undefined;
    if (what === 'all' || what === 'client') this.#client = undefined;
  };

  redirectToAuthorization = async (address: URL) => {
    const page = (await this.#browser.go(address.href)).headers.get('location') ?? '';
    const uid = page.split('/').at(-1);
    const asked = await this.#browser.call('GET', `/connect-requests/${uid}`);
    const scopes = z.array(z.object({ name: z.string() })).parse(asked.json.scopes);
    const body = { scopes: scopes.map(({ name }) => name) };
    const { json } = await this.#browser.call('POST', `/connect-requests/${uid}/approve`, body);
    const back = await this.#browser.go(z.string().parse(json.redirect_to));
    this.callback = new URL(back.headers.get('location') ?? '');
  };
}

test('the client of the protocol’s library is sent to consent, calls tools, refreshes and is asked again', async (t) => {
  const { service, origin } = await startAtItsAddress(t);
  const keeper = new Keeper(new Browser({ base: origin }, await newOwner(service)));
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: keeper });
    const client = new Client({ name: 'test', version: '1' });
    t.after(() => client.close());
    return { transport, client, connected: client.connect(transport) };
  };

  const first = await connect();
  await assert.rejects(first.connected, UnauthorizedError);
  assert.ok(keeper.callback, 'the 401 led to the consent page');
  await first.transport.finishAuth(keeper.callback.searchParams);

  const { client, connected } = await connect();
  await connected;
  const call = () => client.callTool({ name: 'svc_list_campaigns', arguments: { organization: 'harbor' } });
  assert.notEqual((await call()).isError, true);
  const rest = await fetch(`${origin}/v1/organizations`, {
    headers: { authorization: `Bearer ${keeper.kept?.access_token}` },
  });
  assert.equal(rest.status, 401, 'a token for the MCP server is refused by the REST API');

  const before = keeper.kept?.refresh_token;
  await service.database.execute(expire);
  await service.database.execute(forget);
  assert.notEqual((await call()).isError, true);
  assert.notEqual(keeper.kept?.refresh_token, before, 'it refreshed by itself');

  keeper.callback = undefined;
  await service.database.execute(endAll);
  await assert.rejects(call());
  assert.ok(keeper.callback, 'and asks the person again once the connection has ended');
});

test('a token for the REST API is refused by the MCP server', async (t) => {
  const { service, origin } = await startAtItsAddress(t);
  const { token } = await service.world.addApp({ resource: `${origin}/v1` });
  const ask = (path: string, init: RequestInit) =>
    fetch(origin + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  assert.equal((await ask('/v1/organizations', {})).status, 200);
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const refused = await ask('/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
  assert.equal(refused.status, 401);
  assert.equal(
    refused.headers.get('www-authenticate'),
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
  );
});
