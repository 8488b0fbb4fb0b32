import { type Heard, readEvents } from './event-source.ts';

/** HTTP/1.1 has six connections for all pages that a browser has open on a host: whatever they ask for needs some. */
const STREAMS = ['sluice stream 1', 'sluice stream 2', 'sluice stream 3'];

/**
 * Hears of an organization through one of the few streams of a browser. Until one is free, and where pages cannot agree
 * on them, it says now and then that something may have changed.
 */
export function hearByFewStreams(org: string, hear: (heard: Heard) => void): () => void {
  const leaving = new AbortController();
  let stop = hearNowAndThen(hear);
  if (!('locks' in navigator)) return () => stop();
  let reads = false;
  const begun = Date.now();
  const read = () => {
    // Another stream was free before.
    if (reads || leaving.signal.aborted) return;
    reads = true;
    stop();
    const waited = Date.now() - begun > AT_ONCE_MS;
    stop = readEvents(org, (heard) => hear(heard.kind === 'open' && waited ? { ...heard, again: true } : heard));
    return new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  };
  // Leaving before one's turn has come is no failure.
  for (const name of STREAMS) navigator.locks.request(name, { signal: leaving.signal }, read).catch(() => {});
  return () => {
    leaving.abort();
    stop();
  };
}

/** Who waited no longer for a stream has missed nothing. */
const AT_ONCE_MS = 1_000;
const NOW_AND_THEN_MS = 15_000;

/** A page that nobody sees may hear for one that somebody does. */
const SELDOM = 4;

function hearNowAndThen(hear: (heard: Heard) => void): () => void {
  let times = 0;
  const timer = setInterval(() => {
    times += 1;
    if (!document.hidden || times % SELDOM === 0) hear({ kind: 'open', again: true });
  }, NOW_AND_THEN_MS);
  return () => clearInterval(timer);
}
