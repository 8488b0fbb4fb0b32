import { z } from 'zod';
import { voidProgress } from '../ad-accounts/account-progress.store.ts';
import { linkedAccounts } from '../ad-accounts/ad-account.store.ts';
import { GENERATE_AD } from '../ads/generate-ad.task.ts';
import type { Queryable } from '../base/database.ts';
import { changeState } from '../campaigns/launch/change-state.step.ts';
import { leaveToFail } from '../tasks/running-task.store.ts';
import { instant } from '../tasks/timing.ts';
import { findAction, type StoredStep } from '../writes/actions/action.store.ts';
import { actionsUnderWay, markSent, markTried } from '../writes/actions/action-progress.store.ts';
import { APPLY_CHANGE, STOP_SPENDING } from '../writes/actions/apply-change.task.ts';
import { stepsOf } from '../writes/actions/settle-action.ts';
import type { Steps } from '../writes/steps.ts';
import { operatorCommand } from './command.ts';

/**
 * Makes a restored database fit to be worked on. What was under way when the backup was taken has ended since, and may have
 * been taken back by somebody: it is not sent a second time, but ends as not known whether done when the first worker starts.
 */
export const afterRestore = operatorCommand({
  name: 'after-restore',
  usage: '',
  input: z.strictObject({}),

  async run(_input, { db, clock, steps }) {
    const now = clock.now();
    // Tasks before their actions, as workers hold them.
    for (const type of [APPLY_CHANGE, STOP_SPENDING]) await db.execute(leaveToFail, type, instant(now));
    const ads = await db.execute(leaveToFail, GENERATE_AD, instant(now));
    const changes = await leaveUnknown(db, steps);
    const accounts = await haveAccountsRead(db, new Date(now));
    return `Changes that end as not known whether done: ${changes}. New ads that are given up: ${ads}. Ad accounts to be read anew: ${accounts}.`;
  },
});

/** Whatever is left of a change may have reached the platform after the backup was taken. What is only ours has not. */
async function leaveUnknown(db: Queryable, steps: Steps): Promise<number> {
  const found = await db.rows(actionsUnderWay);
  for (const { organization_id: organizationId, id: actionId, undo } of found) {
    const action = await findAction({ db, organizationId }, actionId);
    for (const [index, step] of (action ? stepsOf(action, undo) : []).entries()) {
      const mayBeThere = !step.done && steps.has(step.op) && steps.read(step).reachesPlatform;
      if (mayBeThere) await markTried({ db, organizationId }, { actionId, undo }, { index, tried: true });
      if (mayBeThere && isLaunch(step)) await markSent({ db, organizationId }, { actionId, undo }, index);
    }
  }
  return found.length;
}

function isLaunch({ op, details }: StoredStep): boolean {
  if (op !== changeState.op) return false;
  const { to, platform_id } = changeState.read(details).details;
  return to === 'live' && platform_id === null;
}

/** What changed in the platform since the backup was taken was noted nowhere. */
async function haveAccountsRead(db: Queryable, now: Date): Promise<number> {
  let count = 0;
  for await (const accounts of linkedAccounts(db)) {
    for (const { organizationId, accountId } of accounts) await voidProgress({ db, organizationId }, accountId, now);
    count += accounts.length;
  }
  return count;
}
