import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../src/base/database.ts';
import { DETECTORS } from '../../src/detection/detectors.ts';
import { termRooms } from '../../src/detection/term-room.ts';
import { runEngine } from '../../src/engine/run-engine.task.ts';
import { auditAccount } from '../../src/strategies/audit-account.ts';
import type { TaskContext } from '../../src/tasks/task.ts';
import { fillClickedTerms } from '../harness/clicked-terms.ts';
import { LongestBlock } from '../harness/longest-block.ts';
import { sortingMs } from '../harness/processor-time.ts';
import { wholeSuite } from '../harness/service.ts';
import { type DetectionWorld, detectionWorld, each } from './world.ts';

const TERMS = 200_000;
const FEWER_TERMS = 21_000;
/** Rows that all of a process hold at once, of campaigns with so many. */
const MOST_ROWS = 400_000;
const LOOK_EVERY_MS = 1;
/** Of processor time, where a machine sorts them in one go within twice that; a slower one has half of what it takes. */
const LONGEST_BLOCK_MS = Math.max(35, sortingMs() / 2);
const TRIES = 4;

const loseToBudget = statement<[organizationId: number, campaign: number], never>(`
  update campaign_day set impression_share = 0.5, lost_to_budget = 0.3, lost_to_rank = 0.2
  where organization_id = $1 and campaign_id = $2`);

/** What was found a moment ago the engine does not look for again. */
const forget = statement<[organizationId: number], never>('delete from recommendation where organization_id = $1');

describe('a campaign with 200,000 clicked search terms', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;
  let campaign: { id: number; ad: number };

  before(async () => {
    world = await detectionWorld(suite);
    campaign = await world.campaign('vast');
    const { database, harbor, latest } = world;
    await world.days(campaign.id, each(99, 0, { clicks: 5_000, cost: 7_500, conversions: 500 }));
    const empty = { organizationId: harbor.id, campaign: campaign.id, ad: campaign.ad, latest };
    await fillClickedTerms(database, empty, TERMS);
    await database.execute(loseToBudget, harbor.id, campaign.id);
    const fewer = await world.campaign('large');
    await fillClickedTerms(database, { ...empty, campaign: fewer.id, ad: fewer.ad }, FEWER_TERMS, TERMS);
    await world.rebuild();
  });

  /** What holds all clicked terms of a campaign, each as a worker or a caller would do it. */
  const kinds: Record<string, () => Promise<void>> = {
    'the preview of negative keywords': async () => {
      const { status, text } = await preview('vast');
      assert.equal(status, 200, text.slice(0, 300));
      assert.match(text, /"term":"[a-z]+ [a-z ]+ in y\d+"/);
    },
    ...Object.fromEntries(
      DETECTORS.filter(({ reads }) => reads.includes('terms')).map(({ name }) => [
        `the detector ${name}`,
        async () => {
          const { status, text } = await world.detect('vast', { detector: name });
          assert.equal(status, 200, text.slice(0, 300));
        },
      ]),
    ),
    'the engine': async () => {
      await world.database.execute(forget, world.harbor.id);
      assert.equal((await runEngine.run({}, world.harbor.id, taskContext()))?.campaigns, 2);
    },
    'a strategy': async () => {
      const line = { id: campaign.id, slug: 'vast', name: 'vast', type: 'prospecting', state: 'live' } as const;
      const unread = { budget: '50', targetCpa: null, figures: [], shares: null, sharesBefore: null };
      assert.equal((await auditAccount(taskContext(), { total: 1, top: [{ ...line, ...unread }] })).looked, 1);
    },
  };

  /** All detectors come to it in the same way. */
  const [, ...otherDetectors] = Object.keys(kinds).filter((name) => name.startsWith('the detector'));
  const waysThere = Object.keys(kinds).filter((name) => !otherDetectors.includes(name));

  function preview(slug: string) {
    const { service, harbor, key } = world;
    const body = { keywords: ['plumber', 'drain', 'heater', 'leak', 'sewer'], match_type: 'broad' };
    return service.call('POST', `/v1/organizations/${harbor.slug}/campaigns/${slug}/negative-keywords`, { key, body });
  }

  function taskContext(): TaskContext {
    const { services } = world.service.service;
    const database = services.database.forWork();
    const signal = new AbortController().signal;
    const organizationId = world.harbor.id;
    return { ...services, database, db: database, organizationId, taskId: 0, requestedBy: null, signal, stage: none };
  }
  const none = async () => {};

  /** How many rows were held at most while something was done. */
  async function mostHeld(work: () => Promise<unknown>): Promise<number> {
    const room = termRooms(world.service.service.services.turns).vast;
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, room.taken);
    }, LOOK_EVERY_MS);
    await work().finally(() => clearInterval(look));
    assert.equal(room.taken, 0);
    return most;
  }

  for (const [name, look] of Object.entries(kinds)) {
    test(`takes room in memory for ${name}, which keeps nobody waiting`, async (t) => {
      const blocks: number[] = [];
      // Garbage is collected and code compiled at one time or another: what is long each time is the work itself.
      while (blocks.length < TRIES && Math.min(Number.POSITIVE_INFINITY, ...blocks) >= LONGEST_BLOCK_MS) {
        const block = new LongestBlock();
        assert.equal(await mostHeld(look), TERMS);
        blocks.push(block.end());
      }
      t.diagnostic(`held others up for at most ${blocks.map((ms) => ms.toFixed(0)).join(', ')} ms`);
      assert.ok(Math.min(...blocks) < LONGEST_BLOCK_MS, `the loop was blocked for ${blocks.join(', ')} ms`);
    });
  }

  test('takes no more than there is, whatever looks through it at once', async () => {
    const most = await mostHeld(async () => {
      const done = await Promise.allSettled(waysThere.map((name) => kinds[name]?.()));
      // People are told to come back where it takes too long; work in the background waits.
      for (const one of done) if (one.status === 'rejected') assert.match(String(one.reason), /rate_limited/);
    });
    assert.equal(most, MOST_ROWS);
  });

  test('keeps nobody with fewer of them waiting, who wait among themselves', async () => {
    const { vast, large } = termRooms(world.service.service.services.turns);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const patience = { signal: new AbortController().signal };
    const another = { holder: 'another', size: MOST_ROWS, patience };
    const held = vast.hold(another, () => released);
    assert.equal((await preview('large')).status, 200);
    const heldToo = large.hold(another, () => released);
    const waits = preview('large');
    assert.equal(await Promise.race([waits, sleep(300, 'waits')]), 'waits');
    release();
    await Promise.all([held, heldToo]);
    assert.equal((await waits).status, 200);
  });
});
