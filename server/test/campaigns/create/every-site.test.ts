import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { FIXTURES, serveFixture } from '../../copywriting/fixture-sites.ts';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf } from '../../writes/organization.ts';
import { startWorld, type Writes } from '../../writes/world.ts';

const started = z.object({ task_tracking_id: z.int(), campaign: z.string() });

describe('a campaign from every kind of website', () => {
  const suite = wholeSuite();
  const hosts = new Map<string, string>();
  let world: Writes;

  before(async () => {
    for (const fixture of FIXTURES) {
      const { host, close } = await serveFixture(fixture);
      suite.after(close);
      hosts.set(fixture.name, host);
    }
    world = await startWorld(suite, { sites: [...hosts.values()] });
  });

  for (const { name } of FIXTURES) {
    test(`${name}: nothing stands in the way of its launch, and the platform takes it`, async () => {
      const org = await world.organization();
      const body = { website_url: `http://${hosts.get(name)}/`, budget: 20 };
      const answer = await org.send('POST', `/organizations/${org.slug}/campaigns`, body);
      assert.equal(answer.status, 202, answer.text);
      const { task_tracking_id, campaign } = started.parse(answer.json);
      const task = await org.settled(task_tracking_id);
      assert.equal(task.status, 'completed', JSON.stringify(task));
      const preview = bodyOf(await org.state(campaign, 'live', { dryRun: true }));
      assert.equal(preview.blocked_by, null, JSON.stringify(preview));
      const launched = await org.settled(Number(bodyOf(await org.state(campaign, 'live')).task_tracking_id));
      assert.equal(launched.status, 'completed', JSON.stringify(launched));
      assert.equal((await org.campaign(campaign)).state, 'live');
    });
  }
});
