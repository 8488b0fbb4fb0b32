/** Whether a request may go on, and what the rate-limit headers say. */
export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds since the epoch at which the whole limit is there again. */
  resetAt: number;
  /** Seconds to wait; 0 when allowed. */
  retryAfter: number;
}

/** An answer that has it was counted against a limit. */
export const COUNTED_HEADER = 'x-ratelimit-limit';

/** What every answer says about the limit it was counted against. */
export function limitHeaders({ limit, remaining, resetAt }: Allowance): Record<string, string> {
  return {
    [COUNTED_HEADER]: String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
  };
}
