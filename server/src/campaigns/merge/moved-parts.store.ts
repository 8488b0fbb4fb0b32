import type { Tenancy } from '../../base/context.ts';
import { type Statement, statement } from '../../base/database.ts';
import type { Worded } from '../keyword-text.ts';
import { idsIn, READ_KEYWORDS, READ_NEGATIVES, type ReadParts } from './merge.store.ts';

const ads = statement<[organizationId: number, campaignId: number], { platform_id: string; name: string }>(`
  select platform_id, name from ad where organization_id = $1 and campaign_id = $2 and platform_id is not null`);

/** The ads of a campaign that the platform is known to have. */
export function knownAds({ db, organizationId }: Tenancy, campaignId: number) {
  return db.rows(ads, organizationId, campaignId);
}

type Compare<Row> = Statement<[organizationId: number, campaignId: number, read: string], Row>;
type Went<Row> = Statement<[organizationId: number, campaignId: number, existing: string, existingAds: string], Row>;

/** Those below an ad that is still there: the others went with it. */
const WENT = (part: string) => `
  from ${part} p left join ad on ad.organization_id = $1 and ad.campaign_id = p.campaign_id and ad.id = p.ad_id
  where p.organization_id = $1 and p.campaign_id = $2 and p.platform_id is not null
    and p.platform_id <> all(${idsIn('$3')}) and (p.ad_id is null or ad.platform_id = any(${idsIn('$4')}))`;

/** A keyword that is other there than here, with the id of one that is on both sides; null of one that came or went. */
interface MovedKeyword extends Worded {
  id: number | null;
  ad_id: number;
  state_moved: boolean;
  bid_moved: boolean;
}

/** Bids are compared as they are kept. */
const keywords: Compare<MovedKeyword> = statement(`
  select * from (
    select k.id, ad.id as ad_id, r.text, r.match_type, k.state is distinct from r.state as state_moved,
      k.cpc_bid is distinct from r.cpc_bid::numeric(12, 2) as bid_moved
    from ${READ_KEYWORDS}
    left join keyword k on k.organization_id = $1 and k.ad_id = ad.id and k.platform_id = r.platform_id) known
  where id is null or state_moved or bid_moved`);
const wentKeywords: Went<MovedKeyword> = statement(`
  select null as id, p.ad_id, p.text, p.match_type, false as state_moved, false as bid_moved ${WENT('keyword')}`);

/** The keywords that came, went, or have another state or bid. */
export async function* movedKeywords({ db, organizationId }: Tenancy, campaignId: number, read: ReadParts) {
  for await (const some of read.keywords) yield* await db.rows(keywords, organizationId, campaignId, some);
  yield* await db.rows(wentKeywords, organizationId, campaignId, read.ids.keywords, read.ids.ads);
}

type MovedNegative = Worded & { ad_id: number | null };

const negatives: Compare<MovedNegative> = statement(`
  select r.ad_id, r.text, r.match_type from ${READ_NEGATIVES}
  where not exists (
    select 1 from negative_keyword n
    where n.organization_id = $1 and n.campaign_id = $2 and n.platform_id = r.platform_id)`);
const wentNegatives: Went<MovedNegative> = statement(`
  select p.ad_id, p.text, p.match_type ${WENT('negative_keyword')}`);

/** The negative keywords that came or went. */
export async function* movedNegatives({ db, organizationId }: Tenancy, campaignId: number, read: ReadParts) {
  for await (const some of read.negatives) yield* await db.rows(negatives, organizationId, campaignId, some);
  yield* await db.rows(wentNegatives, organizationId, campaignId, read.ids.negatives, read.ids.ads);
}
