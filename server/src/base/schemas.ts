import { z } from 'zod';
import type { Amount } from './amounts.ts';
import { hasUnseen } from './unseen.ts';

/** An amount in an answer: a JSON number that keeps at least one decimal. */
export const amountField = z.custom<Amount>().meta({ id: undefined, type: 'number', amount: true });

/** An instant in an answer. */
export const timestamp = z.string().meta({ format: 'date-time' });

/**
 * A name that others will read, in approvals, logs and mails: everything on it is seen, so that it cannot pass for
 * something else.
 */
export function nameText(longest: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(longest, `must have at most ${longest} characters`)
    .refine((text) => !hasUnseen(text), 'must be one line, of characters that can be seen');
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_LENGTH = 10;
const NO_DAY = { message: 'must be a date as YYYY-MM-DD', abort: true };

/** Nothing was advertised before it; earlier days would only be mistakes. */
const EARLIEST_DAY = '1970-01-01';

/** A day as callers send it: YYYY-MM-DD, and one that exists. */
export const day = z
  .string()
  .max(DAY_LENGTH, NO_DAY)
  .refine((text) => DAY.test(text) && isCalendarDay(text), NO_DAY)
  .refine((text) => text >= EARLIEST_DAY, { message: `must not be before ${EARLIEST_DAY}` });

const DAY_MS = 86_400_000;
/** The last instant whose year has four digits. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** The instant before which everything of a day (UTC) has happened. */
export function endOf(text: string): number {
  return Math.min(Date.parse(text) + DAY_MS, LAST_INSTANT);
}

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const PAGE_SIZE = { default: 20, min: 1, max: 100 } as const;

/** The two parameters of every paginated list. */
export const pageInput = {
  limit: z
    .int()
    .min(PAGE_SIZE.min)
    .max(PAGE_SIZE.max)
    .default(PAGE_SIZE.default)
    .describe('How many rows to return, from 1 to 100.'),
  cursor: z.string().max(2000).optional().describe('The next_cursor of the page before.'),
};

/** The two members that every list adds to its rows. */
export const pageOutput = {
  total: z.int().describe('How many rows there are in all.'),
  next_cursor: z.string().nullable().describe('Send as cursor to get the next page; null when done.'),
};
