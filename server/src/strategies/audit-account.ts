import { findCampaignById } from '../campaigns/campaign.store.ts';
import type { DetectorResult, PreparedDetector } from '../detection/detector.ts';
import { DETECTORS } from '../detection/detectors.ts';
import type { Finding } from '../detection/finding.ts';
import { type Gathered, withEvidence } from '../detection/gather-evidence.ts';
import { savingOfAll } from '../detection/saving.ts';
import { inTurns, type Steps } from '../detection/steps.ts';
import type { CampaignLine, Some } from '../reports/evidence.ts';
import type { TaskContext } from '../tasks/task.ts';
import type { Audit, AuditLine } from './strategy-evidence.ts';

/** Runs every detector on the live campaigns that spend most, and saves nothing. */
export async function auditAccount(context: TaskContext, live: Some<CampaignLine>): Promise<Audit> {
  const audited: Audited[] = [];
  for (const line of live.top) {
    context.signal.throwIfAborted();
    audited.push(await auditCampaign(context, line));
  }
  const found = audited.flatMap((one) => one.found);
  const suspects = found.filter(({ isSuspect }) => isSuspect);
  return {
    looked: live.top.length,
    live: live.total,
    lines: DETECTORS.map(({ name }) => lineOf(name, found)).filter(({ campaigns: some }) => some > 0),
    saving: sumOf(audited, ({ saving }) => saving),
    suspects: [...new Set(suspects.map(({ campaign }) => campaign))],
  };
}

/** What a detector found in a campaign. */
interface Found {
  detector: string;
  campaign: string;
  toActOn: number;
  toLookAt: number;
  saving: number;
  isSuspect: boolean;
}

/** What is left of the audit of a campaign: a term or keyword is of one campaign, so what campaigns save adds up. */
interface Audited {
  found: Found[];
  saving: number;
}

/** What detectors read is read once for all that look at the same days; the platform is asked for demand elsewhere. */
async function auditCampaign(context: TaskContext, { id, name }: CampaignLine): Promise<Audited> {
  const campaign = await findCampaignById(context, id);
  if (!campaign) return { found: [], saving: 0 };
  const prepared = DETECTORS.map((detector) => detector.prepare({}));
  const groups = Map.groupBy(prepared, ({ windowDays }) => windowDays);
  const results = new Map<string, DetectorResult>();
  for (const [windowDays, detectors] of groups) {
    const asked = { reads: readsOf(detectors), windowDays };
    const use = async ({ evidence }: Gathered) => {
      for (const one of detectors) results.set(one.name, await inTurns(one.steps(evidence)));
    };
    await withEvidence(context, campaign, asked, { waits: context, use });
  }
  return inTurns(auditedIn(name, results));
}

/** Counts what was found: what each finding saves, term by term, is not kept for all campaigns at once. */
function* auditedIn(campaign: string, results: ReadonlyMap<string, DetectorResult>): Steps<Audited> {
  const found: Found[] = [];
  for (const [detector, { findings, warnings }] of results) {
    const toActOn = findings.filter(isToActOn);
    const toLookAt = findings.length - toActOn.length;
    const saving = yield* savingOfAll(toActOn);
    const isSuspect = warnings.some(({ code }) => code === 'tracking_suspect');
    found.push({ detector, campaign, toActOn: toActOn.length, toLookAt, saving, isSuspect });
  }
  const all = [...results.values()].flatMap(({ findings }) => findings.filter(isToActOn));
  return { found, saving: yield* savingOfAll(all) };
}

function readsOf(detectors: readonly PreparedDetector[]): PreparedDetector['reads'] {
  return [...new Set(detectors.flatMap(({ reads }) => reads))].filter((part) => part !== 'ideas');
}

function lineOf(detector: string, found: readonly Found[]): AuditLine {
  const own = found.filter((one) => one.detector === detector && one.toActOn + one.toLookAt > 0);
  return {
    detector,
    campaigns: new Set(own.map(({ campaign }) => campaign)).size,
    toActOn: sumOf(own, ({ toActOn }) => toActOn),
    toLookAt: sumOf(own, ({ toLookAt }) => toLookAt),
    saving: sumOf(own, ({ saving }) => saving),
  };
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function isToActOn({ advice }: Finding): boolean {
  return advice === 'act';
}
