/** Somebody who waits for one part of a holder, such as one key of a person. */
interface OfPart {
  readonly part: string;
  /** Waits before all others of the holder, whichever part they are of. */
  readonly ahead: boolean;
}

/**
 * Where the next one of a part waits: whoever is ahead behind those who are, anybody else behind all of these, and parts
 * take turns among either.
 */
export function placeBehind(waiting: readonly OfPart[], { part, ahead }: OfPart): number {
  const leading = waiting.filter((waiter) => waiter.ahead).length;
  return ahead ? turnAmong(waiting.slice(0, leading), part) : leading + turnAmong(waiting.slice(leading), part);
}

/** How many wait that a holder's bound is about: whoever goes ahead is not refused by it, and takes nobody's place. */
export function notAhead(waiting: readonly OfPart[]): number {
  return waiting.filter((waiter) => !waiter.ahead).length;
}

/** Behind everybody who has no more of their own part before them than the next one has. */
function turnAmong(waiting: readonly OfPart[], part: string): number {
  const mine = waiting.filter((waiter) => waiter.part === part).length;
  const before = new Map<string, number>();
  let place = 0;
  for (const [index, waiter] of waiting.entries()) {
    const rank = before.get(waiter.part) ?? 0;
    if (rank <= mine) place = index + 1;
    before.set(waiter.part, rank + 1);
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
