import { newId } from '../../base/ids.ts';
import type { Clock } from '../../ports/clock.ts';

/** What every answer carries that does not come through the gate: health, figures, pages and files. */
export function plainHeaders(clock: Clock): { 'x-request-id': string; 'x-content-type-options': string } {
  return { 'x-request-id': newId('req', clock.now()), 'x-content-type-options': 'nosniff' };
}
