import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind } from './google-fault.ts';
import { GoogleFault, LONGEST_SHORT_WAIT_SECONDS } from './google-fault.ts';

const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;

/** A write is sent again only where it certainly did nothing; a read also where the answer was lost. */
const RETRIED: Record<'read' | 'write', readonly FaultKind[]> = {
  write: ['unsent', 'concurrent', 'quota_short'],
  read: ['unsent', 'concurrent', 'quota_short', 'transient', 'lost'],
};

/** Waits, unless the signal says to stop. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** Runs an attempt until it succeeds, or until trying again would not help. */
export type Persistence = <T>(
  call: 'read' | 'write',
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
) => Promise<T>;

/** Backs off exponentially with jitter, or for as long as Google says when that is short. */
export function persistence(sleep: Sleep): Persistence {
  return async (call, signal, attempt) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt();
      } catch (thrown) {
        if (!(thrown instanceof GoogleFault) || !worthRetrying(thrown, call, attempts)) throw thrown;
        await sleep(waitMs(thrown, attempts), signal).catch(() => {
          throw new GoogleFault('unsent', 'the call was cancelled before it was repeated');
        });
      }
    }
  };
}

/** Real time. */
export const sleep: Sleep = async (ms, signal) => {
  await delay(ms, undefined, signal === undefined ? {} : { signal });
};

function worthRetrying(fault: GoogleFault, call: 'read' | 'write', attempts: number): boolean {
  return (
    attempts < MAX_ATTEMPTS &&
    RETRIED[call].includes(fault.kind) &&
    (fault.retryAfterSeconds ?? 0) <= LONGEST_SHORT_WAIT_SECONDS
  );
}

function waitMs(fault: GoogleFault, attempts: number): number {
  if (fault.retryAfterSeconds !== undefined) return fault.retryAfterSeconds * 1000;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1)) * (0.5 + Math.random());
}
