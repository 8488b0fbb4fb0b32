import type { CampaignDescription } from '../worlds/description.ts';
import type { MarketDescription, Nature, TermDescription, WordList } from '../worlds/market-description.ts';
import { TRAITS } from './natures.ts';
import { hash, mix, Random } from './random.ts';
import { closeVariant } from './stems.ts';
import type { TermDraft } from './term.ts';

/** The terms of a market: those described one by one, then those that keywords and themes stand for, each text once. */
export function describedTerms(
  market: MarketDescription,
  campaigns: readonly CampaignDescription[],
  seed: number,
): TermDraft[] {
  const makers = [
    ...market.terms.map((term) => () => [explicitTerm(market, term)]),
    ...campaigns.flatMap((campaign) => keywordThemes(market, campaign, seed)),
    ...market.themes.flatMap((theme) =>
      theme.heads.map((head, rank) => () => {
        const lists = theme.words.map((name) => [name, market.words[name]] as const);
        const searches = theme.searches * rankShare(rank, theme.heads.length);
        return spread(explicitTerm(market, { ...theme, text: head, searches }), lists, 1, seed);
      }),
    ),
  ];
  const made = makers.map((make) => make());
  const known = new Map<string, TermDraft>();
  const add = (draft: TermDraft) => {
    if (!known.has(draft.text)) known.set(draft.text, draft);
  };
  for (const [head] of made) if (head) add(head);
  for (const drafts of made) drafts.forEach(add);
  return [...known.values()];
}

/** The terms around a text that has a nature: itself first, then the forms in which people put it. */
export function termsAround(
  market: MarketDescription,
  seed: number,
  keyword: { text: string; matchType: string; nature: Nature },
  demand: CampaignDescription['demand'],
): TermDraft[] {
  const text = keyword.text.toLowerCase();
  const traits = TRAITS[keyword.nature];
  const { base } = market;
  const head: TermDraft = {
    text,
    kind: keyword.nature,
    searches: traits.searches * demand.searches,
    cpc: base.cpc * traits.cpc * demand.cpc,
    ctr: Math.min(1, base.ctr * traits.ctr * demand.ctr),
    cvr: Math.min(1, base.cvr * traits.cvr * demand.cvr),
    reachedBy: [],
    theme: text,
  };
  if (head.searches === 0) return [];
  const lists = (demand.words ?? Object.keys(market.words)).map((name) => [name, market.words[name]] as const);
  if (keyword.matchType !== 'EXACT') return spread(head, lists, traits.waste, seed);
  return [
    { ...head, searches: head.searches * (1 - VARIANT_SHARE) },
    { ...head, text: closeVariant(text), kind: 'variant', searches: head.searches * VARIANT_SHARE },
  ];
}

function keywordThemes(market: MarketDescription, campaign: CampaignDescription, seed: number): (() => TermDraft[])[] {
  const keywords = campaign.ad_groups.flatMap((adGroup) => adGroup.keywords);
  return keywords.flatMap(({ text, match_type, nature }) =>
    nature === undefined
      ? []
      : [() => termsAround(market, seed, { text, matchType: match_type, nature }, campaign.demand)],
  );
}

function explicitTerm({ base }: MarketDescription, term: TermDescription): TermDraft {
  const { text, searches, kind = 'described', reached_by, converts_since_days_ago } = term;
  return {
    text,
    kind,
    searches,
    cpc: term.cpc ?? base.cpc,
    ctr: term.ctr ?? base.ctr,
    cvr: term.cvr ?? base.cvr,
    reachedBy: reached_by,
    theme: text,
    ...(converts_since_days_ago !== undefined && { convertsSinceDaysAgo: converts_since_days_ago }),
  };
}

/** Spreads a theme's searches over its head and the forms of word lists, a few forms of each list in favour. */
function spread(
  head: TermDraft,
  lists: readonly (readonly [string, WordList | undefined])[],
  waste: number,
  seed: number,
): TermDraft[] {
  const drafts = [head];
  const weights = [1];
  for (const [name, list] of lists) {
    if (!list) continue;
    const random = new Random(mix(seed, hash(`forms|${head.text}|${name}`)));
    const likings = list.forms.map((_, rank) => rankShare(rank, list.forms.length) * random.around1(LIKING_SPREAD));
    const sum = likings.reduce((total, liking) => total + liking, 0);
    const share = list.cvr < WASTE_BELOW ? list.share * waste : list.share;
    for (const [index, form] of list.forms.entries()) {
      weights.push((share * (likings[index] ?? 0)) / sum);
      drafts.push(formOf(head, form, list, list.kind ?? name, random));
    }
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return drafts.map((draft, index) => ({ ...draft, searches: (head.searches * (weights[index] ?? 0)) / total }));
}

function formOf(head: TermDraft, form: string, list: WordList, kind: string, random: Random): TermDraft {
  return {
    ...head,
    text: form.replace('*', head.text).toLowerCase(),
    kind,
    cpc: head.cpc * list.cpc * random.around1(PRICE_SPREAD),
    ctr: Math.min(1, head.ctr * list.ctr * random.around1(PRICE_SPREAD)),
    cvr: Math.min(1, head.cvr * list.cvr * random.around1(RATE_SPREAD)),
  };
}

/** The first of several is the most popular. */
function rankShare(rank: number, count: number): number {
  let sum = 0;
  for (let other = 1; other <= count; other += 1) sum += other ** -POPULARITY;
  return (rank + 1) ** -POPULARITY / sum;
}

const VARIANT_SHARE = 0.12;
/** Words below this multiple of the usual conversion rate are waste; some natures attract more of it. */
const WASTE_BELOW = 0.25;
const POPULARITY = 0.7;
const LIKING_SPREAD = 0.5;
const PRICE_SPREAD = 0.12;
const RATE_SPREAD = 0.25;
