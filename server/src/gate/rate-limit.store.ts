import { statement } from '../base/database.ts';

export const leaseRequests = statement<
  [
    holder: string,
    process: string,
    limit: number,
    want: number,
    unused: number,
    nowSeconds: number,
    holdSeconds: number,
  ],
  { granted: number; remaining: number }
>('select granted, remaining from lease_requests($1, $2, $3, $4, $5, $6, $7)');

export const forgetIdleBuckets = statement<[idleSinceSeconds: number], never>(
  'delete from rate_bucket where refilled_at < $1',
);
