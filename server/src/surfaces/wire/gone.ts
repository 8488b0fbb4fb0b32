import type { ServerResponse } from 'node:http';

/** Does something once nobody waits for an answer any more: at once where they went before it was known what to do then. */
export function whenGone(response: ServerResponse, then: () => void): void {
  if (response.destroyed) then();
  else response.once('close', then);
}
