import assert from 'node:assert/strict';
import { z } from 'zod';
import type { HttpAnswer } from '../harness/client.ts';

const STATUS: Readonly<Record<string, number>> = {
  unauthorized: 401,
  insufficient_scope: 403,
  org_access_denied: 403,
  role_denied: 403,
  not_found: 404,
  validation_error: 422,
  budget_cap_exceeded: 422,
  launch_blocked: 422,
  setup_required: 409,
  not_supported: 422,
  unsafe_change: 422,
  sync_conflict: 409,
  already_applied: 409,
  not_reversible: 409,
  idempotency_conflict: 409,
  approval_required: 202,
  rate_limited: 429,
  write_quota_exceeded: 429,
  ad_platform_unavailable: 503,
};

/** Holds a refusal to its code, its status and the extra fields named. */
export function refused(answer: HttpAnswer, code: string, extra: Record<string, unknown> = {}): void {
  assert.equal(answer.error.code, code, `${answer.status} ${answer.text}`);
  assert.equal(answer.status, STATUS[code], answer.text);
  for (const [name, value] of Object.entries(extra))
    assert.deepEqual(answer.error[name], value, `${name}: ${answer.text}`);
}

/** The paths that a validation_error names. */
export function refusedFields(answer: HttpAnswer): string[] {
  refused(answer, 'validation_error');
  return z
    .array(z.object({ path: z.string(), message: z.string() }))
    .parse(answer.error.fields)
    .map(({ path }) => path);
}
