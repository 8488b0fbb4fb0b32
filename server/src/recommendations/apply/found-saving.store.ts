import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

/** What a month saves if one finding of a recommendation is acted upon, and what acting on it does. */
export interface FoundSaving {
  keyword_id: number | null;
  change: string | null;
  saving: number;
}

const found = statement<[organizationId: number, id: string], FoundSaving>(`
  select f.keyword_id, f.operation->>'summary' as change, coalesce(f.monthly_saving, 0) as saving
  from recommendation r cross join lateral
    jsonb_to_recordset(r.findings) as f (keyword_id bigint, operation jsonb, monthly_saving double precision)
  where r.organization_id = $1 and r.id = $2`);

/** What each finding of a recommendation says that it saves. */
export function foundSavings({ db, organizationId }: Tenancy, id: string): Promise<FoundSaving[]> {
  return db.rows(found, organizationId, id);
}
