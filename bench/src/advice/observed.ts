import type { Leaf } from '../../../google-ads-emulator/src/metrics/leaf.ts';
import type { CampaignDay } from '../../../server/src/detection/evidence.ts';
import { type Figures, LAG_DAYS } from '../../../server/src/detection/figures.ts';
import type { AdviceAccount } from './account.ts';

const SETTLED = 90;
const MICROS = 1_000_000;
/** Half a year and the days that are not settled yet. */
const DAYS = 180 + LAG_DAYS;

/** What one keyword did, as reported by now. */
export class KeywordSeen {
  firstDay = Number.POSITIVE_INFINITY;
  impressions30 = 0;
  readonly last30 = none();
  readonly last90 = none();
  readonly older = none();
  readonly recent = none();
}

/** What one visible search term did in a campaign, as reported by now. */
export class TermSeen {
  readonly text: string;
  firstDay = Number.POSITIVE_INFINITY;
  readonly window = none();
  readonly last30 = none();
  readonly last90 = none();
  readonly recent = none();
  readonly adGroups = new Map<string, number>();

  constructor(text: string) {
    this.text = text;
  }
}

interface DaySeen extends Figures {
  eligible: number;
  lost: number;
}

/** What reports tell of one campaign. */
export class CampaignSeen {
  readonly keywords = new Map<string, KeywordSeen>();
  readonly terms = new Map<string, TermSeen>();
  readonly #days = new Map<number, DaySeen>();

  get days(): CampaignDay[] {
    return [...this.#days]
      .map(([day, { eligible, lost, ...figures }]) => ({
        ...figures,
        day,
        impressionShare: eligible > 0 ? figures.impressions / eligible : null,
        lostToBudget: eligible > 0 ? lost / eligible : null,
        lostToRank: eligible > 0 ? (eligible - lost - figures.impressions) / eligible : null,
      }))
      .sort((a, b) => a.day - b.day);
  }

  add(leaf: Leaf, back: number, figures: Figures, windowDays: number): void {
    const day = this.#days.get(leaf.day) ?? { ...none(), eligible: 0, lost: 0 };
    this.#days.set(leaf.day, day);
    into(day, figures);
    day.eligible += leaf.eligible;
    day.lost += leaf.lostToBudget;
    const keyword = made(this.keywords, leaf.stream.keyword, () => new KeywordSeen());
    if (figures.impressions > 0) keyword.firstDay = Math.min(keyword.firstDay, leaf.day);
    if (back < 30) keyword.impressions30 += figures.impressions;
    into(back < LAG_DAYS ? keyword.recent : back < LAG_DAYS + SETTLED ? keyword.last90 : keyword.older, figures);
    if (back >= LAG_DAYS && back < LAG_DAYS + 30) into(keyword.last30, figures);
    if (!leaf.stream.term.hidden && back < LAG_DAYS + SETTLED) this.#addTerm(leaf, back, figures, windowDays);
  }

  #addTerm({ stream, day }: Leaf, back: number, figures: Figures, windowDays: number): void {
    if (figures.clicks === 0 && figures.conversions === 0) return;
    const term = made(this.terms, stream.term.text, () => new TermSeen(stream.term.text));
    term.firstDay = Math.min(term.firstDay, day);
    into(back < LAG_DAYS ? term.recent : term.last90, figures);
    if (back < windowDays) into(term.window, figures);
    if (back >= LAG_DAYS && back < LAG_DAYS + 30) into(term.last30, figures);
    const weight = figures.conversions * 1000 + figures.clicks;
    term.adGroups.set(stream.adGroup, (term.adGroups.get(stream.adGroup) ?? 0) + weight);
  }
}

/** Everything that reports tell of an account today, by campaign: finished days only, conversions as far as reported. */
export function observe(account: AdviceAccount, windowDays: number): Map<string, CampaignSeen> {
  const { today } = account;
  const campaigns = new Map<string, CampaignSeen>();
  for (const leaf of account.leaves({ first: today - DAYS, last: today - 1 })) {
    const seen = made(campaigns, leaf.stream.campaign, () => new CampaignSeen());
    const conversions = leaf.conversions.filter(({ lag }) => lag <= today - leaf.day).length;
    const { impressions, clicks, costMicros } = leaf;
    seen.add(leaf, today - 1 - leaf.day, { impressions, clicks, cost: costMicros / MICROS, conversions }, windowDays);
  }
  return campaigns;
}

function none(): Figures {
  return { impressions: 0, clicks: 0, cost: 0, conversions: 0 };
}

function into(sum: Figures, { impressions, clicks, cost, conversions }: Figures): void {
  sum.impressions += impressions;
  sum.clicks += clicks;
  sum.cost += cost;
  sum.conversions += conversions;
}

function made<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}
