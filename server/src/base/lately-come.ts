import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that takes longer than this is no short one: nobody rests for it. */
const SHORT_MS = 25;
/** A change asks the database again and again, and the platform between: so long it is rested for. */
const CHANGE_MS = 300;

/** Until when each is rested for who waits for an answer, or for a change to be made. */
const waiting = new Set<{ until: number; isChange: boolean }>();
const making = new AsyncLocalStorage<true>();

/** Notes that a request has come; to be told once it is answered, or nobody waits for it any more. */
export function comesNow(): () => void {
  return restedFor(SHORT_MS, false);
}

/** Makes a change, or a part of one, ahead of long work. */
export async function aheadOfLongWork<T>(change: () => Promise<T>): Promise<T> {
  const made = restedFor(CHANGE_MS, true);
  try {
    return await making.run(true, change);
  } finally {
    made();
  }
}

/** Whether what runs is part of a change. */
export function isMakingChange(): boolean {
  return making.getStore() === true;
}

function restedFor(ms: number, isChange: boolean): () => void {
  const came = { until: performance.now() + ms, isChange };
  waiting.add(came);
  return () => waiting.delete(came);
}

/** Whether somebody waits who came just now; what is itself part of a change rests for no other change. */
export function hasLatelyCome(within: { change: boolean } = { change: false }): boolean {
  const now = performance.now();
  for (const came of waiting) {
    if (came.until < now) waiting.delete(came);
    else if (!came.isChange || !within.change) return true;
  }
  return false;
}
