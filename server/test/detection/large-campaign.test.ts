import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillLargeCampaign } from '../harness/large-campaign.ts';
import { LongestBlock } from '../harness/longest-block.ts';
import { detectionWorld, each } from './world.ts';

/** The bench tries the whole of it, on a machine of its own; a quarter shows as well what holds others up. */
const PART = 0.25;
/** What a run may take of this process' own processor time, whatever else the machine does. */
const MOST_WORK_MS = 3_000;
const MICROS_OF_A_MS = 1_000;
/** Of processor time: whoever else asks something meanwhile waits no longer. Collecting garbage is part of it. */
const LONGEST_BLOCK_MS = 100;

/** Between them they read all that detectors read; how long each thinks is held by `longest-step`. */
const READERS = ['no_conversion_keywords', 'negative_keywords', 'new_keywords'];

test('a campaign of 5,000 keywords and 250,000 rows of search terms is looked through while somebody waits', async (t) => {
  const world = await detectionWorld(t);
  const campaign = await world.campaign('large');
  await world.days(campaign.id, each(182, 0, { clicks: 9_000, cost: 12_000, conversions: 300 }));
  const { database, harbor, latest } = world;
  const empty = { organizationId: harbor.id, campaign: campaign.id, ad: campaign.ad, latest };
  await fillLargeCampaign(database, empty, { part: PART });
  await world.rebuild();

  const worked: Record<string, number> = {};
  const held: Record<string, number> = {};
  for (const detector of READERS) {
    const before = process.cpuUsage();
    const block = new LongestBlock();
    const { status, text } = await world.detect('large', { detector });
    held[detector] = Math.round(block.end());
    const { user, system } = process.cpuUsage(before);
    worked[detector] = Math.round((user + system) / MICROS_OF_A_MS);
    assert.equal(status, 200, text.slice(0, 300));
  }
  t.diagnostic(`worked ${JSON.stringify(worked)}, held others up for at most ${JSON.stringify(held)}`);
  const above = (most: number, of: Record<string, number>) => Object.entries(of).filter(([, ms]) => ms > most);
  assert.deepEqual(above(MOST_WORK_MS, worked), []);
  assert.deepEqual(above(LONGEST_BLOCK_MS, held), []);
});
