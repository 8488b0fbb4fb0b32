import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as forward } from 'node:http';
import { checkWire } from './wire-schema.ts';

/** One request with its answer; `status` is 0 where the connection broke instead. */
export interface Exchanged {
  method: string;
  path: string;
  authorization: string;
  body: string;
  status: number;
  answer: string;
}

/** Stands between the adapter and the emulator and keeps everything that passes, unchanged. */
export class RecordingProxy {
  readonly exchanged: Exchanged[] = [];
  origin = '';
  readonly #target: string;
  readonly #server = createServer((request, response) => void this.#pass(request, response));

  constructor(target: string) {
    this.#target = target;
  }

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

  /** Everything that passed and is not what Google's protos allow. */
  violations(): string[] {
    return this.exchanged.flatMap(wireViolations);
  }

  /** The calls that carried anything but an access token which the token endpoint issued before. */
  foreignTokens(): string[] {
    const issued = new Set<string>();
    const foreign: string[] = [];
    for (const { path, authorization, body, answer } of this.exchanged) {
      if (path === '/token') for (const token of accessTokens(answer)) issued.add(`Bearer ${token}`);
      const isSecretElsewhere = /ya29\.|1\/\//.test(path + body);
      if (path.startsWith('/v25/') && (!issued.has(authorization) || isSecretElsewhere)) foreign.push(path);
    }
    return foreign;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url = '', headers } = request;
    const authorization = headers.authorization ?? '';
    const entry: Exchanged = { method, path: url, authorization, body, status: 0, answer: '' };
    this.exchanged.push(entry);
    const upstream = forward(new URL(url, this.#target), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.setEncoding('utf8').on('data', (text: string) => {
        entry.answer += text;
      });
      answer.on('end', () => {
        entry.status = answer.statusCode ?? 0;
      });
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    upstream.end(body);
  }
}

function accessTokens(answer: string): string[] {
  const body: unknown = JSON.parse(answer === '' ? '{}' : answer);
  return typeof body === 'object' && body !== null && 'access_token' in body ? [String(body.access_token)] : [];
}

const MESSAGES: readonly (readonly [ending: string, request: string | null, answer: string])[] = [
  ['customers:listAccessibleCustomers', null, 'ListAccessibleCustomersResponse'],
  ['googleAds:searchStream', 'SearchGoogleAdsStreamRequest', 'SearchGoogleAdsStreamResponse'],
  ['googleAds:search', 'SearchGoogleAdsRequest', 'SearchGoogleAdsResponse'],
  ['googleAds:mutate', 'MutateGoogleAdsRequest', 'MutateGoogleAdsResponse'],
  [':generateKeywordIdeas', 'GenerateKeywordIdeasRequest', 'GenerateKeywordIdeaResponse'],
  ['geoTargetConstants:suggest', 'SuggestGeoTargetConstantsRequest', 'SuggestGeoTargetConstantsResponse'],
];

function wireViolations({ path, body, status, answer }: Exchanged): string[] {
  if (!path.startsWith('/v25/')) return [];
  const known = MESSAGES.find(([ending]) => path.endsWith(ending));
  if (known === undefined) return [`${path}: no such method`];
  const [, requestMessage, answerMessage] = known;
  const ofRequest = requestMessage === null ? [] : checkWire(requestMessage, JSON.parse(body));
  if (status === 0) return ofRequest;
  const parsed: unknown = JSON.parse(answer);
  const message = status === 200 ? answerMessage : 'ErrorBody';
  const parts = Array.isArray(parsed) ? parsed : [parsed];
  return [...ofRequest, ...parts.flatMap((part) => checkWire(message, part))].map((text) => `${path}: ${text}`);
}
