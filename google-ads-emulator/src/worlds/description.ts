import { z } from 'zod';
import { marketDescription, NATURES } from './market-description.ts';

const customerId = z.string().regex(/^\d{10}$/, 'must be ten digits');
const money = z.number().positive();
const daysAgo = z.int().min(0);
const texts = z.array(z.string().min(1));

const keyword = z.strictObject({
  text: z.string().trim().min(1).max(80),
  match_type: z.enum(['EXACT', 'PHRASE', 'BROAD']),
  /** Plants demand for the text itself. Without it the keyword lives on what the market describes. */
  nature: z.enum(NATURES).optional(),
  /** A bid of its own, where bidding is manual. */
  bid: money.optional(),
});

/** An ad group with one responsive search ad. */
const adGroup = z.strictObject({
  name: z.string().min(1),
  cpc_bid: money.optional(),
  final_url: z.url(),
  paths: z.array(z.string().min(1)).max(2).default([]),
  headlines: texts.min(3).max(15),
  descriptions: texts.min(2).max(4),
  keywords: z.array(keyword).min(1),
});

/** What the keywords of a campaign that have a nature meet, as multiples of what that nature means. */
const demand = z.strictObject({
  searches: z.number().positive().default(1),
  cpc: z.number().positive().default(1),
  ctr: z.number().positive().default(1),
  cvr: z.number().min(0).default(1),
  /** The lists of words that their searches come in; all of the market's where left out. */
  words: z.array(z.string()).optional(),
});

const campaign = z.strictObject({
  name: z.string().min(1),
  daily_budget: money,
  started_days_ago: daysAgo,
  paused_days_ago: daysAgo.optional(),
  bidding: z.discriminatedUnion('strategy', [
    z.strictObject({ strategy: z.literal('maximize_conversions'), target_cpa: money.optional() }),
    z.strictObject({ strategy: z.literal('manual_cpc') }),
  ]),
  demand: demand.default({ searches: 1, cpc: 1, ctr: 1, cvr: 1 }),
  locations: texts.default([]),
  language: z.string().default('1000'),
  /** Negative keywords, as phrases. */
  negatives: texts.default([]),
  ad_groups: z.array(adGroup).min(1),
  sitelinks: z
    .array(z.strictObject({ text: z.string(), line1: z.string(), line2: z.string(), url: z.url() }))
    .default([]),
  callouts: texts.default([]),
  /** Made in Google's interface rather than by API. */
  made_in_google_ads: z.boolean().default(false),
  /** Days on which conversions of this campaign were not counted, but for the share `kept`. */
  tracking_gaps: z
    .array(z.strictObject({ days_ago: daysAgo, days: z.int().min(1), kept: z.number().min(0).max(1).default(0) }))
    .default([]),
});

const account = z.strictObject({
  id: customerId,
  name: z.string().min(1),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as USD'),
  time_zone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
  /** A manager holds no campaigns; accounts below it name it as their `parent`. */
  manager: z.boolean().default(false),
  parent: customerId.optional(),
  campaigns: z.array(campaign).default([]),
  market: marketDescription.optional(),
});

const login = z.strictObject({ email: z.email(), name: z.string().min(1), customers: z.array(customerId) });

/** A whole world: who signs in, which accounts there are, and what people search for. The same seed gives the same figures. */
export const worldDescription = z
  .strictObject({ seed: z.int().min(0), logins: z.array(login).min(1), accounts: z.array(account).min(1) })
  .superRefine((world, context) => {
    for (const [path, message] of contradictions(world)) context.addIssue({ code: 'custom', path, message });
  });

/** A world that was checked, with all defaults filled in. */
export type WorldDescription = z.output<typeof worldDescription>;
/** A world as people write it. */
export type WorldDraft = z.input<typeof worldDescription>;
/** An account that was checked. */
export type AccountDescription = z.output<typeof account>;
/** An account as people write it. */
export type AccountDraft = z.input<typeof account>;
/** A campaign that was checked. */
export type CampaignDescription = z.output<typeof campaign>;
/** A campaign as people write it. */
export type CampaignDraft = z.input<typeof campaign>;
/** An ad group that was checked. */
export type AdGroupDescription = z.output<typeof adGroup>;

type Contradiction = [path: (string | number)[], message: string];

/** What each part may say for itself, but not beside the others. */
function* contradictions(world: {
  logins: z.output<typeof login>[];
  accounts: AccountDescription[];
}): Generator<Contradiction> {
  const managers = new Map(world.accounts.map(({ id, manager }) => [id, manager]));
  for (const [index, { customers }] of world.logins.entries()) {
    for (const [position, id] of customers.entries()) {
      if (!managers.has(id)) yield [['logins', index, 'customers', position], `names no account: ${id}`];
    }
  }
  const ids = new Set<string>();
  for (const [index, one] of world.accounts.entries()) {
    const here = ['accounts', index];
    if (ids.has(one.id)) yield [[...here, 'id'], `is taken by another account: ${one.id}`];
    ids.add(one.id);
    if (one.parent !== undefined && managers.get(one.parent) !== true) {
      yield [[...here, 'parent'], `names no manager account: ${one.parent}`];
    }
    if (one.manager && one.campaigns.length > 0) yield [[...here, 'campaigns'], 'must be empty: a manager has none'];
    yield* campaignContradictions(one, here);
    yield* marketContradictions(one, here);
  }
}

function* campaignContradictions(
  { campaigns }: AccountDescription,
  here: (string | number)[],
): Generator<Contradiction> {
  const names = new Set<string>();
  for (const [index, { name, started_days_ago, paused_days_ago }] of campaigns.entries()) {
    const place = [...here, 'campaigns', index];
    if (names.has(name)) yield [[...place, 'name'], `is taken by another campaign: ${name}`];
    names.add(name);
    if (paused_days_ago !== undefined && paused_days_ago >= started_days_ago) {
      yield [[...place, 'paused_days_ago'], 'must be less than started_days_ago'];
    }
  }
}

function* marketContradictions(
  { market, campaigns }: AccountDescription,
  here: (string | number)[],
): Generator<Contradiction> {
  const texts = new Set<string>();
  for (const [index, { text }] of (market?.terms ?? []).entries()) {
    if (texts.has(text)) yield [[...here, 'market', 'terms', index, 'text'], `is described twice: ${text}`];
    texts.add(text);
  }
  const users: [(string | number)[], readonly string[]][] = [
    ...(market?.themes ?? []).map(({ words }, index): [(string | number)[], string[]] => [
      ['market', 'themes', index],
      words,
    ]),
    ...campaigns.map(({ demand: { words = [] } }, index): [(string | number)[], string[]] => [
      ['campaigns', index, 'demand'],
      words,
    ]),
  ];
  for (const [place, words] of users) {
    for (const [position, name] of words.entries()) {
      if (market?.words[name]) continue;
      yield [[...here, ...place, 'words', position], `names no list of words of the market: ${name}`];
    }
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
