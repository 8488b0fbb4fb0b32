import type { AccountDays } from '../ad-accounts/account-days.ts';
import type { CampaignState, CampaignType } from '../campaigns/campaign.ts';
import type { Fraction } from '../documents/fraction.ts';
import { type Days, periodText } from '../documents/numbers.ts';
import { type Counted, minus, NOTHING } from '../figures/ratios.ts';
import { CPA } from './kpi.ts';
import type { Moved } from './moved.ts';

/** The shares of the impressions that a campaign could have had; null where the platform gave none. */
export interface Shares {
  shown: Fraction;
  lostToBudget: Fraction;
  lostToRank: Fraction;
}

/** A campaign with what it did in each of the periods compared, oldest first. */
export interface CampaignLine {
  id: number;
  slug: string;
  name: string;
  type: CampaignType;
  state: CampaignState;
  /** Decimals as text. */
  budget: string;
  targetCpa: string | null;
  figures: readonly Counted[];
  shares: Shares | null;
  /** Of the period before. */
  sharesBefore: Shares | null;
}

/** A search term in a campaign; amounts in millionths. */
export interface TermLine {
  term: string;
  campaign: string;
  clicks: number;
  cost: number;
  conversions: number;
  /** The same over the four weeks before the period. */
  before: { clicks: number; cost: number; conversions: number };
  isNew: boolean;
}

/** What was searched in the period; lists hold the most expensive, totals count all. */
export interface TermsEvidence {
  total: TermTotal;
  /** Not seen in the four weeks before. */
  fresh: TermTotal & { top: TermLine[] };
  converting: TermTotal & { top: TermLine[] };
  /**
   * Without a conversion in the period and in the four weeks before, though in both they took more than one may cost; all
   * without one where that is not known. Here those come first that cost most in both.
   */
  wasted: TermTotal & { top: TermLine[] };
  /** Those that name a competitor of the business profile. */
  rivals: TermTotal & { top: TermLine[] };
}

export interface TermTotal {
  terms: number;
  cost: number;
  conversions: number;
}

/** What somebody changed. */
export interface ActionLine {
  at: string;
  who: string;
  campaign: string;
  detail: string;
  /** In the words of the action log. */
  outcome: string;
}

/** What is proposed and waits; the saving is a decimal as text. */
export interface RecommendationLine {
  id: string;
  campaign: string;
  summary: string;
  /** null where none is computed, or its campaign rests. */
  saving: string | null;
  rests: boolean;
}

export interface ApprovalLine {
  requestedAt: string;
  summary: string;
}

/** A list of which only the beginning is shown. */
export interface Some<Line> {
  total: number;
  top: readonly Line[];
}

/** How many campaigns of one kind there are, and what they did in the period. */
export interface CampaignSum {
  total: number;
  counted: Counted;
}

/** The same with the first of them, which are named. */
export interface CampaignGroup extends CampaignSum, Some<CampaignLine> {}

/** A campaign that did otherwise than in the period before. */
export interface Mover extends Moved {
  line: CampaignLine;
}

/** What is told of all campaigns together, and the few that are named: wherever some come first, they spend most. */
export interface CampaignsEvidence {
  /** What all of them did in each of the periods. */
  totals: readonly Counted[];
  live: number;
  /** All daily budgets together. */
  budgets: Fraction;
  /** Those with figures in the period. */
  ran: CampaignGroup;
  /** Those of them that are on the own name. */
  brand: CampaignSum;
  /** Those with a target CPA, and their targets weighed by their conversions; undefined without any. */
  aimed: CampaignSum;
  target: Fraction | undefined;
  /** Those that are live without one. */
  untargeted: Some<CampaignLine>;
  /** Those that did otherwise than in the period before; here those come first whose spend moved most. */
  movers: Some<Mover>;
  /** The first that spends far over its target, and the first that meets it and runs out of budget. */
  tooDear: CampaignLine | undefined;
  starved: CampaignLine | undefined;
  /** Where a conversion costs least and where most. */
  cheapest: CampaignLine | undefined;
  dearest: CampaignLine | undefined;
  /** Those that spent and brought no conversion. */
  fruitless: Some<CampaignLine>;
  /** Those with impression shares, and those of them that lose much to rank or to budget. */
  shared: Some<CampaignLine>;
  losingToRank: Some<CampaignLine>;
  losingToBudget: Some<CampaignLine>;
  /** Those on competitors that were shown, and all that are on neither competitors nor the own name. */
  rivals: CampaignGroup;
  others: CampaignSum;
  /** Whether any has a value of conversions, and whether any has one above 0. */
  hasValues: boolean;
  hasGains: boolean;
  /** Those that the actions are about, by slug. */
  acted: ReadonlyMap<string, CampaignLine>;
}

/** Everything that a report is written from, read before it is written. */
export interface Evidence {
  organization: { name: string; currency: string; budgetMovePct: string; maxSpend: string | null };
  /** What the report is about, and what it is compared with: oldest first, the last is the one it is about. */
  periods: readonly Days[];
  days: AccountDays;
  /** The first day with figures; null where there are none. */
  firstDay: number | null;
  campaigns: CampaignsEvidence;
  /** Whole weeks up to the end of the period, oldest first. */
  weeks: readonly { days: Days; counted: Counted }[];
  terms: TermsEvidence;
  actions: Some<ActionLine>;
  recommendations: Some<RecommendationLine> & { saving: string };
  approvals: Some<ApprovalLine>;
  competitors: readonly string[];
  brand: string | null;
}

/** The period that a report is about. */
export function periodOf({ periods }: Pick<Evidence, 'periods'>): Days {
  const last = periods.at(-1);
  if (!last) throw new Error('a report about no period');
  return last;
}

/** What a campaign did in the period. */
export function nowOf({ figures }: Pick<CampaignLine, 'figures'>): Counted {
  return figures.at(-1) ?? NOTHING;
}

/** What all campaigns did in one of the periods. */
export function totalOf({ campaigns }: Pick<Evidence, 'campaigns'>, index: number): Counted {
  return campaigns.totals.at(index) ?? NOTHING;
}

/** What a conversion may cost: the target, else what one did cost. */
export function priceOf(evidence: Pick<Evidence, 'campaigns'>): Fraction | undefined {
  return evidence.campaigns.target ?? CPA.of(totalOf(evidence, -1));
}

/** What those of a group did that are not named. */
export function restOf({ top, counted }: CampaignGroup): Counted {
  return top.reduce((sum, line) => minus(sum, nowOf(line)), counted);
}

/** Whether the figures are in up to the end of a period; those of its first days may never come. */
export function areIn({ through }: Pick<AccountDays, 'through'>, { to }: Days): boolean {
  return through !== null && through >= to;
}

/** How much of a period the figures cover: all of it, some days, or none. */
export function coverageOf({ days, firstDay }: Pick<Evidence, 'days' | 'firstDay'>, { from, to }: Days) {
  const through = days.through;
  if (firstDay === null || through === null || through < from || firstDay > to) return 'none';
  return through >= to && firstDay <= from ? 'whole' : 'some';
}

/** Where figures of some days come from. */
export function figuresSource(days: Days): string {
  return `Campaign figures of ${periodText(days)}`;
}

/** Where a comparison with the period before comes from. */
export function comparisonSource({ periods }: Pick<Evidence, 'periods'>): string {
  const [before, now] = periods.slice(-2);
  return before && now ? figuresSource({ from: before.from, to: now.to }) : '';
}
