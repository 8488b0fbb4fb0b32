import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services, Tenancy } from '../base/context.ts';
import type { CampaignRow } from '../campaigns/campaign.store.ts';
import type { Detector, DetectorResult, PreparedDetector } from '../detection/detector.ts';
import { DETECTORS } from '../detection/detectors.ts';
import type { CampaignEvidence, EvidenceWith, PartName } from '../detection/evidence.ts';
import { viewsOf } from '../detection/finding-view.ts';
import { withEvidence } from '../detection/gather-evidence.ts';
import { type Kept, keepFindings } from '../detection/keep-findings.ts';
import { inTurns } from '../detection/steps.ts';
import type { Work } from '../tasks/task.ts';
import { brandLeak } from './brand-leak.ts';
import { budget } from './budget.ts';
import { pendingSince } from './engine.store.ts';
import { ownCampaign } from './own-campaign.ts';
import type { Surroundings } from './surroundings.ts';

/** What was found a moment ago, by a person with options of their own or by an earlier run, stays. */
const FRESH_MS = 20 * 3_600_000;
/** Figures come in every day; older ones are no ground to act on. */
const STALE_DAYS = 7;
/** Asking the platform for ideas costs operations that changes need: only a person's run does. */
const NOT_READ: PartName = 'ideas';

/** Runs every detector and rule on a campaign and keeps what can be acted upon; returns how many recommendations. */
export async function judgeCampaign(
  engine: Services & Pick<Tenancy, 'organizationId'> & Pick<Work, 'signal'>,
  campaign: CampaignRow,
  around: Surroundings,
): Promise<number> {
  const { database, organizationId, clock } = engine;
  const tenancy = { organizationId, db: database };
  const pending = await pendingSince(tenancy, campaign.id);
  const isDue = ({ name }: PreparedDetector) => clock.now() - (pending.get(name) ?? 0) >= FRESH_MS;
  const due = rulesFor(campaign, around)
    .map((rule) => rule.prepare({}))
    .filter(isDue);
  const found = await withEvidence(engine, campaign, asked(due), {
    waits: engine,
    use: async ({ evidence }) => (isOfLate(evidence) ? results(due, evidence) : []),
  });
  const worth = found.filter(
    ({ type, result }) => pending.has(type) || result.findings.some(({ proposal }) => proposal),
  );
  if (worth.length === 0) return 0;
  // In one transaction: a commit for each would cost more than finding them did.
  const kept = await database.transaction(async (db) => {
    const ids: (string | undefined)[] = [];
    for (const one of worth) {
      ids.push(await keepFindings({ organizationId, db }, { campaign, ...one }, clock.now()));
    }
    return ids.filter((id) => id !== undefined);
  });
  return kept.length;
}

function isOfLate({ days, today, latestDay }: CampaignEvidence): boolean {
  return days.length > 0 && today - latestDay <= STALE_DAYS;
}

/** What each rule finds, as it is kept. */
async function results(
  rules: readonly PreparedDetector[],
  evidence: EvidenceWith<PartName>,
): Promise<Omit<Kept, 'campaign'>[]> {
  const found: Omit<Kept, 'campaign'>[] = [];
  for (const rule of rules) {
    const hasHipo = found.some(
      ({ type, result }) => type === 'hipo' && result.findings.some(({ proposal }) => proposal),
    );
    const result = rule.name === budget.name && hasHipo ? NOTHING : await inTurns(rule.steps(evidence));
    const views = await inTurns(viewsOf(result.findings, evidence));
    found.push({ type: rule.name, result, views });
    // A large campaign takes a while to judge: requests and other organizations come in between.
    await nextTurn();
  }
  return found;
}

const NOTHING: DetectorResult = { findings: [], warnings: [] };

/** The detectors that recommend something, and what the engine adds; a higher budget only where hipo proposes nothing. */
function rulesFor({ ad_account_id }: CampaignRow, { brand, locations, profiles, taken }: Surroundings): Detector[] {
  const own = brand.filter(({ accountId }) => accountId === ad_account_id);
  return [
    ...DETECTORS.filter(({ saves }) => saves),
    brandLeak(own),
    ownCampaign({ type: 'location', names: locations, taken }),
    ownCampaign({ type: 'icp', names: profiles, taken }),
    budget,
  ];
}

/** One reading serves them all; only those that read terms ask for a window of them. */
function asked(rules: readonly PreparedDetector[]): Pick<PreparedDetector, 'reads' | 'windowDays'> {
  const reads = [...new Set(rules.flatMap((rule) => rule.reads))].filter((part) => part !== NOT_READ);
  const windows = rules.filter((rule) => rule.reads.includes('terms')).map(({ windowDays }) => windowDays);
  return { reads, windowDays: Math.max(1, ...windows) };
}
