/** Rows that were asked for before anybody reads them. */
export interface AskedEarly<T> {
  rows: AsyncIterable<T>;
  /** Ends the asking when nobody will read them. */
  cancel(): void;
}

/** Asks for the first rows at once; the others come as they are read, and a failure shows when they are. */
export function askedEarly<T>(source: AsyncIterable<T>): AskedEarly<T> {
  const iterator = source[Symbol.asyncIterator]();
  const first = iterator.next();
  first.catch(() => {});
  return {
    rows: rest(first, iterator),
    cancel() {
      iterator.return?.().catch(() => {});
    },
  };
}

async function* rest<T>(first: Promise<IteratorResult<T>>, iterator: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let found = await first; !found.done; found = await iterator.next()) yield found.value;
  } finally {
    await iterator.return?.();
  }
}
