import type { Writes } from '../world.ts';
import type { PlatformBooks } from './truth.ts';

/** Where sequences are run. */
export interface Stage {
  writes: Writes;
  books: PlatformBooks;
  restartWorkers(): Promise<void>;
  /** How often each kind of answer was given. */
  tally: Map<string, number>;
}
