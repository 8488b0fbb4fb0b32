import type { Topic } from '../../../server/src/base/topics.ts';

/** What is heard of an organization: topics that changed; that nothing is heard, since when; or that it is again. */
export type Heard =
  | { kind: 'changed'; topics: readonly Topic[] }
  /** The stream is open: what was read before may have changed since, unheard of. */
  | { kind: 'open' }
  | { kind: 'lost'; since: number }
  /** There is no stream for it now: whoever sees a page of it has to look. */
  | { kind: 'unheard' }
  /** The service refused the stream: whoever reads it may no longer be who they were. */
  | { kind: 'refused' };

const TRIED_AGAIN_AFTER_MS = 5_000;

/** Reads the stream of an organization until the function returned is called; a refused one is tried again. */
export function readEvents(org: string, hear: (heard: Heard) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lostSince: number | undefined;
  const open = () => {
    source = new EventSource(`/dashboard/v1/organizations/${encodeURIComponent(org)}/events`);
    source.addEventListener('open', () => {
      lostSince = undefined;
      hear({ kind: 'open' });
    });
    source.addEventListener('message', ({ data }) => hear({ kind: 'changed', topics: topicsIn(String(data)) }));
    source.addEventListener('error', () => {
      lostSince ??= Date.now();
      hear({ kind: 'lost', since: lostSince });
      if (source?.readyState !== EventSource.CLOSED) return;
      hear({ kind: 'refused' });
      timer = setTimeout(open, TRIED_AGAIN_AFTER_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

function topicsIn(data: string): readonly Topic[] {
  const { topics = [] }: { topics?: Topic[] } = JSON.parse(data);
  return topics;
}
