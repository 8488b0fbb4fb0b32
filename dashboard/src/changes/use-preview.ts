import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { CallError } from '../call.ts';
import { previewKey } from '../events/stale-reads.ts';
import { useOrganization } from '../organization.tsx';
import { useForAWhile } from '../parts/use-settling.ts';
import type { Act } from './act.ts';
import type { ShownChanges } from './change.ts';
import { isForNow } from './error-words.ts';

/** After so long what could not be looked at for now is looked at again. */
export const LOOKED_AGAIN_MS = 5_000;
/** An open dialog asks about as often as once a second, however many acts it shows: the rest is the person's own. */
const REST_OF_AN_ACT_MS = 1_000;
/** All at once could be refused as too many. */
const LOOKED_AT_TOGETHER = 4;

/** An act that was looked at: what it would do, or why that cannot be told. */
export type Seen = { act: Act; shown: ShownChanges; notAgain?: true } | { act: Act; error: CallError };

interface Previewed {
  seen: readonly Seen[] | undefined;
  /** It has become something else since it was first shown. */
  changed: boolean;
  /** It could not be looked at again for now: what is shown is what was seen before. */
  notAgain: boolean;
  /** It is being looked at again, could not be, or has just become something else: what is on the screen was not read yet. */
  unsettled: boolean;
  /** Looks once more, and says whether it is still what was shown: what changed a moment ago may not have been heard of. */
  stillSo(): Promise<boolean>;
}

interface PreviewOptions {
  /** What is under way is not looked at: it would be seen half made. */
  paused: boolean;
  onRefused?: ((error: CallError) => void) | undefined;
}

/** Looks at what acts would do, and again when something in the organization changes: the more acts, the more seldom. */
export function usePreview(acts: readonly Act[], { paused, onRefused }: PreviewOptions): Previewed {
  const id = useId();
  const { slug } = useOrganization();
  const [rested, setRested] = useState(0);
  const { data, dataUpdatedAt, isFetching, refetch } = useQuery({
    // Another wish is another preview: what is shown is always of the acts that are named and done.
    queryKey: [...previewKey(slug, id), ...acts.map((act) => act.id)],
    queryFn: async ({ signal, client, queryKey }) => {
      const before = client.getQueryData<readonly Seen[]>(queryKey);
      const looked = await lookAtAll(acts, signal);
      const refused = looked.flatMap((one) => ('error' in one && one.error.fields.length > 0 ? [one.error] : []));
      if (refused[0]) onRefused?.(refused[0]);
      return looked.map((one, place) => orAsBefore(one, before?.[place]));
    },
    // What changes during a rest makes it stale, and stale it is looked at when the rest is over.
    enabled: ({ state: { dataUpdatedAt: at, fetchStatus } }) =>
      !paused && (at === 0 || at === rested || fetchStatus === 'fetching'),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.some(willPass) ? LOOKED_AGAIN_MS : false),
  });
  useEffect(() => {
    // What was just made is looked at without a rest.
    const timer = setTimeout(() => setRested(dataUpdatedAt), paused ? 0 : acts.length * REST_OF_AN_ACT_MS);
    return () => clearTimeout(timer);
  }, [dataUpdatedAt, paused, acts.length]);
  const { changed, settling } = useBecameAnother(data);
  const stillSo = async () => {
    const { data: now } = await refetch();
    return now?.some(isAsBefore) === false && toldOf(now) === toldOf(data);
  };
  const notAgain = data?.some(isAsBefore) ?? false;
  return { seen: data, changed, notAgain, unsettled: isFetching || settling || notAgain, stillSo };
}

/** What is on the screen of it, to be compared. */
function toldOf(seen: readonly Seen[] | undefined): string | undefined {
  return seen && JSON.stringify(seen.map((one) => ('shown' in one ? one.shown : one.error.message)));
}

/** Whether something else is told than before: ever, and a moment ago. */
function useBecameAnother(seen: readonly Seen[] | undefined): { changed: boolean; settling: boolean } {
  const told = toldOf(seen);
  const before = useRef(told);
  const [changed, setChanged] = useState(false);
  const [settling, settle] = useForAWhile();
  useLayoutEffect(() => {
    if (told === undefined) return;
    const another = before.current !== undefined && before.current !== told;
    before.current = told;
    if (!another) return;
    setChanged(true);
    settle();
  }, [told, settle]);
  return { changed, settling };
}

/** Whether it could not be looked at for a reason that passes by itself. */
function willPass(seen: Seen): boolean {
  return 'error' in seen ? isForNow(seen.error) : isAsBefore(seen);
}

function isAsBefore(seen: Seen): boolean {
  return 'shown' in seen && seen.notAgain === true;
}

/** What could not be looked at for now stays as it was seen. */
function orAsBefore(now: Seen, before: Seen | undefined): Seen {
  return willPass(now) && before && 'shown' in before ? { ...before, notAgain: true } : now;
}

async function lookAtAll(acts: readonly Act[], signal: AbortSignal): Promise<readonly Seen[]> {
  const looked: Seen[] = [];
  for (let at = 0; at < acts.length; at += LOOKED_AT_TOGETHER) {
    const together = acts.slice(at, at + LOOKED_AT_TOGETHER);
    looked.push(...(await Promise.all(together.map((act) => lookAt(act, signal)))));
  }
  return looked;
}

/** Looks at what one act would do now. */
export async function lookAt(act: Act, signal?: AbortSignal): Promise<Seen> {
  try {
    const shown = await act.preview(signal);
    return { act: { ...act, ...act.named?.(shown) }, shown };
  } catch (error) {
    if (error instanceof CallError) return { act, error };
    throw error;
  }
}

/** Whether an act would do anything, and nothing is in its way. */
export function isPossible(seen: Seen): boolean {
  return 'shown' in seen && seen.shown.blockedBy === undefined && seen.shown.changes.length > 0;
}
