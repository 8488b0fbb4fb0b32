import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { withFolded } from '../keyword-text.ts';
import { deleteAd } from './ad-rows.store.ts';
import type { DraftAd } from './draft.store.ts';
import { keptSources } from './kept-sources.ts';

const insert = statement<
  [organizationId: number, campaignId: number, name: string, url: string, at: Date],
  { id: number }
>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, generating, created_at)
  values ($1, $2, $3, 'enabled', $4, true, $5) returning id`);

/** Adds an ad that is still to be written and returns its id. */
export async function insertUnwrittenAd(
  { db, organizationId }: Tenancy,
  campaignId: number,
  { name, url }: { name: string; url: string },
  at: Date,
): Promise<number> {
  const row = await db.row(insert, organizationId, campaignId, name, url, at);
  if (!row) throw new Error('the ad was not added');
  return row.id;
}

const fill = statement<
  [
    organizationId: number,
    id: number,
    headlines: string[],
    descriptions: string[],
    path1: string | null,
    path2: string | null,
    sources: string,
  ],
  { campaign_id: number }
>(`
  update ad set headlines = $3, descriptions = $4, path1 = $5, path2 = $6, sources = $7::jsonb, generating = false
  where organization_id = $1 and id = $2 and generating returning campaign_id`);
const insertKeywords = statement<
  [organizationId: number, campaignId: number, adId: number, keywords: string, at: Date],
  never
>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, $3::bigint, text, folded, match_type, 'enabled', $5::timestamptz
  from jsonb_to_recordset($4::jsonb) as k (text text, folded text, match_type text)`);

/** Gives an unwritten ad its texts and keywords; its name and page stay. False where it was written or removed since. */
export async function fillAd(
  { db, organizationId }: Tenancy,
  id: number,
  { headlines, descriptions, path1 = null, path2 = null, sources = {}, keywords }: DraftAd,
  at: Date,
): Promise<boolean> {
  const texts = [headlines, descriptions, path1, path2, JSON.stringify(keptSources(sources))] as const;
  const filled = await db.row(fill, organizationId, id, ...texts);
  if (!filled) return false;
  const sent = JSON.stringify(withFolded(keywords));
  await db.execute(insertKeywords, organizationId, filled.campaign_id, id, sent, at);
  return true;
}

const generating = statement<[organizationId: number, id: number], { generating: boolean }>(
  'select generating from ad where organization_id = $1 and id = $2',
);

/** Whether an ad is still to be written. */
export async function isAdGenerating({ db, organizationId }: Tenancy, id: number): Promise<boolean> {
  return (await db.row(generating, organizationId, id))?.generating ?? false;
}

const markSent = statement<[organizationId: number, id: number, at: Date], never>(
  'update ad set sent_at = coalesce(sent_at, $3) where organization_id = $1 and id = $2',
);

/** Notes that an ad is about to be sent to the platform: one of its name found there later is ours. */
export async function markAdSent({ db, organizationId }: Tenancy, id: number, at: Date): Promise<void> {
  await db.execute(markSent, organizationId, id, at);
}

const forgetSent = statement<[organizationId: number, id: number], never>(
  'update ad set sent_at = null where organization_id = $1 and id = $2',
);

/** Takes that note back, where nothing arrived. */
export async function forgetAdSent({ db, organizationId }: Tenancy, id: number): Promise<void> {
  await db.execute(forgetSent, organizationId, id);
}

/** How far an ad has come on its way to the platform. */
export interface AdOnItsWay {
  generating: boolean;
  sent_at: string | null;
  platform_id: string | null;
  /** When it was asked for. */
  created_at: string;
}

const onItsWay = statement<[organizationId: number, id: number], AdOnItsWay>(
  'select generating, sent_at, platform_id, created_at from ad where organization_id = $1 and id = $2',
);

/** How far an ad has come; undefined when it is gone. */
export function adOnItsWay({ db, organizationId }: Tenancy, id: number): Promise<AdOnItsWay | undefined> {
  return db.row(onItsWay, organizationId, id);
}

/** Whether an ad was sent to the platform before. */
export async function wasAdSent(tenancy: Tenancy, id: number): Promise<boolean> {
  return ((await adOnItsWay(tenancy, id))?.sent_at ?? null) !== null;
}

const removeKeywords = statement<[organizationId: number, id: number], never>(
  'delete from keyword where organization_id = $1 and ad_id = $2 and platform_id is null',
);
const remove = statement<[organizationId: number, id: number], never>(
  'delete from ad where organization_id = $1 and id = $2 and platform_id is null',
);

/** Removes an ad that never came to be. */
export async function removeUnwrittenAd({ db, organizationId }: Tenancy, id: number): Promise<void> {
  await db.execute(removeKeywords, organizationId, id);
  await db.execute(remove, organizationId, id);
}

const lose = statement<[organizationId: number, id: number], never>(
  'update ad set lost = true where organization_id = $1 and id = $2',
);

/** Notes that nobody tries to send an ad any more of which nobody knows whether it arrived. */
export async function markAdLost({ db, organizationId }: Tenancy, id: number): Promise<void> {
  await db.execute(lose, organizationId, id);
}

const lost = statement<[organizationId: number, campaignId: number], { id: number }>(
  'select id from ad where organization_id = $1 and campaign_id = $2 and lost and platform_id is null',
);

/** Removes the lost ads of a campaign that was read since: those that the platform has are known by its ids by now. */
export async function removeLostAds(tenancy: Tenancy, campaignId: number): Promise<void> {
  const { db, organizationId } = tenancy;
  for (const { id } of await db.rows(lost, organizationId, campaignId)) await deleteAd(tenancy, campaignId, id);
}
