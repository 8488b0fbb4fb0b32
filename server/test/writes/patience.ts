import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 15;
const PATIENCE_MS = 60_000;

/** Looks again and again until there is something to see; what goes on and on is named. */
export async function until<Seen>(look: () => Promise<Seen | undefined>, what: string): Promise<Seen> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const seen = await look();
    if (seen !== undefined) return seen;
    assert.ok(Date.now() < end, `${what} goes on and on`);
  }
}
