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

/** What every answer says about the limit it was counted against. */
export function limitHeaders({ limit, remaining, resetAt }: Allowance): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
  };
}
