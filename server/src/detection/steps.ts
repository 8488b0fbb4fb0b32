import { LongWork } from '../base/long-work.ts';

/** Long work in short steps: between two of them others may go first. */
export type Steps<Result> = Generator<undefined, Result>;

/** How many items make a step. */
const AT_ONCE = 500;

/** Does all steps at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Does the steps so that whatever else the process has to answer is not kept waiting; they may be part of other work. */
export async function inTurns<Result>(steps: Steps<Result>, work = new LongWork()): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (work.hadItsTurn) await work.giveWay();
  }
}

/** Visits all items, some at a time. */
export function* eachOf<Item>(items: Iterable<Item>, visit: (item: Item) => void): Steps<void> {
  let visited = 0;
  for (const item of items) {
    visit(item);
    visited += 1;
    if (visited % AT_ONCE === 0) yield;
  }
  yield;
}

/** What comes of all items, some at a time; items of which nothing comes give undefined. */
export function* collected<Item, Result>(
  items: Iterable<Item>,
  of: (item: Item) => Result | undefined,
): Steps<Result[]> {
  const results: Result[] = [];
  yield* eachOf(items, (item) => {
    const result = of(item);
    if (result !== undefined) results.push(result);
  });
  return results;
}

/** The items in order, as one sort would put them: some of them at a time, then what is sorted in pairs. */
export function* sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Steps<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    runs.push(items.slice(start, start + AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

/** Of equal items those of the first run come first, so that the order stays what it was. */
function* merged<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<Item[]> {
  const both: Item[] = [];
  let at = 0;
  for (const [taken, item] of second.entries()) {
    for (let next = first[at]; at < first.length && next !== undefined && compare(next, item) <= 0; next = first[at]) {
      both.push(next);
      at += 1;
    }
    both.push(item);
    if (taken % AT_ONCE === 0) yield;
  }
  yield;
  return both.concat(first.slice(at));
}
