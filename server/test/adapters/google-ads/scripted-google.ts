import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { emulatorEndpoints } from '../../../src/adapters/google-ads/config.ts';
import type { GoogleAdsOptions } from '../../../src/adapters/google-ads/google-ads.ts';
import { googleAds } from '../../../src/adapters/google-ads/google-ads.ts';
import type { AdAccount, AdPlatform } from '../../../src/ports/ad-platform.ts';

/** One request as it arrived. */
export interface Arrived {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers one request; writes to the response itself when it wants to break it. */
export type Reply = (request: Arrived, response: ServerResponse) => void;

/** A server that says exactly what a test wants Google to say, and remembers what it was asked. */
export class ScriptedGoogle {
  readonly arrived: Arrived[] = [];
  readonly sleeps: number[] = [];
  origin = '';
  now = Date.parse('2026-11-14T12:00:00Z');
  tokens = 0;
  readonly #replies: Reply[] = [];
  #tokenReply: Reply = (_request, response) => {
    this.tokens += 1;
    json(response, 200, { access_token: `access-${this.tokens}`, expires_in: 3599, token_type: 'Bearer' });
  };
  readonly #server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const arrived = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    this.arrived.push(arrived);
    const reply = arrived.path === '/token' ? this.#tokenReply : this.#replies.shift();
    if (reply === undefined) json(response, 500, { error: { code: 500, message: 'nothing scripted' } });
    else reply(arrived, response);
  });

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.origin = `http://127.0.0.1:${address.port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The answers to the next requests, in order; token requests are answered apart. */
  will(...replies: Reply[]): void {
    this.#replies.push(...replies);
  }

  tokenEndpointWill(reply: Reply): void {
    this.#tokenReply = reply;
  }

  /** The requests that went to the API, without those for tokens. */
  get calls(): Arrived[] {
    return this.arrived.filter(({ path }) => path !== '/token');
  }

  platform(options: Partial<GoogleAdsOptions> = {}): AdPlatform {
    const timeouts = { tokenMs: 2_000, callMs: 300, silenceMs: 300 };
    const client = { clientId: 'client', clientSecret: 'secret' };
    return googleAds(
      { ...emulatorEndpoints(this.origin), ...client, timeouts },
      {
        clock: { now: () => this.now },
        sleep: async (ms) => {
          this.sleeps.push(ms);
        },
        ...options,
      },
    );
  }

  account(options: Partial<GoogleAdsOptions> = {}, signal?: AbortSignal): AdAccount {
    const link = { customerId: '100', loginCustomerId: null, connectionId: 'c1', refreshToken: 'refresh-1' };
    return this.platform(options).account(link, signal === undefined ? {} : { signal });
  }
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A reply with rows, as searchStream sends them. */
export function rows(...results: object[]): Reply {
  return (_request, response) => json(response, 200, [{ results, fieldMask: 'customer.id', requestId: 'r' }]);
}

/** A reply to a mutate that names the resources given. */
export function mutated(...resourceNames: string[]): Reply {
  const mutateOperationResponses = resourceNames.map((resourceName) => ({ campaignCriterionResult: { resourceName } }));
  return (_request, response) => json(response, 200, { mutateOperationResponses });
}

/** A reply that is Google's error body with one code. */
export function refused(http: number, family: string, code: string, details?: object): Reply {
  return failed(http, [{ errorCode: { [family]: code }, message: `about ${code}`, ...(details && { details }) }]);
}

/** The same with a code for some of the operations that were sent. */
export function refusedAt(...faults: [place: number, family: string, code: string][]): Reply {
  const errors = faults.map(([index, family, code]) => ({
    errorCode: { [family]: code },
    message: `about ${code}`,
    location: { fieldPathElements: [{ fieldName: 'mutate_operations', index }] },
  }));
  return failed(400, errors);
}

function failed(http: number, errors: object[]): Reply {
  const failure = {
    '@type': 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure',
    errors,
    requestId: 'r',
  };
  return (_request, response) =>
    json(response, http, { error: { code: http, message: 'Request failed.', details: [failure] } });
}
