/** A request that takes longer than this is no short one: nobody rests for it. */
const SHORT_MS = 25;

/** When each request came that is not answered yet, the oldest first. */
const waiting = new Set<{ at: number }>();

/** Notes that a request has come; to be told once it is answered, or nobody waits for it any more. */
export function comesNow(): () => void {
  const came = { at: performance.now() };
  waiting.add(came);
  return () => waiting.delete(came);
}

/** Whether somebody waits for an answer who came just now. */
export function hasLatelyCome(): boolean {
  const since = performance.now() - SHORT_MS;
  for (const came of waiting) {
    if (came.at >= since) return true;
    waiting.delete(came);
  }
  return false;
}
