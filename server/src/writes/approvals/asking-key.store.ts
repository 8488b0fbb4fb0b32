import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

/** What has become of the key that asked for a change. */
export interface AskingKey {
  id: string;
  rotated: boolean;
  revoked: boolean;
}

const byId = statement<[organizationId: number, id: string], AskingKey>(`
  select id, rotated_at is not null as rotated, revoked_at is not null as revoked
  from api_key where organization_id = $1 and id = $2`);

/** The key that asked for a change; none where an app did. */
export async function keyThatAsked(
  { db, organizationId }: Tenancy,
  { key_id }: { key_id?: string },
): Promise<AskingKey | undefined> {
  return key_id === undefined ? undefined : db.row(byId, organizationId, key_id);
}

const ended = statement<[organizationId: number, since: Date], { id: string }>(
  'select id from api_key where organization_id = $1 and revoked_at > $2',
);

/** The keys that were revoked since an instant: what they asked for after it can only fail. */
export async function keysRevokedSince({ db, organizationId }: Tenancy, since: Date): Promise<string[]> {
  return (await db.rows(ended, organizationId, since)).map(({ id }) => id);
}
