/** A request that takes longer than this is no short one: nobody rests for it. */
const SHORT_MS = 25;
/** A change asks the database again and again, and the platform between: so long it is rested for. */
const CHANGE_MS = 300;

/** Until when each is rested for who waits for an answer, or for a change to be made. */
const waiting = new Set<{ until: number }>();

/** Notes that a request has come; to be told once it is answered, or nobody waits for it any more. */
export function comesNow(): () => void {
  return restedFor(SHORT_MS);
}

/** Makes a change, or a part of one, ahead of long work. */
export async function aheadOfLongWork<T>(change: () => Promise<T>): Promise<T> {
  const made = restedFor(CHANGE_MS);
  try {
    return await change();
  } finally {
    made();
  }
}

function restedFor(ms: number): () => void {
  const came = { until: performance.now() + ms };
  waiting.add(came);
  return () => waiting.delete(came);
}

/** Whether somebody waits who came just now. */
export function hasLatelyCome(): boolean {
  const now = performance.now();
  for (const came of waiting) {
    if (came.until >= now) return true;
    waiting.delete(came);
  }
  return false;
}
