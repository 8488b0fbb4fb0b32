import { withAdAccount } from '../ad-accounts/account-access.ts';
import { todayOf } from '../ad-accounts/account-days.ts';
import { listAdAccounts } from '../ad-accounts/ad-account.store.ts';
import { dayAt } from '../base/days.ts';
import { type BusinessProfileRow, findBusinessProfile } from '../organizations/business-profile.store.ts';
import { AdPlatformError, type KeywordIdea } from '../ports/ad-platform.ts';
import { gatherEvidence } from '../reports/gather-evidence.ts';
import { lastPeriod } from '../reports/report-types.ts';
import type { TaskContext } from '../tasks/task.ts';
import { auditAccount } from './audit-account.ts';
import { ChosenCampaigns } from './chosen-campaigns.ts';
import type { SuppliedDocument } from './strategy.store.ts';
import type { StrategyEvidence } from './strategy-evidence.ts';

const MOST_SEEDS = 10;
const IDEAS_WITHIN_MS = 30_000;

/** Reads everything that a strategy is written from; it changes nothing, here or in the ad platform. */
export async function gatherStrategy(
  context: TaskContext,
  documents: readonly SuppliedDocument[],
): Promise<StrategyEvidence> {
  await context.stage('Reading the figures');
  const today = todayOf(await listAdAccounts(context), context.clock.now());
  const profile = (await findBusinessProfile(context)) ?? null;
  const chosen = new ChosenCampaigns(profile?.products ?? []);
  const period = lastPeriod('strategic', today);
  const figures = await gatherEvidence(context, context.organizationId, 'strategic', period, (line) =>
    chosen.add(line),
  );
  await context.stage('Auditing the account');
  const audit = await auditAccount(context, chosen.live);
  await context.stage('Asking for keyword demand');
  const demand = await demandOf(context, profile);
  return { figures, today: dayAt(context.clock.now()), profile, chosen, audit, demand, documents };
}

/** What people search for around the products; null where there is nothing to ask with, or the platform cannot be asked. */
async function demandOf(context: TaskContext, profile: BusinessProfileRow | null): Promise<KeywordIdea[] | null> {
  const account = (await listAdAccounts(context)).find(({ status }) => status === 'linked');
  if (!account || !profile) return null;
  const seeds = profile.products.map(({ name }) => name).slice(0, MOST_SEEDS);
  const request = seeds.length > 0 ? { seeds } : { url: profile.url };
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(IDEAS_WITHIN_MS)]);
  try {
    return await withAdAccount(context, account.id, { signal }, (platform) => platform.keywordIdeas(request));
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof AdPlatformError && !error.outOfQuota) return null;
    throw error;
  }
}
