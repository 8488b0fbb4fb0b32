import { accountDays } from '../ad-accounts/account-days.ts';
import { listAdAccounts } from '../ad-accounts/ad-account.store.ts';
import type { Services, Tenancy } from '../base/context.ts';
import type { Transaction } from '../base/database.ts';
import { dayNumber, dayText } from '../base/days.ts';
import type { Days } from '../documents/numbers.ts';
import { NOTHING } from '../figures/ratios.ts';
import { allowMemory, useOneCore } from '../figures/state.store.ts';
import { findBusinessProfile } from '../organizations/business-profile.store.ts';
import { findOrganization } from '../organizations/organization.store.ts';
import { type ListedAction, listActions } from '../writes/actions/action-log.store.ts';
import { whatBecameOf } from '../writes/actions/told-action.ts';
import { APPROVAL_EXPIRES_MS } from '../writes/approvals/queued-write.ts';
import { readApprovals, readFirstDay, readPeriodsInAll, readRecommendations } from './evidence.store.ts';
import { type ActionLine, type CampaignLine, type Evidence, priceOf, type Some } from './evidence.ts';
import { gatherCampaigns } from './gather-campaigns.ts';
import { gatherTerms } from './gather-terms.ts';
import { comparedPeriods, type ReportType, weeksUpTo } from './report-types.ts';

/** How much of a list anybody reads in a report. */
const SHOWN = 5;
const ACTIONS_SHOWN = 10;
const WEEKS = 12;

/**
 * Reads everything that a report is written from as of one instant, so that its parts agree. Whoever writes something else
 * from it sees each campaign once, that which spends most first, and keeps those that it needs.
 */
export function gatherEvidence(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  organizationId: number,
  type: ReportType,
  period: Days,
  see: (line: CampaignLine) => void = () => {},
): Promise<Evidence> {
  const read = async (db: Transaction) => {
    await allowMemory(db);
    await useOneCore(db);
    return gather({ db, organizationId }, comparedPeriods(type, period), clock.now(), see);
  };
  return database.transaction(read, { ofOneInstant: true });
}

async function gather(
  tenancy: Tenancy & { db: Transaction },
  periods: readonly Days[],
  now: number,
  see: (line: CampaignLine) => void,
): Promise<Evidence> {
  const organization = await findOrganization(tenancy);
  const profile = await findBusinessProfile(tenancy);
  const first = await readFirstDay(tenancy);
  const period = periods.at(-1);
  if (!organization || !period) throw new Error('a report of no organization or no period');
  const actions = await actionsOf(tenancy, period);
  const campaigns = await gatherCampaigns(tenancy, periods, actions.top, see);
  const competitors = profile?.competitors.map(({ name }) => name) ?? [];
  return {
    organization: {
      name: organization.name,
      currency: organization.currency,
      budgetMovePct: organization.api_budget_change_limit_pct,
      maxSpend: organization.max_spend,
    },
    periods,
    days: accountDays(await listAdAccounts(tenancy), now),
    firstDay: first === null ? null : dayNumber(first),
    campaigns,
    weeks: await weeksOf(tenancy, period),
    terms: await gatherTerms(tenancy, period, { competitors, price: priceOf({ campaigns }) }),
    actions,
    recommendations: await readRecommendations(tenancy, SHOWN),
    approvals: await readApprovals(tenancy, SHOWN, new Date(now - APPROVAL_EXPIRES_MS)),
    competitors,
    brand: profile?.brand_name ?? null,
  };
}

/** The weeks up to the end of a period, whatever the period is. */
async function weeksOf(tenancy: Tenancy, { to }: Days): Promise<Evidence['weeks']> {
  const weeks = weeksUpTo(to, WEEKS);
  const rows = await readPeriodsInAll(tenancy, weeks);
  return weeks.map((days, index) => {
    const { period: _, ...counted } = rows.find(({ period }) => period === index + 1) ?? { period: 0, ...NOTHING };
    return { days, counted };
  });
}

/** What was changed on the days of the period, by UTC. */
async function actionsOf(tenancy: Tenancy, { from, to }: Days): Promise<Some<ActionLine>> {
  const filter = { from: dayText(from), before: dayText(to + 1), source: null };
  const { rows, total } = await listActions(tenancy, filter, undefined, ACTIONS_SHOWN);
  return { total, top: rows.map(lineOf) };
}

function lineOf(action: ListedAction): ActionLine {
  const { at, actor, campaign, detail } = action;
  // Whoever reads reports need not be somebody who may know who did what: that stands in the action log. What an app
  // calls itself stands there too, beside the person it acts for: here it could pass for anybody.
  const person = actor.client === undefined ? 'a person' : 'a person through an app';
  const who = actor.type === 'engine' ? 'the engine' : actor.type === 'api_key' ? 'a key' : person;
  return { at, who, campaign, detail, outcome: whatBecameOf(action).words };
}
