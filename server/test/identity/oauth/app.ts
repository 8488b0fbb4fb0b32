import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RunningService } from '../../harness/service.ts';
import type { Person } from '../../harness/world-people.ts';

/** Where the service of a test believes it is reached. */
export const PUBLIC = 'http://localhost:3000';
export const MCP = `${PUBLIC}/mcp`;
export const REST = `${PUBLIC}/v1`;
export const REDIRECT = 'http://localhost:7777/callback';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
/** Settings under which a suite's many requests from one address are not limited. */
export const RELAXED = { config: UNLIMITED };

const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  token_type: z.literal('Bearer'),
  scope: z.string(),
});

/** What a token request brought. */
export type Tokens = z.infer<typeof tokenAnswer>;

/** A browser with its cookies, signed in to the dashboard as somebody or as nobody. */
export class Browser {
  readonly #base: string;
  readonly #jar = new Map<string, { value: string; path: string }>();

  constructor({ base }: Pick<RunningService, 'base'>, person?: Person) {
    this.#base = base;
    if (person) this.signIn(person);
  }

  signIn({ cookie }: Person): void {
    const [name = '', value = ''] = cookie.split('=');
    this.#jar.set(`${name} /`, { value, path: '/' });
  }

  /** Goes to an address of the service, without following where it sends on to. */
  async go(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address.replace(PUBLIC, this.#base), this.#base);
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', cookie: this.cookiesFor(url.pathname), ...init.headers },
    });
    for (const text of answer.headers.getSetCookie()) this.#keep(text);
    return answer;
  }

  /** Calls an operation of the dashboard. */
  async call(method: string, path: string, body?: unknown): Promise<{ status: number; json: Record<string, unknown> }> {
    const answer = await this.go(`/dashboard/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: z.record(z.string(), z.unknown()).parse(await answer.json()) };
  }

  /** The cookies that go along to an address. */
  cookiesFor(path: string): string {
    const reached = [...this.#jar].filter(([, cookie]) => path === cookie.path || path.startsWith(prefix(cookie.path)));
    return reached.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ');
  }

  #keep(text: string): void {
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
    const gone = value === '' || attributes.some((one) => /^expires=thu, 01 jan 1970/i.test(one));
    if (gone) this.#jar.delete(`${name} ${path}`);
    else this.#jar.set(`${name} ${path}`, { value, path });
  }
}

function prefix(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** What an authorization request sends; what is undefined is left out. */
export type Asked = Record<string, string | undefined>;

/** How somebody connects an app. */
export interface Connecting {
  person?: Person;
  browser?: Browser;
  resource?: string;
  scope?: string;
  /** Which of the scopes offered stay checked; without it all that are available. */
  pick?: (offered: Offered[]) => string[];
  redirectUri?: string;
}

const offered = z.object({ name: z.string(), available: z.boolean() });
/** A scope as consent shows it. */
export type Offered = z.infer<typeof offered>;

/** An app as it is connected in the tests: a public client that keeps what it gets. */
export class App {
  readonly service: Pick<RunningService, 'base' | 'world'>;
  readonly clientId: string;
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(service: Pick<RunningService, 'base' | 'world'>, clientId: string) {
    this.service = service;
    this.clientId = clientId;
  }

  static async registered(service: Pick<RunningService, 'base' | 'world'>, metadata: object = {}): Promise<App> {
    const { status, json } = await register(service, {
      client_name: 'Assistant',
      redirect_uris: [REDIRECT],
      ...metadata,
    });
    assert.equal(status, 201, JSON.stringify(json));
    return new App(service, z.string().parse(json.client_id));
  }

  authorizeUrl(asked: Asked = {}): string {
    const parameters: Asked = {
      client_id: this.clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: REST,
      state: 'st4te',
      ...asked,
    };
    const url = new URL(`${PUBLIC}/oauth/authorize`);
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  /** Where the app is sent back to by a request that the person never sees. */
  async sentBack(asked: Asked): Promise<URL> {
    const answer = await new Browser(this.service).go(this.authorizeUrl(asked));
    assert.equal(answer.status, 303, await answer.text());
    return new URL(answer.headers.get('location') ?? '');
  }

  /** Begins to connect, up to the page on which the person is asked; tells its name. */
  async ask(browser: Browser, asked: Asked = {}): Promise<string> {
    const answer = await browser.go(this.authorizeUrl(asked));
    const location = answer.headers.get('location') ?? '';
    const [, uid] = /^http:\/\/localhost:3000\/connect\/([\w-]{43})$/.exec(location) ?? [];
    assert.ok(uid, `${answer.status} ${location} ${await answer.text()}`);
    return uid;
  }

  /** Connects the app up to its code. */
  async code({
    person,
    browser,
    resource = REST,
    scope,
    pick,
    redirectUri = REDIRECT,
  }: Connecting = {}): Promise<string> {
    const own = browser ?? new Browser(this.service, person ?? (await newOwner(this.service)));
    const uid = await this.ask(own, { resource, scope, redirect_uri: redirectUri });
    const { json } = await own.call('GET', `/connect-requests/${uid}`);
    const shown = z.array(offered).parse(json.scopes);
    const scopes = pick ? pick(shown) : shown.filter(({ available }) => available).map(({ name }) => name);
    const approved = await own.call('POST', `/connect-requests/${uid}/approve`, { scopes });
    assert.equal(approved.status, 200, JSON.stringify(approved.json));
    const back = await own.go(z.string().parse(approved.json.redirect_to));
    const location = new URL(back.headers.get('location') ?? 'none:', PUBLIC);
    assert.ok(location.searchParams.has('code'), `${back.status} ${location.href}`);
    assert.equal(location.searchParams.get('state'), 'st4te');
    assert.equal(location.searchParams.get('iss'), PUBLIC);
    return location.searchParams.get('code') ?? '';
  }

  /** Connects the app and exchanges its code. */
  async connect(connecting: Connecting = {}): Promise<Tokens> {
    const { resource = REST, redirectUri = REDIRECT } = connecting;
    const code = await this.code(connecting);
    return taken(await this.exchange(code, { resource, redirect_uri: redirectUri }));
  }

  exchange(code: string, changed: Asked = {}, at: { base: string } = this.service): Promise<FormAnswer> {
    const parameters = {
      grant_type: 'authorization_code',
      client_id: this.clientId,
      code,
      code_verifier: this.verifier,
      redirect_uri: REDIRECT,
      resource: REST,
      ...changed,
    };
    return form(at, '/oauth/token', parameters);
  }

  refresh(token: string, changed: Asked = {}, at: { base: string } = this.service): Promise<FormAnswer> {
    const parameters = { grant_type: 'refresh_token', client_id: this.clientId, refresh_token: token, resource: REST };
    return form(at, '/oauth/token', { ...parameters, ...changed });
  }

  revoke(token: string, changed: Asked = {}, at: { base: string } = this.service): Promise<FormAnswer> {
    return form(at, '/oauth/revoke', { client_id: this.clientId, token, ...changed });
  }
}

/** Somebody who owns harbor and has just signed in. */
export function newOwner({ world }: Pick<RunningService, 'world'>): Promise<Person> {
  return world.addPerson(`owner-${randomBytes(6).toString('hex')}`, 'owner');
}

/** An answer of the token or revocation endpoint. */
export interface FormAnswer {
  status: number;
  headers: Headers;
  json: Record<string, unknown>;
}

/** The tokens of an answer that must have brought some. */
export function taken({ status, json }: Pick<FormAnswer, 'status' | 'json'>): Tokens {
  assert.equal(status, 200, JSON.stringify(json));
  return tokenAnswer.parse(json);
}

async function form({ base }: { base: string }, path: string, parameters: Asked): Promise<FormAnswer> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) body.set(name, value);
  const answer = await fetch(base + path, { method: 'POST', body });
  return { status: answer.status, headers: answer.headers, json: parsed(await answer.text()) };
}

/** Registers an app, whatever the answer. */
export async function register({ base }: { base: string }, metadata: object): Promise<FormAnswer> {
  const answer = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  return { status: answer.status, headers: answer.headers, json: parsed(await answer.text()) };
}

/** What could not be answered comes as a plain text. */
function parsed(text: string): Record<string, unknown> {
  return !text.startsWith('{') ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

/** The status of a call with a token: 200 where it works. */
export async function statusWith({ base }: { base: string }, token: string, path = '/organizations'): Promise<number> {
  const answer = await fetch(`${base}/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  return answer.status;
}
