/** Somebody who waits for one part of a holder, such as one key of a person. */
interface OfPart {
  readonly part: string;
  /** Waits before all others of the holder, whichever part they are of. */
  readonly ahead: boolean;
}

/**
 * Where the next one of a part waits, so that parts take turns: behind everybody who has no more of their own part before
 * them than it has.
 */
export function placeBehind(waiting: readonly OfPart[], part: string): number {
  const mine = countOf(waiting, part);
  const before = new Map<string, number>();
  let place = 0;
  for (const [index, waiter] of waiting.entries()) {
    const rank = before.get(waiter.part) ?? 0;
    if (waiter.ahead || rank <= mine) place = index + 1;
    if (!waiter.ahead) before.set(waiter.part, rank + 1);
  }
  return place;
}

/** Who gives way where no more may wait: the last of the part with most, if that has more even when one is taken off it. */
export function whoGivesWay<Waiter extends OfPart>(waiting: readonly Waiter[], part: string): Waiter | undefined {
  const most = [...new Set(waiting.map((waiter) => waiter.part))].reduce(
    (one, other) => (countOf(waiting, other) > countOf(waiting, one) ? other : one),
    part,
  );
  if (countOf(waiting, most) <= countOf(waiting, part) + 1) return undefined;
  return waiting.findLast((waiter) => waiter.part === most && !waiter.ahead);
}

function countOf(waiting: readonly OfPart[], part: string): number {
  return waiting.filter((waiter) => waiter.part === part && !waiter.ahead).length;
}
