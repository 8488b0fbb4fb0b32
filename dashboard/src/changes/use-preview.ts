import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { CallError } from '../call.ts';
import { previewKey } from '../events/stale-reads.ts';
import { useOrganization } from '../organization.tsx';
import { useForAWhile } from '../parts/use-settling.ts';
import type { Act } from './act.ts';
import type { ShownChanges } from './change.ts';
import { isUncertain } from './error-words.ts';

const LOOKED_AGAIN_MS = 5_000;

/** An act that was looked at: what it would do, or why that cannot be told. */
export type Seen = { act: Act; shown: ShownChanges } | { act: Act; error: CallError };

interface Previewed {
  seen: readonly Seen[] | undefined;
  /** It has become something else since it was first shown. */
  changed: boolean;
  /** It is being looked at again, or has just become something else: what is on the screen was not read yet. */
  unsettled: boolean;
  /** Looks once more, and says whether it is still what was shown: what changed a moment ago may not have been heard of. */
  stillSo(): Promise<boolean>;
}

interface PreviewOptions {
  /** What is under way is not looked at: it would be seen half made. */
  paused: boolean;
  onRefused?: ((error: CallError) => void) | undefined;
}

/** Looks at what acts would do, and again whenever something in the organization changes. */
export function usePreview(acts: readonly Act[], { paused, onRefused }: PreviewOptions): Previewed {
  const id = useId();
  const { slug } = useOrganization();
  const { data, isFetching, refetch } = useQuery({
    queryKey: previewKey(slug, id),
    queryFn: async ({ signal }) => {
      const looked = await Promise.all(acts.map((act) => lookAt(act, signal)));
      const refused = looked.flatMap((one) => ('error' in one && one.error.fields.length > 0 ? [one.error] : []));
      if (refused[0]) onRefused?.(refused[0]);
      return looked;
    },
    enabled: !paused,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.some(willPass) ? LOOKED_AGAIN_MS : false),
  });
  const { changed, settling } = useBecameAnother(data);
  const stillSo = async () => toldOf((await refetch()).data) === toldOf(data);
  return { seen: data, changed, unsettled: isFetching || settling, stillSo };
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
  return 'error' in seen && (seen.error.code === 'rate_limited' || isUncertain(seen.error));
}

async function lookAt(act: Act, signal: AbortSignal): Promise<Seen> {
  try {
    return { act, shown: await act.preview(signal) };
  } catch (error) {
    if (error instanceof CallError) return { act, error };
    throw error;
  }
}

/** Whether an act would do anything, and nothing is in its way. */
export function isPossible(seen: Seen): boolean {
  return 'shown' in seen && seen.shown.blockedBy === undefined && seen.shown.changes.length > 0;
}
