import type { LimitsRow } from '../organizations/limits.store.ts';

/** The limits of an organization as operators read them. */
export function limitsInWords(limits: LimitsRow): string {
  const { max_spend, api_budget_change_limit_pct, daily_write_quota, rate_limit_per_minute, operations_weight } =
    limits;
  return [
    `max-spend ${max_spend ?? 'none'}`,
    `budget-change-pct ${api_budget_change_limit_pct}`,
    `daily-writes ${daily_write_quota ?? 'default'}`,
    `rate-limit ${rate_limit_per_minute ?? 'default'}`,
    `operations-weight ${operations_weight}`,
  ].join(', ');
}
