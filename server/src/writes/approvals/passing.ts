import type { Refusal } from '../../base/errors.ts';

const PASSING: readonly string[] = ['ad_platform_unavailable', 'write_quota_exceeded', 'rate_limited'];

/** Whether a refusal passes by itself: the change goes on waiting, and whoever decides on it is told to try again. */
export function isPassing({ code }: Refusal): boolean {
  return PASSING.includes(code);
}
