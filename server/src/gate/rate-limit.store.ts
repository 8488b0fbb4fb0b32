import { type Queryable, statement } from '../base/database.ts';

const lease = statement<
  [
    holder: string,
    process: string,
    limit: number,
    want: number,
    unused: number,
    nowSeconds: number | null,
    holdSeconds: number,
  ],
  { granted: number; remaining: number }
>('select granted, remaining from lease_requests($1, $2, $3, $4, $5, $6, $7)');

/** What a process asks of a shared bucket, and what it held before. */
interface LeaseRequest {
  holder: string;
  process: string;
  limit: number;
  want: number;
  unused: number;
  /** Seconds since the epoch; null for the database's own clock, which all processes share. */
  now: number | null;
  holdSeconds: number;
}

/** Takes a block of requests out of a bucket: how many there were to be had, and what is left. */
export async function leaseRequests(
  db: Queryable,
  { holder, process, limit, want, unused, now, holdSeconds }: LeaseRequest,
): Promise<{ granted: number; remaining: number }> {
  const row = await db.row(lease, holder, process, limit, want, unused, now, holdSeconds);
  return row ?? { granted: 0, remaining: 0 };
}

const forgetIdle = statement<[idleSinceSeconds: number, most: number], never>(`
  delete from rate_bucket where holder in (
    select holder from rate_bucket where refilled_at < $1 limit $2 for update skip locked)`);

/** Few at a time: whoever comes back meanwhile waits for no more than these. */
const FORGOTTEN_AT_ONCE = 10_000;

/** Removes buckets that nobody has used since an instant, in seconds. */
export async function forgetIdleBuckets(db: Queryable, idleSince: number): Promise<void> {
  for (;;) if ((await db.execute(forgetIdle, idleSince, FORGOTTEN_AT_ONCE)) < FORGOTTEN_AT_ONCE) return;
}
