import type { Heard } from './event-source.ts';
import { hearByFewStreams } from './few-streams.ts';

/**
 * Hears of an organization through one stream for all pages that a browser has open on it: HTTP/1.1 has few connections.
 * The page that holds the lock reads and passes on what it hears; when it is closed, another takes over.
 */
export function hearTogether(org: string, hear: (heard: Heard) => void): () => void {
  // Missing where the page is not served over https: then each page looks for itself.
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return hearByFewStreams(org, hear);
  const name = `sluice events ${org}`;
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => hear(data));
  const reading = navigator.locks.request(name, { signal: leaving.signal }, () => {
    const stop = hearByFewStreams(org, (heard) => {
      hear(heard);
      channel.postMessage(heard);
    });
    return new Promise<void>((resolve) => {
      leaving.signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  });
  // Leaving before one's turn has come is no failure.
  reading.catch(() => {});
  return () => {
    leaving.abort();
    channel.close();
  };
}
