const LEAST_MS = 1_000;
const MOST_MS = 10_000;

/**
 * Passes on what is heard: the first at once, what comes soon after it together, and ever more seldom while it goes on,
 * so that nobody who changes something again and again uses up what others may read.
 */
export function gather<Item>(pass: (items: readonly Item[]) => void): {
  add: (items: readonly Item[]) => void;
  stop: () => void;
} {
  const waiting = new Set<Item>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passOn = (againAfterMs: number) => {
    pass([...waiting]);
    waiting.clear();
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting.size > 0) passOn(Math.min(againAfterMs * 2, MOST_MS));
    }, againAfterMs);
  };
  return {
    add(items) {
      for (const item of items) waiting.add(item);
      if (timer === undefined && waiting.size > 0) passOn(LEAST_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
