import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { conflictIn } from '../../src/campaigns/sync-conflict.ts';
import { type ChangeEvent, OUR_CLIENT, type PlatformWrite } from '../../src/ports/ad-platform.ts';
import { notePlatformWrites } from '../../src/writes/actions/platform-write.store.ts';
import { threadMs } from '../harness/longest-block.ts';
import { wholeSuite } from '../harness/service.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const MANY = 10_000;
const HOUR_MS = 3_600_000;
/** Of processor time: whoever else asks something meanwhile waits no longer. */
const LONGEST_BLOCK_MS = 50;
const ROUNDS = 3;

/** What is changed: as many things, or one over and over. */
const CHANGED: Readonly<Record<string, (n: number) => string>> = {
  'of as many keywords': (n) => `customers/1/adGroupCriteria/2~${n}`,
  'of one campaign': () => 'customers/1/campaigns/2',
};
/** How much earlier it may have been. */
const EARLIER_MS = { 'at a time each': 0, 'at two times each': HOUR_MS };

function eventOf({ value: newValue, ...write }: PlatformWrite, ms: number, earlierMs: number): ChangeEvent {
  return {
    ...write,
    at: new Date(ms).toISOString(),
    notBefore: new Date(ms - earlierMs).toISOString(),
    thing: { kind: 'other', name: null, knownAs: [] },
    oldValue: 'PAUSED',
    newValue,
    clientType: OUR_CLIENT,
    userEmail: null,
  };
}

/** How long others are kept waiting at most while something is done, its last piece included. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let [last, longest, isDone] = [threadMs(), 0, false];
  const done = work().finally(() => {
    isDone = true;
  });
  for (let isLast = false; !isLast; ) {
    isLast = isDone;
    await setImmediate();
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await done;
  return longest;
}

describe('as many changes as the platform tells of, all made by us', () => {
  const suite = wholeSuite();
  let world: Writes;

  before(async () => {
    world = await startWorld(suite);
  });

  for (const [what, resourceOf] of Object.entries(CHANGED)) {
    for (const [when, earlierMs] of Object.entries(EARLIER_MS)) {
      test(`${what}, ${when}: are told from the next, and nobody waits for that`, async () => {
        const org = await world.organization({ account: null });
        const campaign = await findCampaign(org.tenancy, await org.draft());
        assert.ok(campaign);
        const noted = world.clock.now() - HOUR_MS;
        const since = new Date(noted - 1).toISOString();
        const writes = Array.from({ length: MANY }, (_, n): PlatformWrite => {
          return { resource: resourceOf(n), operation: 'update', field: 'status', value: 'ENABLED' };
        });
        await notePlatformWrites(org.tenancy, campaign.id, writes, new Date(noted));
        const events = writes.map((write, n) => eventOf(write, noted + n, earlierMs));
        let least = Infinity;
        for (let round = 0; round < ROUNDS; round += 1) {
          const look = async () => assert.equal(await conflictIn(events, since, campaign, org.tenancy), undefined);
          least = Math.min(least, await longestBlock(look));
        }
        assert.ok(least <= LONGEST_BLOCK_MS, `others waited for ${least} ms`);
        const [first] = events;
        assert.ok(first);
        assert.ok(await conflictIn([...events, { ...first }], since, campaign, org.tenancy));
      });
    }
  }
});
