import { isOutage } from '../base/outage.ts';

/**
 * Handles each for itself: one that always fails is told and left, and the others do not wait for it. Where the database
 * has gone none can be handled, and the whole is tried again.
 */
export async function eachForItself<One>(
  all: readonly One[],
  handle: (one: One) => Promise<void>,
  tell: (err: unknown, one: One) => void,
): Promise<void> {
  for (const one of all) {
    try {
      await handle(one);
    } catch (error) {
      if (isOutage(error)) throw error;
      tell(error, one);
    }
  }
}
