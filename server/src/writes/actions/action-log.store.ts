import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { type ActionRow, actionOf, type KeptAction, LISTED_COLUMNS } from './action.store.ts';

/** Which actions a page of the log holds. */
export interface ActionFilter {
  from: string | null;
  before: string | null;
  source: string | null;
  /** The slug of one campaign; left out for all. */
  campaign?: string | null | undefined;
}

const FILTERED = `organization_id = $1 and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at < $3)
  and ($4::text is null or source = $4) and ($5::text is null or campaign = $5)`;

const page = statement<
  [
    organizationId: number,
    from: string | null,
    before: string | null,
    source: string | null,
    campaign: string | null,
    afterAt: string | null,
    afterId: string | null,
    limit: number,
  ],
  KeptAction
>(`
  select ${LISTED_COLUMNS} from action
  where ${FILTERED} and ($6::timestamptz is null or (at, id) < ($6, $7))
  order by at desc, id desc limit $8`);

const count = statement<
  [organizationId: number, from: string | null, before: string | null, source: string | null, campaign: string | null],
  { total: number }
>(`select count(*) as total from action where ${FILTERED}`);

/** A stretch of the log, newest first, after the entry named. */
export async function listActions(
  { db, organizationId }: Tenancy,
  { from, before, source, campaign }: ActionFilter,
  after: { at: string; id: string } | undefined,
  limit: number,
): Promise<{ rows: ActionRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.rows(page, organizationId, from, before, source, campaign ?? null, after?.at ?? null, after?.id ?? null, limit),
    db.row(count, organizationId, from, before, source, campaign ?? null),
  ]);
  return { rows: rows.map(actionOf), total: counted?.total ?? 0 };
}
