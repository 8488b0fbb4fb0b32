import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { serveSite } from '../../adapters/site-reader/site.ts';
import { until } from '../../writes/patience.ts';
import { startWorld } from '../../writes/world.ts';

test('a campaign whose generation was cut off by kill -9 is in error, with nothing in it', async (t) => {
  const silent = await serveSite(t, { '/': () => {} });
  const world = await startWorld(t, { works: false, sites: [silent.host] });
  const org = await world.organization();
  const worker = await world.startProcess();
  const answer = await org.send('POST', `/organizations/${org.slug}/campaigns`, { website_url: silent.url });
  const { task_tracking_id, campaign } = z
    .object({ task_tracking_id: z.int(), campaign: z.string() })
    .parse(answer.json);
  await until(async () => silent.asked.includes('/') || undefined, 'the reading');
  await worker.kill();
  await world.startProcess();
  const task = await org.settled(task_tracking_id);
  assert.deepEqual([task.status, task.error?.reason], ['failed', 'killed_by_restart']);
  const found = await org.campaign(campaign);
  assert.deepEqual([found.state, found.ads_count, found.keywords_count], ['error', 0, 0]);
  assert.equal('generating' in found, false);
});
