import { setImmediate } from 'node:timers/promises';

/** Long work in short steps: between two of them others may go first. */
export type Steps<Result> = Generator<undefined, Result>;

/** How long others wait at most, as far as steps are short. */
const TURN_MS = 20;
/** How many items make a step. */
const AT_ONCE = 500;

/** Does all steps at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Does the steps so that whatever else the process has to answer is not kept waiting. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let began = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}

/** Visits all items, some at a time. */
export function* eachOf<Item>(items: readonly Item[], visit: (item: Item) => void): Steps<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    for (const item of items.slice(start, start + AT_ONCE)) visit(item);
    yield;
  }
}

/** What comes of all items, some at a time; items of which nothing comes give undefined. */
export function* collected<Item, Result>(
  items: readonly Item[],
  of: (item: Item) => Result | undefined,
): Steps<Result[]> {
  const results: Result[] = [];
  yield* eachOf(items, (item) => {
    const result = of(item);
    if (result !== undefined) results.push(result);
  });
  return results;
}
