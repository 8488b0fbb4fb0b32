import { z } from 'zod';
import { LONGEST_WINDOW } from './ranked-list.store.ts';

const DEFAULT_WINDOW = 30;
const HIGHEST_MIN_COST = 1_000_000_000;

/** What narrows every list of search terms. */
export const termFilters = {
  days: z
    .int()
    .min(1)
    .max(LONGEST_WINDOW)
    .default(DEFAULT_WINDOW)
    .describe('How many days to sum, counted back from the latest day with data, from 1 to 90.'),
  min_cost: z
    .number()
    .min(0)
    .max(HIGHEST_MIN_COST)
    .optional()
    .describe('Only terms that cost at least this much in those days, in the organization currency.'),
};

/** Where a page of a list by cost ended. */
export const termPosition = z.object({ cost: z.int(), termId: z.int() });
