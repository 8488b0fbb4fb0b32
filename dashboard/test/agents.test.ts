import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, type TestContext, test } from 'node:test';
import {
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
  UnauthorizedError as Unauthorized2,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as Unauthorized1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'playwright-core';
import { documentFetcher } from '../../server/src/adapters/document-fetcher.ts';
import { launchBrowser } from './browser.ts';
import { openHttpsHost } from './https-host.ts';
import { assertShown } from './inspect.ts';
import { addOrganization, addPerson, signIn } from './people.ts';
import { openWorld } from './world.ts';

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

test('agents are connected through the browser, by both lines of the protocol’s library', { skip }, async (t) => {
  assert.ok(typeof browser !== 'string');
  const host = await openHttpsHost(t);
  const documents = documentFetcher({ allowed: [new URL(host.origin).host], ca: host.certificate });
  const { base, database, visit } = await openWorld(t, browser, { documents });
  const harbor = await addOrganization(database, { slug: 'harbor', name: 'Harbor Boats' });
  await addPerson(database, { name: 'Adam Admin', email: 'adam@harbor.test' }, new Map([[harbor, 'admin']]));
  const callback = await listening(t);
  const { page } = await visit();
  await page.goto('/account');
  await signIn(page, 'adam@harbor.test');
  await page.getByText('This one').waitFor();

  const known = { client_name: 'Agent with a document', redirect_uris: [callback] };
  const clientId = `${host.origin}/agent.json`;
  host.documents.set('/agent.json', { client_id: clientId, token_endpoint_auth_method: 'none', ...known });

  for (const [line, talk] of Object.entries({ 'version 2': withVersion2, 'version 1': withVersion1 })) {
    await t.test(`${line} registers itself, is approved and calls a tool`, async () => {
      const keeper = new Keeper({ client_name: `Agent of ${line}`, redirect_uris: [callback] });
      await talk(base, keeper, () => approve(page, keeper, `Agent of ${line}`));
      assert.notEqual(keeper.clientInformation()?.client_id, clientId);
    });

    await t.test(`${line} is known by its document, is approved and calls a tool`, async () => {
      const keeper = new Keeper(known, clientId);
      await talk(base, keeper, () => approve(page, keeper, 'Agent with a document'));
      assert.equal(keeper.clientInformation()?.client_id, clientId);
    });
  }

  await t.test('who is known by a document is shown with its host', async () => {
    const keeper = new Keeper(known, clientId);
    const transport = new Transport2(new URL(`${base}/mcp`), { authProvider: keeper });
    await assert.rejects(new Client2({ name: 'test', version: '1' }).connect(transport), Unauthorized2);
    await page.goto(keeper.asked);
    await page.getByText(new URL(host.origin).host).first().waitFor();
    await assertShown(page, 'connect-by-document');
  });

  await t.test('all of them are listed as connected apps, by the name under which they were approved', async () => {
    await page.goto('/o/harbor/keys');
    for (const name of ['Agent of version 2', 'Agent of version 1', 'Agent with a document']) {
      await page.getByText(name).first().waitFor();
    }
  });
});

interface Metadata {
  client_name: string;
  redirect_uris: string[];
}

interface Tokens {
  access_token: string;
  token_type: string;
  refresh_token?: string | undefined;
}

/** What an agent keeps of a server; where it would open a browser, it notes the address. */
class Keeper {
  readonly clientMetadata: Metadata & { token_endpoint_auth_method: string; grant_types: string[] };
  readonly clientMetadataUrl?: string;
  #client: { client_id: string } | undefined;
  #tokens: Tokens | undefined;
  #verifier = '';
  asked = '';

  constructor(metadata: Metadata, clientMetadataUrl?: string) {
    const grant_types = ['authorization_code', 'refresh_token'];
    this.clientMetadata = { ...metadata, token_endpoint_auth_method: 'none', grant_types };
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  get redirectUrl(): string {
    return this.clientMetadata.redirect_uris[0] ?? '';
  }

  clientInformation = () => this.#client;
  saveClientInformation = (client: { client_id: string }) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: Tokens) => {
    this.#tokens = tokens;
  };
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  redirectToAuthorization = (address: URL) => {
    this.asked = address.href;
  };
}

const TOOL = { name: 'svc_list_campaigns', arguments: { organization: 'harbor' } };

async function withVersion2(base: string, authProvider: Keeper, consent: () => Promise<URL>): Promise<void> {
  const open = () => new Transport2(new URL(`${base}/mcp`), { authProvider });
  const first = open();
  await assert.rejects(new Client2({ name: 'test', version: '1' }).connect(first), Unauthorized2);
  await first.finishAuth((await consent()).searchParams);
  const client = new Client2({ name: 'test', version: '1' });
  await client.connect(open());
  assert.notEqual((await client.callTool(TOOL)).isError, true);
  await client.close();
}

async function withVersion1(base: string, authProvider: Keeper, consent: () => Promise<URL>): Promise<void> {
  const open = () => new Transport1(new URL(`${base}/mcp`), { authProvider });
  const first = open();
  await assert.rejects(new Client1({ name: 'test', version: '1' }).connect(first), Unauthorized1);
  await first.finishAuth((await consent()).searchParams.get('code') ?? '');
  const client = new Client1({ name: 'test', version: '1' });
  await client.connect(open());
  assert.notEqual((await client.callTool(TOOL)).isError, true);
  await client.close();
}

/** The person says yes to what stays available, in the browser that the agent has opened. */
async function approve(page: Page, { asked }: Keeper, name: string): Promise<URL> {
  await page.goto(asked);
  await page.getByText(name).first().waitFor();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('The agent has its answer').waitFor();
  return new URL(page.url());
}

/** An agent on this device that waits for its answer. */
async function listening(t: TestContext): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>The agent has its answer');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}/callback`;
}
