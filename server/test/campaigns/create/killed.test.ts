import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { serveSite } from '../../adapters/site-reader/site.ts';
import { bodyOf } from '../../writes/organization.ts';
import { until } from '../../writes/patience.ts';
import { startWorld } from '../../writes/world.ts';

const page = (about: string) => `<!doctype html><html lang="en"><head>
  <title>${about} in Austin, Texas | Harbor Plumbing</title>
  <meta name="description" content="${about} by licensed plumbers in Austin, Texas. Call for a free quote."></head><body>
  <h1>${about} in Austin</h1>
  <p>Harbor Plumbing has served homes and businesses in Austin, Texas since 1998. Our licensed and insured plumbers come
  on the same day, and every job has a written quote.</p>
  <h2>Drain cleaning</h2><p>We clear clogged drains and sewers.</p>
  <h2>Water heaters</h2><p>We install and repair water heaters of every make.</p>
  <a href="/drains">Drain cleaning</a> <a href="/heaters">Water heater repair</a></body></html>`;

test('work on a website that was cut off by kill -9 begins again, and makes what it makes once', async (t) => {
  let answers = false;
  const site = await serveSite(t, {
    '/': (_request, response) => {
      if (answers) response.writeHead(200, { 'content-type': 'text/html' }).end(page('Emergency plumber'));
    },
    '/drains': page('Drain cleaning'),
    '/heaters': page('Water heater repair'),
  });
  const world = await startWorld(t, { works: false, sites: [site.host] });
  const [making, analysing] = [await world.organization(), await world.organization()];
  const worker = await world.startProcess();
  const made = z
    .object({ task_tracking_id: z.int(), campaign: z.string(), url: z.string() })
    .parse(
      (await making.send('POST', `/organizations/${making.slug}/campaigns`, { website_url: site.url, budget: 20 }))
        .json,
    );
  const profile = `/organizations/${analysing.slug}/business-profile`;
  const sent = await analysing.send(
    'POST',
    `${profile}/analysis`,
    { url: site.url },
    { cookie: analysing.people.admin.cookie },
  );
  const readings = () => site.asked.filter((path) => path === '/').length;
  await until(async () => readings() === 2 || undefined, 'the readings');
  await worker.kill();
  answers = true;
  await world.startProcess();

  const task = await making.settled(made.task_tracking_id);
  assert.deepEqual(
    [task.status, task.result?.campaign, task.result?.url],
    ['completed', made.campaign, made.url],
    JSON.stringify(task),
  );
  const found = await making.campaign(made.campaign);
  assert.deepEqual([found.state, 'generating' in found], ['draft', false]);
  assert.ok(Number(found.ads_count) >= 1 && Number(found.keywords_count) >= 1);
  assert.equal(bodyOf(await making.send('GET', `/organizations/${making.slug}/campaigns`)).total, 1);
  assert.equal(await making.writesUsed(), 1);
  const analysed = await analysing.settled(Number(bodyOf(sent).task_tracking_id));
  assert.equal(analysed.status, 'completed', JSON.stringify(analysed));
  assert.equal(bodyOf(await analysing.send('GET', profile)).status, 'ready');
});
