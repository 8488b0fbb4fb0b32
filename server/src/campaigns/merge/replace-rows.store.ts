import type { Tenancy } from '../../base/context.ts';
import { type Statement, statement } from '../../base/database.ts';
import type { AssetRow, LocationRow } from '../campaign-parts.store.ts';

type Replace = Statement<[organizationId: number, campaignId: number, rows: string], never>;

/** Writes the rows by position, leaves those alone that stay the same, and removes what lies beyond the last. */
const replacing = (table: string, columns: Readonly<Record<string, string>>): [write: Replace, cut: Replace] => {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const side = (of: string) => names.map((name) => `${of}.${name}`);
  return [
    statement(`
      insert into ${table} (organization_id, campaign_id, position, ${names})
      select $1::integer, $2::bigint, position, ${names} from json_to_recordset($3::json) as r (position integer, ${types})
      on conflict (organization_id, campaign_id, position) do update
      set ${names.map((name) => `${name} = excluded.${name}`)}
      where (${side(table)}) is distinct from (${side('excluded')})`),
    statement(`
      delete from ${table}
      where organization_id = $1 and campaign_id = $2 and position >= json_array_length($3::json)`),
  ];
};

const assets = replacing('campaign_asset', {
  kind: 'text',
  text: 'text',
  description1: 'text',
  description2: 'text',
  url: 'text',
  platform_id: 'text',
});
const locations = replacing('campaign_location', {
  kind: 'text',
  name: 'text',
  geo_target_id: 'text',
  latitude: 'double precision',
  longitude: 'double precision',
  radius_km: 'double precision',
  platform_id: 'text',
});

/** Makes these the assets of the campaign, in this order. */
export async function replaceAssets({ db, organizationId }: Tenancy, campaignId: number, rows: AssetRow[]) {
  for (const step of assets) await db.execute(step, organizationId, campaignId, JSON.stringify(rows));
}

/** Makes these the places where the campaign is shown. */
export async function replaceLocations({ db, organizationId }: Tenancy, campaignId: number, rows: LocationRow[]) {
  for (const step of locations) await db.execute(step, organizationId, campaignId, JSON.stringify(rows));
}
