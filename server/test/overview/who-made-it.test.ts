import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { App, RELAXED } from '../identity/oauth/app.ts';
import { ACME, startWorld } from '../writes/world.ts';

const campaigns = z.object({ campaigns: z.array(z.object({ slug: z.string(), budget: z.number() })) });
const entry = z.object({ detail: z.string(), actor: z.record(z.string(), z.string()) });
const answer = z.object({ recent_actions: z.array(entry) });

test('an app that calls itself like a person is not told as that person', async (t) => {
  const world = await startWorld(t, RELAXED);
  const organization = await world.organization({ account: ACME, synced: true });
  const { slug } = organization;
  const [adam, olivia] = [await world.world.addPerson('adam-in-an-app'), await world.world.addPerson('olivia-herself')];
  await world.world.addMember(organization, adam, 'admin');
  await world.world.addMember(organization, olivia, 'owner');
  const app = await App.registered(world, { client_name: olivia.email });
  const { access_token } = await app.connect({ person: adam });
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const address = `${world.base}/v1/organizations/${slug}/campaigns`;
  const listed = campaigns.parse(await (await fetch(`${address}?state=live`, { headers })).json());
  const [campaign] = listed.campaigns;
  assert.ok(campaign);
  const changed = await fetch(`${address}/${campaign.slug}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ budget: campaign.budget + 1, dry_run: false }),
  });
  assert.equal(changed.status, 200, await changed.text());
  const seen = await world.call('GET', `/dashboard/v1/organizations/${slug}/overview`, { cookie: olivia.cookie });
  const [last] = answer.parse(seen.json).recent_actions;
  assert.deepEqual(last?.actor, { type: 'user', user: adam.email, client: olivia.email });
});
