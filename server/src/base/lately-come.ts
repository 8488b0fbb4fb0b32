/** A request that takes longer than this is no short one: nobody rests for it. */
const SHORT_MS = 25;

/** Until when others rest for each of those who wait for an answer. */
const waiting = new Set<{ until: number }>();

/** Notes that somebody waits for an answer; to be told once it is given, or nobody waits for it any more. */
export function comesNow(shortMs = SHORT_MS): () => void {
  const came = { until: performance.now() + shortMs };
  waiting.add(came);
  return () => waiting.delete(came);
}

/** Whether somebody waits for an answer who came just now. */
export function hasLatelyCome(): boolean {
  const now = performance.now();
  for (const came of waiting) {
    if (came.until >= now) return true;
    waiting.delete(came);
  }
  return false;
}

/** A change takes more rounds than a look does, and somebody waits for it as well. */
const CHANGE_MS = 300;

/** Makes a change, or its part in the platform, as somebody who has come just now. */
export async function asChange<T>(work: () => Promise<T>): Promise<T> {
  const answered = comesNow(CHANGE_MS);
  try {
    return await work();
  } finally {
    answered();
  }
}
