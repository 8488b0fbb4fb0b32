/** What an answer goes to. */
interface Awaited {
  readonly destroyed: boolean;
  once(event: 'close', then: () => void): unknown;
  off(event: 'close', then: () => void): unknown;
}

/**
 * Does something once nobody waits for an answer any more: at once where they went before it was known what to do then.
 * The function returned calls that off.
 */
export function whenGone(response: Awaited, then: () => void): () => void {
  if (response.destroyed) {
    then();
    return () => {};
  }
  response.once('close', then);
  return () => void response.off('close', then);
}
