import { faultOf, GoogleFault } from './google-fault.ts';
import type { PlatformTime } from './platform-time.ts';

/** Failures before a byte was sent: the request cannot have had any effect. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];
const MAX_ERROR_CHARACTERS = 1_000_000;

/** One HTTP request with a limit on how long it may take. */
export interface Exchange {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Learns the platform's time from the answer. */
  time?: PlatformTime;
}

/** Sends a request whose answer fits in memory. */
export async function exchange(request: Exchange): Promise<{ http: number; text: string; retryAfter: string | null }> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  return guarded(request.signal, async () => {
    const response = await send(request, timeout);
    return { http: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
  });
}

/** Sends a request and passes its answer on as it arrives; the limit is on silence, not on the whole. */
export async function* streamed(request: Exchange): AsyncGenerator<string> {
  const silence = new AbortController();
  const listen = <T>(wait: () => Promise<T>): Promise<T> =>
    guarded(request.signal, async () => {
      const timer = setTimeout(() => silence.abort(new Error('silence')), request.timeoutMs);
      try {
        return await wait();
      } finally {
        clearTimeout(timer);
      }
    });
  const response = await listen(() => send(request, silence.signal));
  if (!response.ok) {
    const text = await listen(() => response.text());
    throw faultOf(response.status, text.slice(0, MAX_ERROR_CHARACTERS), response.headers.get('retry-after'));
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await listen(() => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    silence.abort();
    await reader.cancel().catch(() => undefined);
  }
}

/** Redirects are errors: credentials go to the configured address only. */
async function send(request: Exchange, limit: AbortSignal): Promise<Response> {
  const { url, method, headers, body, signal, time } = request;
  const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  const sent = { method, headers, redirect: 'error', signal: either, ...(body !== undefined && { body }) } as const;
  const sentAt = time?.ourNow();
  const response = await fetch(url, sent);
  time?.observe(response.headers.get('date'), sentAt);
  return response;
}

async function guarded<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (signal?.aborted) throw new GoogleFault('unsent', 'the call was cancelled before it was sent');
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof GoogleFault) throw thrown;
    if (signal?.aborted) throw new GoogleFault('aborted', 'the call was cancelled');
    const code = causeCode(thrown);
    if (code !== null && UNSENT.includes(code)) throw new GoogleFault('unsent', `no connection (${code})`);
    throw new GoogleFault('lost', `the connection was lost (${code ?? 'no answer in time'})`);
  }
}

function causeCode(thrown: unknown): string | null {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
}
