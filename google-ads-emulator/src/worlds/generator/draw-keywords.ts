import type { Random } from '../../market/random.ts';
import { between, pick, shuffled } from './names.ts';
import type { Setting } from './setting.ts';

/** A keyword to be, with what its own searches are like as multiples of the market's base. */
export interface DrawnKeyword {
  text: string;
  matchType: 'EXACT' | 'PHRASE' | 'BROAD';
  kind: 'usual' | 'gem' | 'dear' | 'dead' | 'silent';
  searches: number;
  cpc: number;
  ctr: number;
  cvr: number;
}

/** A campaign to be. */
export interface DrawnCampaign {
  name: string;
  kind: 'prospecting' | 'brand' | 'competitor';
  isManual: boolean;
  /** Manual bids as multiples of the usual price. */
  bidLevel: number;
  keywords: DrawnKeyword[];
  tracking_gaps?: { days_ago: number; days: number }[];
}

/** Draws two to eight campaigns of 10 to 60 keywords. */
export function drawCampaigns(setting: Setting, random: Random): DrawnCampaign[] {
  const count = 2 + Math.floor(random.next() * 7);
  const hasBrand = random.next() < 0.6;
  const hasRival = count > 3 && random.next() < 0.4;
  const groups = shuffled(random, setting.trade.services).slice(0, count - Number(hasBrand) - Number(hasRival));
  const mix = { EXACT: 0.15 + random.next(), PHRASE: 0.3 + random.next(), BROAD: 0.2 + random.next() };
  const campaign = (name: string, kind: DrawnCampaign['kind'], heads: readonly string[]): DrawnCampaign => {
    const wanted = Math.round(between(random, 10, 60));
    const isManual = random.next() < (kind === 'competitor' ? 0.8 : 0.2);
    const texts = textsAround(setting, random, heads, wanted);
    const keywords = texts.map((text) => drawKeyword(random, kind, text, mix));
    return { name, kind, isManual, bidLevel: between(random, 0.9, 1.7), keywords };
  };
  const errands = setting.language.errands;
  const drawn = [
    ...groups.map((heads) => campaign(`Search - ${heads[0]}`, 'prospecting', heads)),
    ...(hasBrand ? [campaign('Brand', 'brand', brandHeads(setting, setting.brand))] : []),
    ...(hasRival
      ? [campaign('Competitors', 'competitor', [...setting.rivals, ...filled(errands, setting.rivals)])]
      : []),
  ];
  return random.next() < 0.5 ? withGap(drawn, random) : drawn;
}

/** The tracking of one campaign breaks for one to two weeks. */
function withGap(campaigns: DrawnCampaign[], random: Random): DrawnCampaign[] {
  const broken = pick(random, campaigns);
  const gap = { days_ago: Math.round(20 + 60 * random.next()), days: Math.round(5 + 9 * random.next()) };
  return campaigns.map((campaign) => (campaign === broken ? { ...campaign, tracking_gaps: [gap] } : campaign));
}

function brandHeads({ trade }: Setting, brand: string): string[] {
  return [brand, ...trade.services.slice(0, 5).map(([head]) => `${brand} ${head}`)];
}

/** The heads, then the heads in forms that customers use, then one that nobody ever types. */
function textsAround({ good }: Setting, random: Random, heads: readonly string[], wanted: number): string[] {
  const forms = shuffled(
    random,
    good.map(({ form }) => form),
  );
  const pool = [...heads, ...filled(forms, heads)];
  const doubles = filled(forms.slice(0, 4), filled(forms.slice(4, 10), heads));
  return [...new Set([...pool, ...doubles])].slice(0, wanted);
}

/** Each text in each form. */
export function filled(forms: readonly string[], texts: readonly string[]): string[] {
  return forms.flatMap((form) => texts.map((text) => form.replace('*', text)));
}

function drawKeyword(
  random: Random,
  campaign: DrawnCampaign['kind'],
  text: string,
  mix: Record<DrawnKeyword['matchType'], number>,
): DrawnKeyword {
  const kind = drawKind(random, campaign);
  const { cpc, ctr, cvr } = CAMPAIGN_TRAITS[campaign];
  const words = text.split(' ').length;
  return {
    text,
    matchType: drawMatchType(random, mix),
    kind,
    searches: random.around1(0.8) * 0.62 ** (words - 2) * (kind === 'dear' ? 0.5 : 1),
    cpc: cpc * random.around1(0.2) * (kind === 'dear' ? between(random, 2.2, 3.6) : kind === 'gem' ? 0.75 : 1),
    ctr: ctr * random.around1(0.15),
    cvr: kind === 'dead' ? 0 : cvr * random.around1(0.3) * (kind === 'gem' ? 1.7 : 1),
  };
}

function drawKind(random: Random, campaign: DrawnCampaign['kind']): DrawnKeyword['kind'] {
  const lot = random.next();
  if (lot < 0.05) return 'silent';
  if (campaign === 'brand') return 'usual';
  if (lot < 0.11) return 'dead';
  if (lot < 0.15) return 'dear';
  return lot < 0.24 ? 'gem' : 'usual';
}

function drawMatchType(random: Random, mix: Record<DrawnKeyword['matchType'], number>): DrawnKeyword['matchType'] {
  const types = ['EXACT', 'PHRASE', 'BROAD'] as const;
  let lot = random.next() * (mix.EXACT + mix.PHRASE + mix.BROAD);
  for (const type of types) {
    if (lot < mix[type]) return type;
    lot -= mix[type];
  }
  return pick(random, types);
}

const CAMPAIGN_TRAITS = {
  prospecting: { cpc: 1, ctr: 1, cvr: 1 },
  brand: { cpc: 0.4, ctr: 2.2, cvr: 1.8 },
  competitor: { cpc: 1.3, ctr: 0.6, cvr: 0.5 },
} as const;
