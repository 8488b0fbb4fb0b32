import type { Tenancy } from '../base/context.ts';
import { type Statement, statement } from '../base/database.ts';
import type { AdRow } from './ads-of-campaign.store.ts';
import type { NegativeRow } from './campaign-parts.store.ts';
import type { EditedKeyword } from './keyword-edit.store.ts';
import { folded } from './keyword-text.ts';

/** What is meant of a campaign's keywords, or of its negative keywords: some by their ids, some by their texts. */
export interface Naming {
  ids: readonly number[];
  texts: readonly string[];
}

/** The ads of a campaign, and of what lies below them what was named. */
export interface NamedParts {
  ads: Pick<AdRow, 'id' | 'platform_id'>[];
  keywords: EditedKeyword[];
  negatives: Omit<NegativeRow, 'created_at'>[];
}

type Named<Row> = Statement<[organizationId: number, campaignId: number, ids: number[], folded: string[]], Row>;

// Subqueries are hashed, whatever plan is kept for the statement: a list would be gone through for each row.
const NAMED = `organization_id = $1 and campaign_id = $2
    and (id in (select unnest($3::bigint[])) or folded in (select unnest($4::text[])))`;

const ads = statement<[organizationId: number, campaignId: number], NamedParts['ads'][number]>(
  'select id, platform_id from ad where organization_id = $1 and campaign_id = $2 order by id',
);
const keywords: Named<NamedParts['keywords'][number]> = statement(`
  select id, ad_id, text, match_type, state, cpc_bid, platform_id from keyword where ${NAMED} order by id`);
const negatives: Named<NamedParts['negatives'][number]> = statement(`
  select id, ad_id, text, match_type, platform_id from negative_keyword where ${NAMED} order by id`);

/** Reads what is named of a campaign, which may have tens of thousands of keywords. */
export async function namedParts(
  { db, organizationId }: Tenancy,
  campaignId: number,
  named: { keywords: Naming; negatives: Naming },
): Promise<NamedParts> {
  const rows = async <Row>(among: Named<Row>, { ids, texts }: Naming): Promise<Row[]> =>
    ids.length + texts.length > 0
      ? db.rows(among, organizationId, campaignId, [...ids], [...new Set(texts.map(folded))])
      : [];
  return {
    ads: await db.rows(ads, organizationId, campaignId),
    keywords: await rows(keywords, named.keywords),
    negatives: await rows(negatives, named.negatives),
  };
}
