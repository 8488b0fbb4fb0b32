import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../base/context.ts';
import type { Line } from '../../base/turns.ts';
import { passes } from '../../tasks/persist.ts';
import { type KeyClaim, releaseKey } from './idempotency.store.ts';

/** A run from which nothing was heard for so long is taken for dead; it can no longer execute once it is replaced. */
export const DEAD_AFTER_MS = 2 * 60 * 1000;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** Requests fail by the thousand while the database is gone: a few ask for their keys, and so many wait behind them. */
const LETTING_GO: Line = {
  name: 'idempotency keys to let go of',
  atOnce: 4,
  atOnceOfOne: 2,
  mostWaiting: 1_000,
  mostWaitingOfOne: 200,
  waitsMs: DEAD_AFTER_MS,
  refusal: 'Too many keys wait to be let go of.',
};

/** Lets go of the key of a run that executed nothing; where the database cannot be asked, once it can. */
export async function letGoOfKey(context: Context, claim: KeyClaim): Promise<void> {
  await release(context, claim).catch(() => letGoLater(context, claim));
}

/**
 * Lets go of the key in the background, for as long as that is of use: another process cannot tell that the run has
 * ended, and would take it for one that is under way.
 */
export function letGoLater({ database, organizationId, turns, log }: Context, claim: KeyClaim): void {
  const until = performance.now() + DEAD_AFTER_MS;
  const place = { holder: String(organizationId) };
  turns
    .take(LETTING_GO, place, () => repeatedly(() => release({ database, organizationId }, claim), until))
    .catch((err: unknown) => log.warn({ err, organization_id: organizationId }, 'a key was not let go of'));
}

async function repeatedly(work: () => Promise<void>, until: number): Promise<void> {
  for (let waited = FIRST_PAUSE_MS; ; waited = Math.min(2 * waited, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || performance.now() > until) throw error;
    }
    await pause(waited, undefined, { ref: false });
  }
}

function release({ database, organizationId }: Pick<Context, 'database' | 'organizationId'>, claim: KeyClaim) {
  return releaseKey({ db: database, organizationId }, claim);
}
