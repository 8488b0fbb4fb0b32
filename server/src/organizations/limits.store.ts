import { type Queryable, statement } from '../base/database.ts';

/** The limits of an organization; null stands for no cap, and for what the settings of the service say. */
export interface LimitsRow {
  max_spend: string | null;
  api_budget_change_limit_pct: string;
  daily_write_quota: number | null;
  rate_limit_per_minute: number | null;
  operations_weight: string;
}

/** The columns that hold limits. */
export const LIMITS =
  'max_spend, api_budget_change_limit_pct, daily_write_quota, rate_limit_per_minute, operations_weight';

const change = statement<[slug: string, patch: string], LimitsRow>(`
  update organization o set (${LIMITS}) = (select ${LIMITS} from jsonb_populate_record(o, $2::jsonb))
  where slug = $1 returning ${LIMITS}`);

/** Sets the limits that the patch names, leaves the others, and tells them all; undefined without such a slug. */
export function changeLimits(
  db: Queryable,
  slug: string,
  patch: { [Column in keyof LimitsRow]: LimitsRow[Column] | undefined },
): Promise<LimitsRow | undefined> {
  return db.row(change, slug, JSON.stringify(patch));
}
