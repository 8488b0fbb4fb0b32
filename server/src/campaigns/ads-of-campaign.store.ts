import type { Tenancy } from '../base/context.ts';
import { type Statement, statement } from '../base/database.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';

/** One landing page with its texts; a group in the ad platform. */
export interface AdRow {
  id: number;
  name: string;
  state: 'enabled' | 'paused';
  generating: boolean;
  final_url: string;
  headlines: string[];
  descriptions: string[];
  path1: string | null;
  path2: string | null;
  cpc_bid: string | null;
  approval: string | null;
  platform_id: string | null;
  created_at: string;
}

/** What an ad is called. */
export type AdName = Pick<AdRow, 'id' | 'name'>;

const names: Statement<[organizationId: number, campaignId: number], PackedRows> = statement(
  packed('select id, name from ad where organization_id = $1 and campaign_id = $2', 'id'),
);

/** The names of all ads of a campaign, without their texts: a campaign may have thousands. */
export async function adNames({ db, organizationId }: Tenancy, campaignId: number): Promise<AdName[]> {
  return unpacked<AdName>(await db.rows(names, organizationId, campaignId));
}

/** The ads of a campaign, to which conditions and an order are added. */
export const ADS = `
  select id, name, state, generating, final_url, headlines, descriptions, path1, path2, cpc_bid, approval,
    platform_id, created_at
  from ad where organization_id = $1 and campaign_id = $2`;
const some: Statement<[organizationId: number, campaignId: number, ids: number[]], AdRow> = statement(
  `${ADS} and id = any ($3::bigint[]) order by id`,
);

/** Those of some ads that the campaign still has. */
export async function adsAmong(
  { db, organizationId }: Tenancy,
  campaignId: number,
  ids: Iterable<number>,
): Promise<AdRow[]> {
  const asked = [...ids];
  return asked.length === 0 ? [] : db.rows(some, organizationId, campaignId, asked);
}
