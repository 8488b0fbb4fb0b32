import type { Detector, DetectorResult } from '../../src/detection/detector.ts';
import type {
  AdFacts,
  CampaignDay,
  CampaignEvidence,
  CampaignFacts,
  EvidenceParts,
  EvidenceWith,
  KeywordFacts,
  NegativeFacts,
  PartName,
  TermFacts,
} from '../../src/detection/evidence.ts';
import { type Figures, NO_FIGURES } from '../../src/detection/figures.ts';

/** The latest day with figures in these tests; today is the one after it. */
export const LATEST = 20_500;
/** The target CPA of the campaign in these tests, and of ten clicks one converts: a click is worth 4. */
export const TARGET = 40;

/** What a piece of evidence differs in from the usual. */
type Changes = Omit<Partial<CampaignEvidence & EvidenceParts>, 'campaign'> & { campaign?: Partial<CampaignFacts> };

/** A campaign that does what it should: 100 days, each with 10 clicks for 20 and half a conversion. */
export function evidenceOf({ campaign, ...changes }: Changes = {}): EvidenceWith<PartName> {
  const { terms = [], keywords = [] } = changes;
  return {
    termImpressions: new Map(terms.map(({ id, last90 }) => [id, last90.impressions])),
    today: LATEST + 1,
    latestDay: LATEST,
    campaign: { ...CAMPAIGN, ...campaign },
    days: daysOf(100),
    organization: {
      last90: figures({ impressions: 18_000, clicks: 900, cost: 1_800, conversions: 45 }),
      mostBudget: null,
      budgetMovePct: 25,
    },
    profile: {
      brand: 'Acme Plumbing',
      products: ['Emergency plumbing', 'Water heaters'],
      competitors: ['Roto-Rooter'],
      locations: ['Austin, Texas'],
      description: 'Family-run plumbing company in Austin',
    },
    ads: [ad(1), ad(2)],
    keywords,
    keywordTexts: keywords,
    olderFigures: new Map(),
    negatives: [],
    terms: [],
    accountTerms: [],
    accountKeywords: [],
    ideas: [],
    ...changes,
  };
}

const CAMPAIGN: CampaignFacts = {
  id: 7,
  slug: 'leaks',
  name: 'Leaks',
  type: 'prospecting',
  bidding: 'maximize_conversions',
  budget: 50,
  budgetShared: false,
  targetCpa: TARGET,
  targetChangedDay: null,
  createdDay: LATEST - 200,
};

/** So many days up to the latest, all alike unless told otherwise. */
export function daysOf(count: number, change: (back: number) => Partial<CampaignDay> = () => ({})): CampaignDay[] {
  return Array.from({ length: count }, (_, n) => {
    const back = count - 1 - n;
    return {
      day: LATEST - back,
      impressions: 200,
      clicks: 10,
      cost: 20,
      conversions: 0.5,
      impressionShare: null,
      lostToBudget: null,
      lostToRank: null,
      ...change(back),
    };
  });
}

export function figures(some: Partial<Figures>): Figures {
  return { ...NO_FIGURES, ...some };
}

export function ad(id: number, changes: Partial<AdFacts> = {}): AdFacts {
  return { id, name: `Ad ${id}`, state: 'enabled', headlines: [], cpcBid: null, ...changes };
}

/** A keyword with the same figures in each window from the shortest on, unless told otherwise. */
export function keyword(id: number, changes: Partial<KeywordFacts> = {}): KeywordFacts {
  const last30 = changes.last30 ?? NO_FIGURES;
  const last90 = changes.last90 ?? last30;
  return {
    id,
    adId: 1,
    text: `pipe number ${id}`,
    matchType: 'phrase',
    state: 'enabled',
    cpcBid: null,
    firstPageCpc: null,
    approval: 'approved',
    lowVolume: false,
    createdDay: LATEST - 200,
    firstDay: LATEST - 190,
    last30,
    last90,
    recent: NO_FIGURES,
    impressions30: last30.impressions,
    ...changes,
  };
}

/** A search term whose 90 days hold what is given; the window, and 30 days, the same unless told otherwise. */
export function term(id: number, text: string, last90: Partial<Figures>, changes: Partial<TermFacts> = {}): TermFacts {
  const all = figures(last90);
  return {
    id,
    text,
    firstSeenDay: LATEST - 80,
    window: all,
    last30: all,
    last90: all,
    recent: NO_FIGURES,
    adIds: [1],
    ...changes,
  };
}

export function negative(text: string, matchType: NegativeFacts['matchType'], adId: number | null = null) {
  return { id: text.length, adId, text, matchType };
}

/** Runs a detector on evidence. */
export function found(detector: Detector, evidence: EvidenceWith<PartName>, options: object = {}): DetectorResult {
  return detector.prepare(options).run(evidence);
}

/** The advice on each finding, by the text or term it is about. */
export function adviceOf({ findings }: DetectorResult): Record<string, string> {
  return Object.fromEntries(findings.map(({ about, advice }) => [String(about.text ?? about.term), advice]));
}
