import { z } from 'zod';
import { amount } from '../../base/amounts.ts';
import type { Proposal } from '../../recommendations/proposal.ts';
import { LONGEST_THEME, themedItems } from '../clusters.ts';
import { detector } from '../detector.ts';
import type { AdFacts, CampaignEvidence, EvidenceWith, TermFacts } from '../evidence.ts';
import { campaignFigures, cpaOf, type Figures, settledWindow, summedInSteps } from '../figures.ts';
import { type Finding, NO_BLAST } from '../finding.ts';
import { adsById } from '../keyword-finding.ts';
import { keywordText } from '../negative-match.ts';
import { Room } from '../room.ts';
import { collected, eachOf, type Steps, sorted } from '../steps.ts';
import { isPriced, type Target } from '../target.ts';
import { certaintyOfWorth, servingAd } from '../term-finding.ts';
import { foldedWords, phrasesOf } from '../words.ts';

const DAYS = 30;
const LONGER_DAYS = 90;
const FEWEST_CONVERSIONS = 15;
const CHEAP = 0.8;
const LOST_TO_BUDGET = 0.2;
/** What a draft spends beside what its terms cost now. */
const BUDGET_FACTOR = 1.2;
const MOST_KEYWORDS = 20;
const MOST_CLUSTERS = 5;
/** How sure it has to be that conversions stay within target for a budget to rise. */
const SURE = 0.8;

type Evidence = EvidenceWith<'terms' | 'ads'>;

/**
 * Search terms that convert well below target while the budget keeps the campaign from being shown: enough of them make a
 * campaign of their own, fewer of them a reason for a higher budget.
 */
export const hipo = detector({
  name: 'hipo',
  options: z.strictObject({}),
  saves: true,
  computesSaving: false,
  needsTarget: true,
  reads: ['terms', 'ads'],

  *detect(evidence, _options, { target }) {
    const lost = lostToBudget(evidence);
    if (!target || evidence.campaign.type === 'hipo' || lost === undefined || lost.budget < LOST_TO_BUDGET) return [];
    const clusters = yield* bestClusters(evidence, target, lost.share);
    const room = new Room(evidence.organization);
    const drafts: Finding[] = [];
    for (const cluster of clusters) {
      drafts.push(draftFinding(cluster, yield* draftOf(cluster, evidence, room), evidence, target, lost));
    }
    return drafts.length > 0 ? drafts : budgetFinding(evidence, target, lost);
  },
});

/** What of the possible impressions a campaign had, and what its budget cost it. */
export interface Lost {
  /** The shares of impressions that were had, and that were lost to the budget. */
  share: number;
  budget: number;
}

/** Of the last 30 settled days; undefined where the platform tells nothing. */
export function lostToBudget(evidence: CampaignEvidence): Lost | undefined {
  const { from, to } = settledWindow(evidence, DAYS);
  const told = evidence.days.filter(
    (one) => one.day >= from && one.day <= to && one.impressionShare !== null && one.lostToBudget !== null,
  );
  const possible = told.map(({ impressions, impressionShare }) => impressions / Math.max(impressionShare ?? 1, 0.01));
  const whole = possible.reduce((sum, impressions) => sum + impressions, 0);
  if (whole === 0) return undefined;
  const had = told.reduce((sum, { impressions }) => sum + impressions, 0);
  const missed = told.reduce((sum, { lostToBudget }, n) => sum + (lostToBudget ?? 0) * (possible[n] ?? 0), 0);
  return { share: had / whole, budget: missed / whole };
}

interface Cluster {
  theme: string;
  terms: readonly TermFacts[];
  figures: Figures;
  score: number;
}

/** The best cluster first, then the best of what is left. */
function* bestClusters({ terms }: Evidence, target: Target, share: number): Steps<Cluster[]> {
  const active = yield* collected(terms, (term) => (term.last30.clicks > 0 ? term : undefined));
  const byTheme = yield* themedItems(active, ({ text }) => foldedWords(text), yield* convertingThemes(active));
  const left = new Set<TermFacts>();
  yield* eachOf(active, (term) => left.add(term));
  const clusters: Cluster[] = [];
  while (clusters.length < MOST_CLUSTERS) {
    let best: Cluster | undefined;
    for (const [theme, items] of byTheme) {
      const own = yield* collected(items, (term) => (left.has(term) ? term : undefined));
      const cluster = yield* clusterOf(theme, own, target, share);
      if (cluster && isBetter(cluster, best)) best = cluster;
      yield;
    }
    if (!best) break;
    clusters.push(best);
    yield* eachOf(best.terms, (term) => left.delete(term));
  }
  return clusters;
}

/** Of equally good ones the one that says more. */
function isBetter(cluster: Cluster, best: Cluster | undefined): boolean {
  const more = cluster.score - (best?.score ?? 0);
  return more > 0 || (more === 0 && cluster.theme.length > (best?.theme.length ?? 0));
}

/** Few terms convert: they tell which themes are worth collecting. */
function* convertingThemes(terms: readonly TermFacts[]): Steps<Set<string>> {
  const sums = new Map<string, number>();
  yield* eachOf(terms, ({ text, last30: { conversions } }) => {
    if (conversions === 0) return;
    for (const theme of phrasesOf(foldedWords(text), LONGEST_THEME)) {
      sums.set(theme, (sums.get(theme) ?? 0) + conversions);
    }
  });
  const themes = new Set<string>();
  yield* eachOf(sums, ([theme, conversions]) => {
    if (conversions >= FEWEST_CONVERSIONS) themes.add(theme);
  });
  return themes;
}

function* clusterOf(
  theme: string,
  terms: readonly TermFacts[],
  target: Target,
  share: number,
): Steps<Cluster | undefined> {
  const figures = yield* summedInSteps(terms, ({ last30 }) => last30);
  if (figures.conversions < FEWEST_CONVERSIONS || cpaOf(figures) > CHEAP * target.cpa) return undefined;
  const score = figures.conversions * (1 / Math.max(share, 0.01) - 1) * (target.cpa - cpaOf(figures));
  return { theme, terms, figures, score };
}

function draftFinding(
  cluster: Cluster,
  proposal: Proposal | null,
  evidence: Evidence,
  target: Target,
  lost: Lost,
): Finding {
  const { theme, figures, score } = cluster;
  return {
    about: {
      theme,
      terms: cluster.terms.length,
      score: amount(score),
      lost_to_budget: lost.budget,
      impression_share: lost.share,
    },
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
    why: `These searches convert well below the target while the budget loses ${percent(lost.budget)} of the impressions; ${
      proposal
        ? 'a campaign of their own would not run out'
        : 'the monthly cap leaves no room for a campaign of their own'
    }.`,
  };
}

function* draftOf({ theme, terms, figures }: Cluster, { campaign, ads }: Evidence, room: Room): Steps<Proposal | null> {
  const keywords = yield* keywordsOf(terms, adsById(ads));
  const budget = keywords.length > 0 ? room.take(Math.ceil((BUDGET_FACTOR * figures.cost) / DAYS)) : undefined;
  if (budget === undefined) return null;
  return {
    op: 'create_draft',
    type: 'hipo',
    campaign_id: campaign.id,
    name: `${campaign.name} – ${theme}`,
    budget: budget.toFixed(2),
    target_cpa: campaign.targetCpa?.toFixed(2) ?? null,
    focus: null,
    keywords,
    source_negatives_at_launch: keywords.map(({ text, match_type }) => ({ text, match_type })),
  };
}

/** Those of the terms that converted, each with the ad that showed it, as exact keywords of a new campaign. */
export function* keywordsOf(
  terms: readonly TermFacts[],
  ads: ReadonlyMap<number, AdFacts>,
): Steps<{ text: string; match_type: 'exact'; source_ad_id: number }[]> {
  const converting = yield* collected(terms, (term) => {
    const { conversions } = term.last30;
    return conversions > 0 ? { term, conversions } : undefined;
  });
  const ranked = yield* sorted(converting, (a, b) => b.conversions - a.conversions);
  const keywords = yield* collected(ranked, ({ term }) => {
    const text = keywordText(term.text);
    const ad = servingAd(term, ads);
    return text !== undefined && ad ? { text, match_type: 'exact' as const, source_ad_id: ad.id } : undefined;
  });
  return keywords.slice(0, MOST_KEYWORDS);
}

/** Too little for a campaign of its own, but all of it within target: more of the same. */
function budgetFinding(evidence: Evidence, target: Target, lost: Lost): Finding[] {
  const { campaign, organization } = evidence;
  const figures = campaignFigures(evidence, settledWindow(evidence, DAYS));
  const confidence = Math.min(
    certaintyOfWorth(figures, target.cpa),
    // A good month of a campaign that costs the target otherwise is luck.
    certaintyOfWorth(campaignFigures(evidence, settledWindow(evidence, LONGER_DAYS)), target.cpa),
  );
  if (!isPriced(figures) || cpaOf(figures) > CHEAP * target.cpa || confidence < SURE) return [];
  const wanted = Math.min(
    campaign.budget / (1 - Math.min(lost.budget, 0.5)),
    campaign.budget * (1 + organization.budgetMovePct / 100),
  );
  const budget = Math.floor(Math.min(wanted, organization.mostBudget?.own ?? wanted));
  const rises = budget > campaign.budget && !campaign.budgetShared;
  return [
    {
      about: { campaign: campaign.slug, lost_to_budget: lost.budget, impression_share: lost.share },
      advice: rises ? 'act' : 'information',
      window: settledWindow(evidence, DAYS),
      figures,
      expectedConversions: figures.cost / target.cpa,
      benchmark: { name: 'target_cpa', value: target.cpa },
      threshold: { name: 'lost_to_budget', value: LOST_TO_BUDGET },
      confidence,
      savings: [],
      blastRadius: NO_BLAST,
      proposal: rises
        ? { op: 'set_budget', campaign_id: campaign.id, from: campaign.budget.toFixed(2), to: budget.toFixed(2) }
        : null,
      why: `The campaign converts well below the target while its budget loses ${percent(lost.budget)} of the impressions; ${
        rises ? 'a higher budget would bring more of the same' : 'its budget cannot rise within the limits'
      }.`,
    },
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
