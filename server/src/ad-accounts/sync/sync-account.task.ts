import { z } from 'zod';
import { unreadOf } from '../../campaigns/merge/platform-presence.store.ts';
import { queueEngine } from '../../campaigns/queue-engine.ts';
import type { AdAccount, AdPlatformError } from '../../ports/ad-platform.ts';
import { supersedeOfRemoved } from '../../recommendations/recommendation.store.ts';
import { type TaskContext, task } from '../../tasks/task.ts';
import { withAdAccount } from '../account-access.ts';
import { noteTooLarge } from '../account-progress.store.ts';
import { type AdAccountRow, findAdAccount } from '../ad-account.store.ts';
import { SYNC_ACCOUNT } from '../queue-sync.ts';
import { isKnownTooLarge, syncDue } from './sync-due.ts';
import { syncFigures } from './sync-figures.ts';
import { type CampaignsRead, isTooMuch, syncChanges, syncEverything } from './sync-structure.ts';
import { withTrustedNotes } from './trusted-notes.ts';

const TIMEOUT_SECONDS = 3_600;
const RETRIES = { attempts: 5, backoffSeconds: 60 };

/**
 * Brings an account in step: its campaigns, then its figures. What is due is told by the account itself, and noted only
 * once it is in, so an interruption anywhere is made up for by the next run.
 */
export const syncAccount = task({
  type: SYNC_ACCOUNT,
  payload: z.strictObject({ account_id: z.string() }),
  changes: ['ad_accounts', 'campaigns', 'figures', 'recommendations'],
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run({ account_id }, context) {
    const read = () => withAdAccount(context, account_id, { signal: context.signal }, syncWith(context));
    const begun = context.clock.now();
    const result = await read();
    const again = (await askedSince(context, account_id, begun)) || (await isUnread(context, account_id));
    return again ? read() : result;
  },
});

/** What became unknown after the campaigns were read, while the figures were, has joined this sync as well. */
async function isUnread(context: TaskContext, accountId: string): Promise<boolean> {
  // What is too large to be read stays unknown, however often it is tried.
  if ((await findAdAccount(context, accountId))?.too_large_since) return false;
  const { campaignIds, launches } = await unreadOf(context, accountId);
  return launches || campaignIds.length > 0;
}

/** Whoever asked for everything while it was being read has joined this sync. */
async function askedSince(context: TaskContext, accountId: string, begun: number): Promise<boolean> {
  const asked = Date.parse((await findAdAccount(context, accountId))?.sync_asked_at ?? '');
  return asked > begun && asked <= context.clock.now();
}

function syncWith(context: TaskContext): Parameters<typeof withAdAccount<Record<string, unknown>>>[3] {
  return async (platform, found) => {
    const account = await withTrustedNotes(context, found);
    const { now, today } = await platform.info();
    const due = syncDue(account, { ours: context.clock.now(), platform: Date.parse(now) });
    const full = due.structure === 'full' || (await unreadOf(context, account.id)).launches;
    await context.stage(full ? 'Reading all campaigns' : 'Reading what changed');
    const { campaigns, unread } = await syncStructure(context, platform, account, full);
    await supersedeOfRemoved(context, account.id, context.clock.now());
    if (due.figures === null) return ended({ account_id: account.id, campaigns }, unread);
    await context.stage(`Reading the figures of ${due.figures.days} days`);
    const figures = await syncFigures(context, platform, account.id, { ...due.figures, now, today });
    // Conversions of weeks came in: what could be done is looked for anew.
    if (due.figures.weeks) await queueEngine(context, context);
    return ended({ account_id: account.id, campaigns, figures }, unread);
  };
}

/**
 * Reads everything, or what changed. An account that holds more than can be read whole is followed by what changes in it,
 * and its figures are read all the same: its campaigns go on spending.
 */
async function syncStructure(
  context: TaskContext,
  platform: AdAccount,
  account: AdAccountRow,
  full: boolean,
): Promise<{ campaigns: CampaignsRead | null; unread: AdPlatformError | null }> {
  const rests = isKnownTooLarge(account, context.clock.now());
  const followed = !full || rests ? await syncChanges(context, platform, account) : undefined;
  if (followed || rests) return { campaigns: followed ?? null, unread: null };
  try {
    return { campaigns: await syncEverything(context, platform, account), unread: null };
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    const at = new Date(context.clock.now());
    await noteTooLarge(context, account.id, at);
    const changes = await syncChanges(context, platform, { ...account, too_large_since: at.toISOString() });
    return { campaigns: changes ?? null, unread: error };
  }
}

function ended(result: Record<string, unknown>, unread: AdPlatformError | null): Record<string, unknown> {
  if (unread) throw unread;
  return result;
}
