import type { z } from 'zod';
import type { CampaignEvidence, EvidenceWith, PartName } from './evidence.ts';
import type { Finding, Warning } from './finding.ts';
import { savingIn, savingOfAll } from './saving.ts';
import { finished, type Steps, sorted } from './steps.ts';
import { type Target, targetOf } from './target.ts';
import { trackingSuspect } from './tracking.ts';

/** What a detector is told beside the evidence. */
export interface Measures {
  /** What a conversion may cost; undefined where nobody knows, and rules of cost are skipped. */
  target: Target | undefined;
}

/** What a detector is, and what it decides. `detect` is pure: it sees what it is given and nothing else. */
interface Definition<Name extends string, Options extends z.ZodObject, Part extends PartName> {
  name: Name;
  /** Strict, with the specification's ranges and defaults. */
  options: Options;
  /** Whether findings that can be acted upon are kept as a recommendation. */
  saves: boolean;
  /** Whether it tells what a month would save. */
  computesSaving: boolean;
  /** Whether it decides by cost, and so needs to know what a conversion may cost. */
  needsTarget: boolean;
  /** The parts of the evidence that it reads. */
  reads: readonly Part[];
  /** The days that an option asks for, where one does. */
  windowDays?(options: z.output<Options>): number;
  /** In steps where there is much to look at. */
  detect(evidence: EvidenceWith<Part>, options: z.output<Options>, measures: Measures): Finding[] | Steps<Finding[]>;
}

/** What came of running a detector. */
export interface DetectorResult {
  findings: readonly Finding[];
  warnings: readonly Warning[];
  /** Left out where the detector computes none. */
  estimatedMonthlySaving?: number;
}

/** A detector with its options parsed, ready to run on the evidence that it asks for. */
export interface PreparedDetector {
  name: string;
  saves: boolean;
  reads: readonly PartName[];
  windowDays: number;
  run(evidence: EvidenceWith<PartName>): DetectorResult;
  /** The same in steps, for a process that has other requests to answer. */
  steps(evidence: EvidenceWith<PartName>): Steps<DetectorResult>;
}

/** A detector as the list of all detectors holds it. */
export interface Detector<Name extends string = string, Options extends z.ZodObject = z.ZodObject> {
  name: Name;
  options: Options;
  saves: boolean;
  computesSaving: boolean;
  reads: readonly PartName[];
  prepare(options: unknown): PreparedDetector;
}

/** Where no option asks for a window. */
const NO_WINDOW = 0;
/** More would be more than anybody reads, or the platform takes at once. */
const MOST_FINDINGS = 1_000;

/** Makes a detector of its definition: what holds for all of them is done here. */
export function detector<const Name extends string, Options extends z.ZodObject, const Part extends PartName>(
  definition: Definition<Name, Options, Part>,
): Detector<Name, Options> {
  const { name, options: schema, saves, computesSaving, reads } = definition;
  return {
    name,
    options: schema,
    saves,
    computesSaving,
    reads,
    prepare(input) {
      const options = schema.parse(input);
      const windowDays = definition.windowDays?.(options) ?? NO_WINDOW;
      const steps = (evidence: EvidenceWith<Part>) => stepsOf(definition, evidence, options);
      return { name, saves, reads, windowDays, steps, run: (evidence) => finished(steps(evidence)) };
    },
  };
}

function* stepsOf<Options extends z.ZodObject, Part extends PartName>(
  definition: Definition<string, Options, Part>,
  evidence: EvidenceWith<Part>,
  options: z.output<Options>,
): Steps<DetectorResult> {
  const target = targetOf(evidence);
  const detected = definition.detect(evidence, options, { target });
  const found = Array.isArray(detected) ? detected : yield* detected;
  yield;
  const suspect = trackingSuspect(evidence, target);
  const usable = suspect ? found.filter(({ advice }) => advice !== 'act') : found;
  const findings = (yield* byWeight(usable)).slice(0, MOST_FINDINGS);
  const warnings = [
    ...warningsOf(definition.needsTarget, evidence, target),
    ...(suspect ? [suspect] : []),
    ...(usable.length > MOST_FINDINGS ? [moreThan(MOST_FINDINGS, usable.length)] : []),
  ];
  return {
    findings,
    warnings,
    ...(definition.computesSaving && { estimatedMonthlySaving: yield* savingOfAll(findings) }),
  };
}

const ORDER = { act: 0, investigate: 1, watch: 2, information: 3 } as const;

/** What to act on first, then by what it saves, then by what it costs. */
function* byWeight(findings: readonly Finding[]): Steps<Finding[]> {
  const weighed: { finding: Finding; saving: number }[] = [];
  for (const finding of findings) {
    weighed.push({ finding, saving: savingIn(finding) });
    yield;
  }
  const ranked = yield* sorted(
    weighed,
    (a, b) =>
      ORDER[a.finding.advice] - ORDER[b.finding.advice] ||
      b.saving - a.saving ||
      b.finding.figures.cost - a.finding.figures.cost,
  );
  return ranked.map(({ finding }) => finding);
}

function warningsOf(needsTarget: boolean, { days }: CampaignEvidence, target: Target | undefined): Warning[] {
  if (days.length === 0) return [{ code: 'no_figures', message: 'The campaign has no figures yet.' }];
  if (target || !needsTarget) return [];
  return [
    {
      code: 'no_target',
      message:
        'The campaign has no target CPA, and neither it nor the organization has conversions enough to tell what one costs, so nothing was judged by cost. Set a target CPA first.',
    },
  ];
}

function moreThan(most: number, found: number): Warning {
  return { code: 'more_findings', message: `Only the first ${most} of ${found} findings are shown.` };
}
