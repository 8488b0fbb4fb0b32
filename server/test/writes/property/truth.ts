import { z } from 'zod';
import { type Database, statement } from '../../../src/base/database.ts';
import type { Emulator } from '../../adapters/google-ads/emulator.ts';

/** A campaign as the platform itself has it. */
export interface PlatformTruth {
  name: string;
  budget: number;
  target_cpa: number | null;
  running: boolean;
  negatives: string[];
  /** Text, match type, state and bid. */
  keywords: string[];
}

const campaignRow = z.object({
  campaign: z.object({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    maximizeConversions: z.object({ targetCpaMicros: z.string().optional() }).optional(),
  }),
  campaignBudget: z.object({ amountMicros: z.string() }),
});
const criterionRow = z.object({
  campaign: z.object({ id: z.string() }),
  campaignCriterion: z.object({ keyword: z.object({ text: z.string(), matchType: z.string() }) }),
});
const keywordRow = z.object({
  campaign: z.object({ id: z.string() }),
  adGroupCriterion: z.object({
    keyword: z.object({ text: z.string(), matchType: z.string() }),
    status: z.string(),
    cpcBidMicros: z.string().optional(),
  }),
});
const page = z.object({ results: z.array(z.unknown()).default([]) });

const CAMPAIGNS = `SELECT campaign.id, campaign.name, campaign.status, campaign_budget.amount_micros,
  campaign.maximize_conversions.target_cpa_micros FROM campaign WHERE campaign.status != 'REMOVED'`;
const NEGATIVES = `SELECT campaign.id, campaign_criterion.keyword.text, campaign_criterion.keyword.match_type
  FROM campaign_criterion WHERE campaign_criterion.negative = TRUE AND campaign_criterion.type = 'KEYWORD'
  AND campaign_criterion.status != 'REMOVED' AND campaign.status != 'REMOVED'`;

const KEYWORDS = `SELECT campaign.id, ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type,
  ad_group_criterion.status, ad_group_criterion.cpc_bid_micros
  FROM ad_group_criterion WHERE ad_group_criterion.negative = FALSE AND ad_group_criterion.type = 'KEYWORD'
  AND ad_group_criterion.status != 'REMOVED' AND campaign.status != 'REMOVED'`;

/** Asks the platform itself, past everything that is under test. */
export class PlatformBooks {
  readonly #origin: string;
  readonly #refreshToken: string;
  #accessToken: Promise<string> | undefined;

  constructor({ origin }: Emulator, refreshToken: string) {
    this.#origin = origin;
    this.#refreshToken = refreshToken;
  }

  /** Every campaign of the account, by name. */
  async campaigns(customerId: string): Promise<Map<string, PlatformTruth>> {
    const [campaigns, negatives, keywords] = await Promise.all([
      this.#rows(customerId, CAMPAIGNS).then((rows) => rows.map((row) => campaignRow.parse(row))),
      this.#rows(customerId, NEGATIVES).then((rows) => rows.map((row) => criterionRow.parse(row))),
      this.#rows(customerId, KEYWORDS).then((rows) => rows.map((row) => keywordRow.parse(row))),
    ]);
    return new Map(
      campaigns.map(({ campaign, campaignBudget }) => {
        const target = Number(campaign.maximizeConversions?.targetCpaMicros ?? 0);
        const truth = {
          name: campaign.name,
          budget: Number(campaignBudget.amountMicros) / 1_000_000,
          target_cpa: target === 0 ? null : target / 1_000_000,
          running: campaign.status === 'ENABLED',
          negatives: negatives
            .filter((row) => row.campaign.id === campaign.id)
            .map(({ campaignCriterion: { keyword } }) => `${keyword.text}/${keyword.matchType.toLowerCase()}`)
            .sort(),
          keywords: keywords
            .filter((row) => row.campaign.id === campaign.id)
            .map(({ adGroupCriterion: one }) => keywordInWords(one))
            .sort(),
        };
        return [campaign.name, truth];
      }),
    );
  }

  async #rows(customerId: string, query: string): Promise<unknown[]> {
    this.#accessToken ??= this.#fetchToken();
    const response = await fetch(`${this.#origin}/v25/customers/${customerId}/googleAds:search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.#accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return page.parse(await response.json()).results;
  }

  async #fetchToken(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: this.#refreshToken,
      client_id: 'emulator-client',
      client_secret: 'emulator-secret',
    });
    const response = await fetch(`${this.#origin}/token`, { method: 'POST', body });
    return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
  }
}

function keywordInWords({ keyword, status, cpcBidMicros }: z.infer<typeof keywordRow>['adGroupCriterion']): string {
  const bid = cpcBidMicros === undefined ? '' : Number(cpcBidMicros) / 1_000_000;
  return [keyword.text, keyword.matchType.toLowerCase(), status.toLowerCase(), bid].join('/');
}

/** A campaign as our rows have it; `busy` says that something is under way. */
export interface RowTruth {
  slug: string;
  name: string;
  budget: number;
  target_cpa: number | null;
  state: string;
  linked: boolean;
  busy: boolean;
  negatives: string[];
  keywords: string[];
}

const rows = statement<[organizationId: number], RowTruth>(`
  select slug, name, budget::float8 as budget, target_cpa::float8 as target_cpa, state,
    platform_id is not null as linked,
    pending_action is not null or pending_state is not null or pending_budget is not null as busy,
    (select coalesce(array_agg(text || '/' || match_type order by text || '/' || match_type collate "C"), '{}')
     from negative_keyword n where n.organization_id = $1 and n.campaign_id = c.id) as negatives,
    (select coalesce(array_agg(words order by words collate "C"), '{}') from (
       select text || '/' || match_type || '/' || state || '/' || coalesce(trim_scale(cpc_bid)::text, '') as words
       from keyword k where k.organization_id = $1 and k.campaign_id = c.id) k) as keywords
  from campaign c where organization_id = $1 order by id`);

/** Our rows of an organization. */
export function rowsOf(database: Database, organizationId: number): Promise<RowTruth[]> {
  return database.rows(rows, organizationId);
}
