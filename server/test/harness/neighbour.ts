import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningService } from './service.ts';
import { addCampaign } from './world-records.ts';

const NEVER_MS = 5_000;

/** Somebody of another organization, who must not notice what goes on in the first. */
export async function neighbourOf({ world, database, clock, call }: RunningService) {
  const { orchard, people } = world;
  const { key } = await world.addKey({ organization: orchard, creator: people.stranger });
  const draft = await addCampaign(database, clock, orchard);
  let renamed = 0;

  /** Answered at once, whatever the others do. */
  const asks = async (what: string, method: string, path: string, body?: unknown) => {
    const url = `/v1/organizations/${orchard.slug}${path}`;
    const answer = await Promise.race([call(method, url, { key, body }), pause(NEVER_MS)]);
    assert.equal(answer?.status, 200, `${what}: the neighbour’s ${method} ${path} waits: ${answer?.text}`);
  };
  return {
    draft,
    asks,
    /** A light read and a change. */
    async readsAndChanges(what: string) {
      renamed += 1;
      await asks(what, 'GET', '/campaigns');
      await asks(what, 'PATCH', `/campaigns/${draft}`, { name: `Pears ${renamed}`, dry_run: false });
    },
  };
}
