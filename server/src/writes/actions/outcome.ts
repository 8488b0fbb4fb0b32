import { z } from 'zod';
import { placedChangeField } from '../change.ts';

/** What the log tells of an action: it is kept once that has ended, since there may be a thousand changes to work out. */
export interface Outcome {
  /** The first of them. */
  changes: z.infer<typeof placedChangeField>[];
  changes_count: number;
  /** Of the steps, what was not done: of some nobody knows. */
  left: 'nothing' | 'some' | 'unknown';
}

/** As it is read again, beside the count: numbers in changes are kept to the digit. */
export const keptOutcome = z.object({
  changes: z.array(placedChangeField),
  left: z.enum(['nothing', 'some', 'unknown']),
});
