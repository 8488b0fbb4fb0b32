import { z } from 'zod';
import { type Detector, detector } from '../detection/detector.ts';
import { keywordsOf } from '../detection/detectors/hipo.ts';
import type { EvidenceWith, TermFacts } from '../detection/evidence.ts';
import { cpaOf, type Figures, settledWindow, summedInSteps } from '../detection/figures.ts';
import { type Finding, NO_BLAST } from '../detection/finding.ts';
import { adsById } from '../detection/keyword-finding.ts';
import { Room } from '../detection/room.ts';
import { collected, type Steps } from '../detection/steps.ts';
import type { Target } from '../detection/target.ts';
import { certaintyOfWorth } from '../detection/term-finding.ts';
import { FILLERS } from '../detection/word-lists.ts';
import { foldedWords } from '../detection/words.ts';

const DAYS = 30;
/** So many conversions a month let a campaign of its own learn what it may bid. */
const FEWEST_CONVERSIONS = 15;
const BUDGET_FACTOR = 1.2;
/** Campaigns that are narrow already. */
const NARROW: ReadonlySet<string> = new Set(['hipo', 'location', 'icp', 'brand', 'competitor']);

/** What campaigns of their own can be for, by the words with which people search for it. */
export interface Focuses {
  type: 'location' | 'icp';
  names: readonly string[];
  /** What campaigns are called already. */
  taken: ReadonlySet<string>;
}

/** A place or customer profile whose searches bring enough conversions within target for a campaign of its own. */
export function ownCampaign({ type, names, taken }: Focuses): Detector {
  return detector({
    name: type,
    options: z.strictObject({}),
    saves: true,
    computesSaving: false,
    needsTarget: true,
    reads: ['terms', 'ads'],

    *detect(evidence, _options, { target }) {
      if (!target || NARROW.has(evidence.campaign.type)) return [];
      const terms = yield* collected(evidence.terms, (term) =>
        term.last30.clicks > 0 ? { term, words: foldedWords(term.text) } : undefined,
      );
      const found: Found[] = [];
      for (const focus of names) {
        yield;
        const wanted = foldedWords(focus).filter((word) => !FILLERS.has(word));
        const name = `${evidence.campaign.name} – ${focus}`;
        if (wanted.length === 0 || taken.has(name)) continue;
        const own = yield* collected(terms, ({ term, words }) =>
          wanted.every((word) => words.includes(word)) ? term : undefined,
        );
        const figures = yield* summedInSteps(own, ({ last30 }) => last30);
        const carries = figures.conversions >= FEWEST_CONVERSIONS && cpaOf(figures) <= target.cpa;
        if (carries) found.push({ type, focus, name, terms: own, figures });
      }
      const room = new Room(evidence.organization);
      const findings: Finding[] = [];
      for (const one of found.sort((a, b) => b.figures.conversions - a.figures.conversions)) {
        findings.push(yield* findingOf(one, evidence, target, room));
      }
      return findings;
    },
  });
}

interface Found {
  type: Focuses['type'];
  focus: string;
  name: string;
  terms: readonly TermFacts[];
  figures: Figures;
}

function* findingOf(
  { type, focus, name, terms, figures }: Found,
  evidence: EvidenceWith<'ads'>,
  target: Target,
  room: Room,
): Steps<Finding> {
  const keywords = yield* keywordsOf(terms, adsById(evidence.ads));
  const budget = keywords.length > 0 ? room.take(Math.ceil((BUDGET_FACTOR * figures.cost) / DAYS)) : undefined;
  const proposal =
    budget === undefined
      ? null
      : {
          op: 'create_draft' as const,
          type,
          campaign_id: evidence.campaign.id,
          name,
          budget: budget.toFixed(2),
          target_cpa: evidence.campaign.targetCpa?.toFixed(2) ?? null,
          focus,
          keywords,
          source_negatives_at_launch: [],
        };
  return {
    about: { [type === 'location' ? 'location' : 'customer_profile']: focus, terms: terms.length },
    advice: proposal ? 'act' : 'information',
    window: settledWindow(evidence, DAYS),
    figures,
    expectedConversions: figures.cost / target.cpa,
    benchmark: { name: 'target_cpa', value: target.cpa },
    threshold: { name: 'conversions', value: FEWEST_CONVERSIONS },
    confidence: certaintyOfWorth(figures, target.cpa),
    savings: [],
    blastRadius: NO_BLAST,
    proposal,
    why: proposal
      ? 'These searches bring conversions enough within the target for a campaign of their own.'
      : 'These searches would carry a campaign of their own, but the monthly cap leaves no room for one.',
  };
}
