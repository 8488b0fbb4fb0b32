import { statement } from '../base/database.ts';

export const keyInForce = statement<[organizationId: number, id: string, now: Date], { id: string }>(`
  select id from api_key where organization_id = $1 and id = $2 and revoked_at is null and expires_at > $3
  for share`);
