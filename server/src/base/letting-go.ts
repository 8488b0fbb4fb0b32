import { setTimeout as pause } from 'node:timers/promises';
import { waitedForLock } from './database.ts';

/** How long work that begins over waits for each row. */
export const LOCKS_WAIT_MS = 500;
const PAUSE_MS = 250;
/** As long as a statement of work in the background may take. */
const LONGEST_MS = 60_000;

/**
 * Does what takes rows again and again while others hold one of them for long: in between nothing is kept that it had
 * taken. It may only do what is undone where it waited in vain.
 */
export async function lettingGo<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + LONGEST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!waitedForLock(error) || performance.now() > until) throw error;
    }
    await pause(PAUSE_MS);
  }
}
