import { setTimeout as pause } from 'node:timers/promises';
import { waitedForLock } from './database.ts';

/** How long work that begins over waits for each row. */
export const LOCKS_WAIT_MS = 500;
const PAUSE_MS = 250;
/** As long as a statement of work in the background may take. */
const LONGEST_MS = 60_000;

interface Patience {
  longestMs?: number;
  /** What is done each time that a row was waited for in vain. */
  whenHeld?: () => Promise<void>;
}

/**
 * Does what takes rows again and again while others hold one of them for long: in between nothing is kept that it had
 * taken. It may only do what is undone where it waited in vain.
 */
export async function lettingGo<T>(
  work: () => Promise<T>,
  { longestMs = LONGEST_MS, whenHeld }: Patience = {},
): Promise<T> {
  const until = performance.now() + longestMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!waitedForLock(error) || performance.now() > until) throw error;
    }
    await whenHeld?.();
    await pause(PAUSE_MS);
  }
}
