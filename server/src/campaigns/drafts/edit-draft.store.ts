import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { AdRow } from '../ads-of-campaign.store.ts';
import { type Worded, withFolded } from '../keyword-text.ts';

const setTexts = statement<[organizationId: number, campaignId: number, id: number, texts: string], never>(`
  update ad set name = t.name, final_url = t.final_url, headlines = t.headlines, descriptions = t.descriptions,
    path1 = t.path1, path2 = t.path2
  from jsonb_to_record($4::jsonb) as t (name text, final_url text, headlines text[], descriptions text[], path1 text,
    path2 text)
  where ad.organization_id = $1 and ad.campaign_id = $2 and ad.id = $3`);

/** Gives an ad these texts. */
export async function setAdTexts(
  { db, organizationId }: Tenancy,
  campaignId: number,
  adId: number,
  texts: Pick<AdRow, 'name' | 'final_url' | 'headlines' | 'descriptions' | 'path1' | 'path2'>,
): Promise<void> {
  await db.execute(setTexts, organizationId, campaignId, adId, JSON.stringify(texts));
}

const SENT = 'jsonb_to_recordset($4::jsonb) as k (text text, folded text, match_type text)';
const dropKeywords = statement<[organizationId: number, campaignId: number, adId: number, kept: string], never>(`
  delete from keyword w
  where w.organization_id = $1 and w.campaign_id = $2 and w.ad_id = $3
    and not exists (select 1 from ${SENT} where k.folded = w.folded and k.match_type = w.match_type)`);
const addKeywords = statement<
  [organizationId: number, campaignId: number, adId: number, keywords: string, at: Date],
  never
>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, $3::bigint, k.text, k.folded, k.match_type, 'enabled', $5::timestamptz from ${SENT}
  where not exists (
    select 1 from keyword w
    where w.organization_id = $1 and w.ad_id = $3 and w.folded = k.folded and w.match_type = k.match_type)`);

/** Makes these the keywords of an ad; those that stay are left alone. */
export async function replaceKeywords(
  { db, organizationId }: Tenancy,
  { campaignId, adId }: { campaignId: number; adId: number },
  keywords: readonly Worded[],
  at: Date,
): Promise<void> {
  const sent = JSON.stringify(withFolded(keywords));
  await db.execute(dropKeywords, organizationId, campaignId, adId, sent);
  await db.execute(addKeywords, organizationId, campaignId, adId, sent, at);
}
