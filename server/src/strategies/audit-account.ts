import { findCampaignById } from '../campaigns/campaign.store.ts';
import type { DetectorResult, PreparedDetector } from '../detection/detector.ts';
import { DETECTORS } from '../detection/detectors.ts';
import type { Finding } from '../detection/finding.ts';
import { type Gathered, withEvidence } from '../detection/gather-evidence.ts';
import { totalSaving } from '../detection/saving.ts';
import { inTurns } from '../detection/steps.ts';
import type { CampaignLine } from '../reports/evidence.ts';
import type { TaskContext } from '../tasks/task.ts';
import type { Audit, AuditLine } from './strategy-evidence.ts';

/** Campaigns beyond these spend least; a strategy is not decided by them. */
const MOST_CAMPAIGNS = 25;

/** Runs every detector on the live campaigns that spend most, and saves nothing. */
export async function auditAccount(context: TaskContext, campaigns: readonly CampaignLine[]): Promise<Audit> {
  const live = campaigns.filter(({ state }) => state === 'live');
  const looked = live.slice(0, MOST_CAMPAIGNS);
  const found: Found[] = [];
  for (const { id, name } of looked) {
    context.signal.throwIfAborted();
    found.push(...(await auditCampaign(context, id)).map((one) => ({ ...one, campaign: name })));
  }
  const suspects = found.filter(({ result }) => result.warnings.some(({ code }) => code === 'tracking_suspect'));
  return {
    looked: looked.length,
    live: live.length,
    lines: DETECTORS.map(({ name }) => lineOf(name, found)).filter(({ campaigns: some }) => some > 0),
    saving: totalSaving(found.flatMap(({ result }) => result.findings.filter(isToActOn))),
    suspects: [...new Set(suspects.map(({ campaign }) => campaign))],
  };
}

interface Found {
  detector: string;
  campaign: string;
  result: DetectorResult;
}

/** What detectors read is read once for all that look at the same days; the platform is asked for demand elsewhere. */
async function auditCampaign(context: TaskContext, id: number): Promise<Omit<Found, 'campaign'>[]> {
  const campaign = await findCampaignById(context, id);
  if (!campaign) return [];
  const prepared = DETECTORS.map((detector) => detector.prepare({}));
  const groups = Map.groupBy(prepared, ({ windowDays }) => windowDays);
  const found: Omit<Found, 'campaign'>[] = [];
  for (const [windowDays, detectors] of groups) {
    const asked = { reads: readsOf(detectors), windowDays };
    const use = async ({ evidence }: Gathered) => {
      for (const one of detectors) found.push({ detector: one.name, result: await inTurns(one.steps(evidence)) });
    };
    await withEvidence(context, campaign, asked, { waits: context, use });
  }
  return found;
}

function readsOf(detectors: readonly PreparedDetector[]): PreparedDetector['reads'] {
  return [...new Set(detectors.flatMap(({ reads }) => reads))].filter((part) => part !== 'ideas');
}

function lineOf(detector: string, found: readonly Found[]): AuditLine {
  const own = found.filter((one) => one.detector === detector && one.result.findings.length > 0);
  const findings = own.flatMap(({ result }) => result.findings);
  const toActOn = findings.filter(isToActOn);
  return {
    detector,
    campaigns: new Set(own.map(({ campaign }) => campaign)).size,
    toActOn: toActOn.length,
    toLookAt: findings.length - toActOn.length,
    saving: totalSaving(toActOn),
  };
}

function isToActOn({ advice }: Finding): boolean {
  return advice === 'act';
}
