import { setImmediate } from 'node:timers/promises';
import { LongWork } from '../../base/long-work.ts';
import { AdPlatformError, type CallOptions } from '../../ports/ad-platform.ts';
import type { TokenSource } from './access-tokens.ts';
import type { GoogleAdsConfig } from './config.ts';
import { DEFAULT_MOST_BELOW_CAMPAIGNS, DEFAULT_TIMEOUTS } from './config.ts';
import type { Gaql } from './gaql.ts';
import type { GoogleError } from './google-fault.ts';
import { faultOf, faultOfStatus, GoogleFault, googleErrors } from './google-fault.ts';
import { at, isJson, listAt, parseStorable, textAt } from './json.ts';
import { platformError } from './platform-error.ts';
import type { PlatformTime } from './platform-time.ts';
import type { OperationKind, QuotaLedger } from './quota-ledger.ts';
import type { Persistence } from './retries.ts';
import { Room, roomBelowCampaigns } from './room.ts';
import { RowScanner } from './row-scanner.ts';
import type { Exchange } from './transport.ts';
import { exchange, streamed } from './transport.ts';
import type { MutateGoogleAdsRequest, MutateOperation, SearchGoogleAdsStreamRequest } from './wire.gen.ts';

/** Google takes at most this many operations in one request. */
const MAX_OPERATIONS = 10_000;
const BATCH_ROWS = 1_000;
/** An account has at most 10,000 campaigns, and a query of changes is answered with at most as many. */
const MOST_ROWS = 25_000;
const TOO_MANY_ROWS = `Google Ads has more than ${MOST_ROWS} of what was to be read at once. Remove there what is not needed, then try again.`;
/** Stopping takes few operations: whatever takes more is not sent as a stop, whoever wants it to pass. */
const MOST_OF_A_STOP = 10;

/** What one client talks about: an account, reached through a manager account where there is one. */
export interface ClientContext {
  config: GoogleAdsConfig;
  tokens: TokenSource;
  /** Whose operations are spent, and what for: what is sent for a change is a change even where it reads. */
  spend: { ledger: QuotaLedger | undefined; organizationId: number; purpose: OperationKind };
  persist: Persistence;
  time: PlatformTime;
  loginCustomerId: string | null;
  signal: AbortSignal | undefined;
  /** Asked before each sending of a change: throws where it may no longer be sent; and told where that did nothing. */
  around: Pick<CallOptions, 'beforeChange' | 'untilAnswered' | 'didNothing'>;
}

/** How the rows of a query are kept: in what, how each is put in, and what room each takes where that is limited. */
interface Gathering<Kept> {
  begin: () => Kept;
  add: (kept: Kept, row: unknown) => void;
  room?: Room;
  size?: number;
}

/** Of each operation the resource name it ended in, null where it was refused; and the refusals. */
export interface MutateOutcome {
  resources: (string | null)[];
  refusals: GoogleError[];
}

/** A thin client of the Google Ads REST interface: addresses, tokens, quota, retries and errors; no meaning. */
export class GoogleAdsClient {
  readonly #context: ClientContext;

  constructor(context: ClientContext) {
    this.#context = context;
  }

  /** The same client for what stops spending: never refused for lack of our own quota. */
  stopping(): GoogleAdsClient {
    return new GoogleAdsClient({ ...this.#context, spend: { ...this.#context.spend, purpose: 'stop' } });
  }

  /** Rows in batches while they arrive. Retried only until the first rows were handed on. */
  async *stream(customerId: string, query: Gaql): AsyncGenerator<unknown[]> {
    const started = await this.#attempt('read', 1, async (token) => {
      const batches = this.#batches(customerId, query, token);
      return { first: await batches.next(), batches };
    });
    if (started.first.done === true) return;
    try {
      yield started.first.value;
      yield* started.batches;
    } catch (thrown) {
      throw platformError(thrown, 'read');
    } finally {
      await started.batches.return(undefined);
    }
  }

  /** All rows of a query whose answer is small: Google limits it, or the query does. */
  rows(customerId: string, query: Gaql): Promise<unknown[]> {
    return this.gather(customerId, query, {
      begin: (): unknown[] => [],
      add: (rows, row) => rows.push(row),
      room: new Room(MOST_ROWS, TOO_MANY_ROWS),
    });
  }

  /** Room for what a sync, or a change, reads below campaigns. */
  room(): Room {
    return roomBelowCampaigns(this.#context.config.mostBelowCampaigns ?? DEFAULT_MOST_BELOW_CAMPAIGNS);
  }

  /** What is kept of the rows of a query, each put in as it arrives; where the query is tried again, it begins anew. */
  gather<Kept>(customerId: string, query: Gaql, { begin, add, room, size = 1 }: Gathering<Kept>): Promise<Kept> {
    return this.#attempt('read', 1, async (token) => {
      const kept = begin();
      const work = new LongWork();
      const held = room?.hold();
      try {
        for await (const batch of this.#batches(customerId, query, token)) {
          held?.take(batch.length * size);
          for (const row of batch) {
            add(kept, row);
            if (work.hadItsTurn) await work.giveWay();
          }
        }
        return kept;
      } catch (thrown) {
        held?.giveBack();
        throw thrown;
      }
    });
  }

  /** A read that is no query; free of quota where Google does not count it. */
  read(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    return this.#attempt('read', 1, async (token) => answer(await exchange(this.#request(token, method, path, body))));
  }

  /** Sends operations as one request: all or nothing, or each for itself with `partialFailure`. */
  mutate(
    customerId: string,
    operations: MutateOperation[],
    options: { partialFailure: boolean },
  ): Promise<MutateOutcome> {
    if (operations.length === 0) throw new RangeError('a request takes at least one operation');
    if (operations.length > MAX_OPERATIONS) {
      const message = `Google Ads takes at most ${MAX_OPERATIONS} changes at once, and this is ${operations.length}.`;
      throw new AdPlatformError('google_ads_refused', message);
    }
    const body: MutateGoogleAdsRequest = { mutateOperations: operations, partialFailure: options.partialFailure };
    return this.#attempt('write', operations.length, async (token) => {
      const request = this.#request(token, 'POST', `customers/${customerId}/googleAds:mutate`, body);
      return outcome(answer(await exchange(request)), operations.length);
    });
  }

  /** Spends quota and repeats where that helps; an expired token is renewed once. */
  async #attempt<T>(call: 'read' | 'write', operations: number, work: (token: string) => Promise<T>): Promise<T> {
    const { tokens, spend, persist, signal } = this.#context;
    const { ledger, organizationId, purpose } = spend;
    const kind = kindOf(call, purpose, operations);
    const once = async (token: string): Promise<T> => {
      await ledger?.spend({ organizationId, kind }, operations);
      return call === 'write' ? this.#send(() => work(token)) : work(token);
    };
    try {
      return await persist(call, signal, async () => {
        const token = await beforeSending(signal, () => tokens.get());
        try {
          return await once(token);
        } catch (thrown) {
          if (!(thrown instanceof GoogleFault) || thrown.kind !== 'token_expired') throw thrown;
          return await once(await beforeSending(signal, () => tokens.renew(token)));
        }
      });
    } catch (thrown) {
      throw platformError(thrown, call);
    }
  }

  async #send<T>(work: () => Promise<T>): Promise<T> {
    const { beforeChange, untilAnswered, didNothing } = this.#context.around;
    await beforeChange?.();
    try {
      return await (untilAnswered ? untilAnswered(work) : work());
    } catch (thrown) {
      if (isWithoutEffect(thrown)) await didNothing?.();
      throw thrown;
    }
  }

  async *#batches(customerId: string, query: Gaql, token: string): AsyncGenerator<unknown[]> {
    const body: SearchGoogleAdsStreamRequest = { query: query.text };
    const path = `customers/${customerId}/googleAds:searchStream`;
    const scanner = new RowScanner();
    let batch: unknown[] = [];
    for await (const text of streamed(this.#request(token, 'POST', path, body))) {
      const { rows, error } = scanner.push(text);
      if (error !== undefined) throw faultOfStatus(Number(at(error, 'code')) || 500, error);
      for (const row of rows) batch.push(row);
      // Several pieces may be here at once: nobody else would be served between them.
      await setImmediate();
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    scanner.finish();
    if (batch.length > 0) yield batch;
  }

  #request(token: string, method: 'GET' | 'POST', path: string, body?: object): Exchange {
    const { config, loginCustomerId, signal, time } = this.#context;
    const timeouts = { ...DEFAULT_TIMEOUTS, ...config.timeouts };
    return {
      url: `${config.apiBaseUrl}/${config.apiVersion}/${path}`,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(config.developerToken !== undefined && { 'developer-token': config.developerToken }),
        ...(loginCustomerId !== null && { 'login-customer-id': loginCustomerId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: path.endsWith(':searchStream') ? timeouts.silenceMs : timeouts.callMs,
      signal,
      time,
    };
  }
}

/**
 * Fetching a token changes nothing: its failure is never the uncertain outcome of a write. Others wait for the same
 * token, so a caller that stops waiting leaves it under way.
 */
async function beforeSending<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await (signal === undefined ? work() : unlessAborted(signal, work()));
  } catch (thrown) {
    throw platformError(thrown, 'read');
  }
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new GoogleFault('aborted', 'the call was cancelled before it was sent'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A success that cannot be read leaves a write as open as a lost answer. */
function answer({ http, text, retryAfter }: { http: number; text: string; retryAfter: string | null }): unknown {
  if (http !== 200) throw faultOf(http, text, retryAfter);
  const parsed = parseStorable(text);
  if (!isJson(parsed)) throw new GoogleFault('lost', 'the answer could not be read');
  return parsed;
}

function isWithoutEffect(thrown: unknown): boolean {
  const error = platformError(thrown, 'write');
  return error instanceof AdPlatformError && !error.uncertain;
}

function kindOf(call: 'read' | 'write', purpose: OperationKind, operations: number): OperationKind {
  if (purpose === 'stop') return operations > MOST_OF_A_STOP ? 'change' : 'stop';
  return call === 'write' && purpose === 'read' ? 'change' : purpose;
}

function outcome(body: unknown, operations: number): MutateOutcome {
  const results = listAt(body, 'mutateOperationResponses');
  const refusals = googleErrors(at(body, 'partialFailureError'));
  if (results.length !== operations) throw new GoogleFault('lost', 'the answer does not name every operation');
  const resources = results.map((result) => {
    const [only] = isJson(result) ? Object.values(result) : [];
    return textAt(only, 'resourceName');
  });
  return { resources, refusals };
}
