import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { until } from '../writes/patience.ts';
import { startWorld } from '../writes/world.ts';

for (const fault of ['hang', 'drop_after_commit']) {
  test(`an ad whose push was cut off by kill -9 arrives once (${fault})`, async (t) => {
    const world = await startWorld(t, { works: false });
    const site = `${world.emulator.origin}/sites/acme-plumbing/`;
    const org = await world.organization();
    const worker = await world.startProcess();
    const created = await org.send('POST', `/organizations/${org.slug}/campaigns`, { website_url: site, budget: 20 });
    const campaign = z.object({ campaign: z.string(), task_tracking_id: z.int() }).parse(created.json);
    const generated = await org.settled(campaign.task_tracking_id);
    assert.equal(generated.status, 'completed', JSON.stringify(generated));
    await org.moved(campaign.campaign, 'live');
    const name = String((await org.campaign(campaign.campaign)).name);
    const before = (await world.platform.campaign(name))?.ads.length ?? 0;
    await world.platform.forgetRequests();
    await world.platform.fail(fault, 1, 'mutate');
    const url = `/organizations/${org.slug}/campaigns/${campaign.campaign}/ads`;
    const answer = await org.send('POST', url, { url: `${site}pricing`, name: 'Prices' });
    assert.equal(answer.status, 202, answer.text);
    const { task_tracking_id } = z.object({ task_tracking_id: z.int() }).parse(answer.json);
    await until(async () => (await world.platform.mutates()) > 0 || undefined, 'the push');
    await worker.kill();
    await world.platform.heal();
    await world.startProcess();
    const task = await org.settled(task_tracking_id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
    const ads = (await world.platform.campaign(name))?.ads ?? [];
    assert.deepEqual([ads.length, ads.filter((ad) => ad.name === 'Prices').length], [before + 1, 1]);
  });
}
