import type { AccountDays } from '../ad-accounts/account-days.ts';
import type { CampaignState, CampaignType } from '../campaigns/campaign.ts';
import { type Fraction, fraction } from '../documents/fraction.ts';
import { type Days, periodText } from '../documents/numbers.ts';
import { type Counted, NOTHING, plus } from '../figures/ratios.ts';

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
  /** Without a conversion in the period and in the four weeks before, however much they cost. */
  fruitless: TermTotal & { top: TermLine[] };
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
  outcome: 'done' | 'undone' | 'under way' | 'failed';
}

/** What is proposed and waits; the saving is a decimal as text. */
export interface RecommendationLine {
  id: string;
  campaign: string;
  summary: string;
  saving: string | null;
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

/** Everything that a report is written from, read before it is written. */
export interface Evidence {
  organization: { name: string; currency: string; budgetMovePct: string; maxSpend: string | null };
  /** What the report is about, and what it is compared with: oldest first, the last is the one it is about. */
  periods: readonly Days[];
  days: AccountDays;
  /** The first day with figures; null where there are none. */
  firstDay: number | null;
  campaigns: readonly CampaignLine[];
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

/** What all campaigns, or some of them, did in one of the periods. */
export function totalOf(campaigns: readonly CampaignLine[], index: number): Counted {
  return campaigns.reduce((sum, { figures }) => plus(sum, figures.at(index) ?? NOTHING), NOTHING);
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

/** The campaigns with a target CPA. */
export function aimedAt(campaigns: readonly CampaignLine[]): CampaignLine[] {
  return campaigns.filter(({ targetCpa }) => targetCpa !== null && Number(targetCpa) > 0);
}

/** What a conversion may cost: the targets of campaigns, weighed by their conversions; undefined without any. */
export function targetOf(campaigns: readonly CampaignLine[]): Fraction | undefined {
  const aimed = aimedAt(campaigns);
  const weight = ({ figures }: CampaignLine) => BigInt(Math.max(0, figures.at(-1)?.conversions_micros ?? 0));
  const cents = ({ targetCpa }: CampaignLine) => BigInt(Math.round(Number(targetCpa) * 100));
  const weights = aimed.reduce((sum, line) => sum + weight(line), 0n);
  if (weights === 0n) return undefined;
  return fraction(
    aimed.reduce((sum, line) => sum + weight(line) * cents(line), 0n),
    weights * 100n,
  );
}
