import { useEffect, useRef, useState } from 'react';
import type { Waiting } from './waiting.ts';

/** Which change the keys act on. */
export interface Mark {
  current: Waiting | undefined;
  set: (id: string) => void;
  /** Marks the next or the one before, and tells where that is. */
  move: (by: 1 | -1) => number;
}

/**
 * Marks the change that somebody chose, by a link, a key or a click. Once that one is decided none is marked until they
 * choose again: another that takes its place was not looked at.
 */
export function useMark(open: readonly Waiting[] = [], linked: string | undefined): Mark {
  const [marked, set] = useState(linked);
  const place = useRef(-1);
  const found = open.findIndex(({ id }) => id === marked);

  useEffect(() => {
    if (linked !== undefined) set(linked);
  }, [linked]);
  useEffect(() => {
    if (found >= 0) place.current = found;
  }, [found]);

  return {
    current: open[found],
    set,
    move(by) {
      // Below the one that is gone now stands where it stood.
      const from = found >= 0 || by < 0 ? place.current : place.current - 1;
      const next = Math.max(0, Math.min(open.length - 1, from + by));
      set(open[next]?.id);
      return next;
    },
  };
}
