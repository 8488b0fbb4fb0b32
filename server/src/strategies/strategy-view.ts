import { z } from 'zod';
import { timestamp } from '../base/schemas.ts';
import type { StrategyRow } from './strategy.store.ts';

/** The members that the list row and the single strategy share. */
export const strategyFields = {
  id: z.string(),
  status: z.enum(['queued', 'running', 'succeeded', 'failed']),
  title: z.string(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  url: z.string().describe('Where the dashboard shows it.'),
  error: z.string().nullable().describe('Why it was not written; null unless it failed.'),
};

/** A strategy as it is answered, without its body. */
export function viewOf(
  { id, status, title, created_at, finished_at, error }: StrategyRow,
  { appUrl, organization }: { appUrl: string; organization: string },
) {
  const url = strategyUrl(appUrl, organization, id);
  return { id, status, title, created_at, finished_at, url, error };
}

/** Where the dashboard shows a strategy. */
export function strategyUrl(appUrl: string, organization: string, id: string): string {
  return `${appUrl}/o/${organization}/strategies/${id}`;
}
