import { ERRORS, type ErrorCode } from '../../base/errors.ts';
import type { Operation } from '../../base/operation.ts';

/** What the rules of an operation refuse, beside what every one like it refuses; the tests hold every answer to it. */
const OWN: Readonly<Record<string, readonly ErrorCode[]>> = {
  create_campaign: ['budget_cap_exceeded', 'setup_required'],
  create_ad: ['not_supported', 'setup_required', 'ad_platform_unavailable'],
  remove_ad: ['not_supported'],
  update_campaign: ['budget_cap_exceeded', 'not_supported'],
  set_campaign_state: ['launch_blocked', 'budget_cap_exceeded'],
  generate_report: ['not_supported', 'setup_required'],
  generate_strategy: ['setup_required'],
  apply_recommendation: ['already_applied', 'unsafe_change', 'budget_cap_exceeded'],
  undo_action: ['not_reversible', 'launch_blocked', 'budget_cap_exceeded'],
};

/** Every code that an operation can be refused with, in the order of the table of errors. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const { audience, kind, name, organization, ownersOnly, rest, scope } = operation;
  const isGuarded = kind === 'write' && operation.heldByApprovals;
  const possible = new Map<string, boolean>([
    ['unauthorized', audience !== 'public'],
    ['insufficient_scope', scope !== null],
    ['org_access_denied', organization === 'path'],
    ['role_denied', ownersOnly],
    ['not_found', rest.parameters.length > 0],
    ['validation_error', true],
    ['setup_required', isGuarded],
    ['sync_conflict', isGuarded],
    ['idempotency_conflict', operation.takesIdempotencyKey],
    ['approval_required', operation.heldByApprovals],
    ['rate_limited', true],
    ['write_quota_exceeded', operation.spendsQuota],
    ['ad_platform_unavailable', isGuarded],
    ['internal_error', true],
  ]);
  const own: readonly string[] = OWN[name] ?? [];
  return Object.keys(ERRORS).filter((code): code is ErrorCode => possible.get(code) === true || own.includes(code));
}
