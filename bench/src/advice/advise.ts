import { DETECTORS } from '../../../server/src/detection/detectors.ts';
import type { EvidenceWith, PartName } from '../../../server/src/detection/evidence.ts';
import type { Finding } from '../../../server/src/detection/finding.ts';
import { savingIn } from '../../../server/src/detection/saving.ts';
import { type Target, targetOf } from '../../../server/src/detection/target.ts';
import type { Proposal } from '../../../server/src/recommendations/proposal.ts';
import type { AdviceAccount } from './account.ts';
import { evidenceOf } from './evidence.ts';

/** All that 90 days tell; every other option has its default. */
export const WINDOW_DAYS = 90;

/** One finding to act upon. */
export interface Advice {
  detector: string;
  campaign: number;
  target: Target | undefined;
  finding: Finding;
  proposal: Proposal;
}

/** What all detectors advise for all campaigns today. */
export function advise(account: AdviceAccount): Advice[] {
  return evidenceOf(account, WINDOW_DAYS).flatMap(adviseOn);
}

function adviseOn(evidence: EvidenceWith<PartName>): Advice[] {
  const target = targetOf(evidence);
  return DETECTORS.flatMap(({ name, prepare }) => {
    const options = name === 'negative_keywords' ? { days: WINDOW_DAYS } : {};
    return prepare(options)
      .run(evidence)
      .findings.flatMap((finding) => {
        const { proposal } = finding;
        return proposal ? [{ detector: name, campaign: evidence.campaign.id, target, finding, proposal }] : [];
      });
  });
}

/** The advice that promises to save money. */
export function savingAdvice(advice: readonly Advice[]): Advice[] {
  return advice.filter(({ finding }) => savingIn(finding) > 0);
}

/** What a conversion may cost in each campaign, by its number, as far as anybody knows. */
export function targetsOf(account: AdviceAccount): Map<number, number> {
  return new Map(
    evidenceOf(account, 1).flatMap((evidence) => {
      const target = targetOf(evidence);
      return target ? [[evidence.campaign.id, target.cpa] as const] : [];
    }),
  );
}
