import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { membersOf } from '../../../src/base/json.ts';
import { LongestBlock } from '../../harness/longest-block.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { App, REDIRECT, RELAXED } from './app.ts';

/** Of processor time: whoever else asks something meanwhile waits no longer. */
const LONGEST_BLOCK_MS = 5;
const TRIES = 5;
/** So many letters of three bytes there is room for. */
const ROOM = { metadata: 5_200, form: 2_600, query: 1_500, website: 2_030, kept: 1_200 };
const ADDRESSES = ['client_uri', 'initiate_login_uri', 'jwks_uri', 'logo_uri', 'policy_uri', 'tos_uri'];

/** The host that takes longest to be parsed: of so many letters, each another. */
function address(letters: number): string {
  return `https://${Array.from({ length: letters }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('')}/`;
}

/** A request with such an address in one place, and the code that it is refused with. */
interface Worst {
  path: string;
  body?: string;
  headers?: Record<string, string>;
  code: string;
}

function registering(metadata: object, code = 'invalid_client_metadata'): Worst {
  const body = JSON.stringify({ redirect_uris: [REDIRECT], ...metadata });
  return { path: '/oauth/register', body, headers: { 'content-type': 'application/json' }, code };
}

function inForm(path: string, name: string, code: string): Worst {
  const body = `grant_type=refresh_token&token=x&${name}=${address(ROOM.form)}`;
  return { path, body, headers: { 'content-type': 'application/x-www-form-urlencoded' }, code };
}

function inQuery(app: App, name: string, code: string): Worst {
  const { pathname, search } = new URL(app.authorizeUrl({ [name]: address(ROOM.query) }));
  return { path: `${pathname}${search}`, code };
}

const OF_APPS: Record<string, (app: App) => Worst> = {
  'redirect_uris, with more than is kept': () => registering({ redirect_uris: [address(ROOM.metadata)] }),
  redirect_uris: () => registering({ redirect_uris: [address(ROOM.kept)] }, 'invalid_redirect_uri'),
  ...Object.fromEntries(
    ADDRESSES.flatMap((name) => [
      [`${name}, with more than is kept`, () => registering({ [name]: address(ROOM.metadata) })],
      [name, () => registering({ [name]: address(ROOM.kept) })],
    ]),
  ),
  'client_id of a query': (app) => inQuery(app, 'client_id', 'invalid_client'),
  'redirect_uri of a query': (app) => inQuery(app, 'redirect_uri', 'invalid_request'),
  'resource of a query': (app) => inQuery(app, 'resource', 'invalid_request'),
  ...Object.fromEntries(
    ['/oauth/token', '/oauth/revoke'].flatMap((path) => [
      [`client_id for ${path}`, () => inForm(path, 'client_id', 'invalid_client')],
      [`redirect_uri for ${path}`, () => inForm(path, 'redirect_uri', 'invalid_request')],
      [`resource for ${path}`, () => inForm(path, 'resource', 'invalid_request')],
    ]),
  ),
};

describe('nobody waits for a host that is longer than one can be', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let app: App;

  before(async () => {
    service = await startService(suite, RELAXED);
    app = await App.registered(service);
  });

  async function refuses({ path, body, headers = {}, code }: Worst): Promise<void> {
    const method = body === undefined ? 'GET' : 'POST';
    const blocks: number[] = [];
    service.clock.turn({ minutes: 1 });
    for (let time = 0; time < TRIES; time += 1) {
      const block = new LongestBlock();
      const asked = fetch(service.base + path, { method, headers, ...(body !== undefined && { body }) });
      const text = await asked.then((answer) => answer.text()).finally(() => blocks.push(block.end()));
      const { error } = membersOf(JSON.parse(text));
      assert.equal(membersOf(error).code ?? error, code, text);
    }
    const shortest = Math.min(...blocks);
    assert.ok(shortest <= LONGEST_BLOCK_MS, `it took ${shortest} ms`);
  }

  for (const [place, worst] of Object.entries(OF_APPS)) test(place, () => refuses(worst(app)));

  test('a website', async () => {
    const { key } = await service.world.addKey();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const body = JSON.stringify({ name: 'Lathes', website_url: address(ROOM.website) });
    await refuses({ path: '/v1/organizations/harbor/campaigns', body, headers, code: 'validation_error' });
  });

  for (const path of ['/mcp', '/dashboard/v1/sign-out']) {
    test(`the page that a browser names: ${path}`, () => {
      const headers = { 'content-type': 'application/json', origin: encodeURI(address(ROOM.query)) };
      return refuses({ path, body: '{}', headers, code: 'unauthorized' });
    });
  }
});
