import { type Heard, readEvents } from './event-source.ts';

/** HTTP/1.1 has six connections for all pages that a browser has open on a host: whatever they ask for needs some. */
const STREAMS = ['sluice stream 1', 'sluice stream 2', 'sluice stream 3'];

/**
 * Hears of an organization through one of the few streams of a browser. Until one is free, and where pages cannot agree
 * on them, it says again and again that nobody hears: pages come and go.
 */
export function hearByFewStreams(org: string, hear: (heard: Heard) => void): () => void {
  const leaving = new AbortController();
  let stop = sayUnheard(hear);
  if (!('locks' in navigator)) return () => stop();
  let reads = false;
  const read = () => {
    // Another stream was free before.
    if (reads || leaving.signal.aborted) return;
    reads = true;
    stop();
    stop = readEvents(org, hear);
    return new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  };
  // Leaving before one's turn has come is no failure.
  for (const name of STREAMS) navigator.locks.request(name, { signal: leaving.signal }, read).catch(() => {});
  return () => {
    leaving.abort();
    stop();
  };
}

const SAID_EVERY_MS = 15_000;

function sayUnheard(hear: (heard: Heard) => void): () => void {
  const timer = setInterval(() => hear({ kind: 'unheard' }), SAID_EVERY_MS);
  return () => clearInterval(timer);
}
