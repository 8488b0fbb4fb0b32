import type { Entry, EntryLog } from './journal.ts';

/** A log that forgets: for worlds that live as long as the process that plays them. */
export class MemoryLog implements EntryLog {
  readonly isNew = true;

  read(): Entry[] {
    return [];
  }

  append(): void {}

  createAtOnce(fill: () => void): void {
    fill();
  }
}
