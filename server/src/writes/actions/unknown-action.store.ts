import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

const settle = statement<
  [organizationId: number, campaignId: number, op: string, details: string, like: string],
  never
>(`
  update action set status = 'executed', failure = null, outcome = null,
    steps = jsonb_set(jsonb_set(steps #- '{0,unknown}', '{0,details}', steps -> 0 -> 'details' || $4::jsonb),
      '{0,done}', 'true')
  where organization_id = $1 and id = (
    select id from action
    where organization_id = $1 and campaign_id = $2 and op = $3 and status = 'failed' and failure -> 'unknown' = 'true'
      and steps -> 0 -> 'details' @> $5::jsonb
    order by at desc, id desc limit 1)`);

/** The platform shows that the campaign's last such action, of which nobody knew, was carried out after all. */
export async function settleUnknown(
  { db, organizationId }: Tenancy,
  campaignId: number,
  { op, of, details }: { op: string; of: Record<string, unknown>; details: Record<string, unknown> },
): Promise<void> {
  await db.execute(settle, organizationId, campaignId, op, JSON.stringify(details), JSON.stringify(of));
}
