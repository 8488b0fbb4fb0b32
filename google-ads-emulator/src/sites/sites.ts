import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';

/** placeholder */
export function siteReply(_call: Call): Reply | undefined {
  return undefined;
}
