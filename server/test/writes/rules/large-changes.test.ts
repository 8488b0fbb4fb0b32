import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Rests } from '../../../src/base/rests.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import { fillVastCampaign } from '../../harness/vast-campaign.ts';
import { held } from '../approvals.ts';
import type { Organization } from '../organization.ts';
import { addToEach } from '../recommend.ts';
import { ACME, startWorld } from '../world.ts';

const ADS = 1_000;
const NOTHING_ELSE = { keywords: 0, negatives: 0, locations: 0, excluded: 1 };
const AT_ONCE = 3;
const WATCHED_MS = 4_000;
/** Waiting behind all of these takes many seconds. */
const CROWD = 30;
const SOON_MS = 2_000;
/** Without a rest it is all of it. */
const LARGEST_SHARE = 0.55;

describe('a person who has large changes worked out on and on', () => {
  const suite = wholeSuite();
  let org: Organization;
  let served: ServedProcess;
  let actionId: unknown;
  let slug: string;

  before(async () => {
    const writes = await startWorld(suite);
    org = await writes.organization({ account: ACME, synced: true });
    slug = await org.draft();
    const campaign = await findCampaign(org.tenancy, slug);
    await fillVastCampaign(writes.database, org.id, campaign?.id ?? 0, { ...NOTHING_ELSE, ads: ADS });
    ({ action_id: actionId } = await org.applied(slug, addToEach('found')));
    await org.requireApprovals(true);
    served = await serveInProcess(suite, { databaseUrl: writes.databaseUrl });
  });

  /** Asks again as soon as it is answered, several times at once, until it is told to stop. */
  function askingOn(ask: () => Promise<unknown>, atOnce = AT_ONCE): () => Promise<void> {
    let on = true;
    const asking = Array.from({ length: atOnce }, async () => {
      while (on) await ask();
    });
    return async () => {
      on = false;
      await Promise.all(asking);
    };
  }

  const asks = {
    'that wait for approval': async () => {
      held(await org.undo(actionId, { via: served }));
    },
    'as previews': async () => {
      const sending = { via: served, cookie: org.people.admin.cookie };
      assert.equal((await org.send('GET', `/actions/${actionId}/undo`, undefined, sending)).status, 200);
    },
  };

  for (const [how, ask] of Object.entries(asks)) {
    test(`leaves others the processor in between: ${how}`, async () => {
      await ask();
      const end = askingOn(ask);
      const before = await served.processorTime();
      const began = performance.now();
      await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
      const share = ((await served.processorTime()) - before) / (performance.now() - began);
      await end();
      assert.ok(share <= LARGEST_SHARE, `they took ${share.toFixed(2)} of the processor`);
    });
  }

  test('stops what runs without a rest, also by an undo', async () => {
    await org.requireApprovals(false);
    const running = await org.draft();
    const launch = await org.moved(running, 'live');
    await org.requireApprovals(true);
    const end = askingOn(asks['that wait for approval'], CROWD);
    await asks['that wait for approval']();
    const stops = [() => org.undo(launch, { via: served }), () => org.state(running, 'paused', { via: served })];
    for (const stop of stops) {
      const began = performance.now();
      held(await stop());
      assert.ok(performance.now() - began < SOON_MS, 'a stop waited behind large changes');
    }
    await end();
  });

  test('keeps colleagues waiting for none of that', async () => {
    const end = askingOn(asks['that wait for approval']);
    const sending = { via: served, key: org.keys.owner.key };
    for (let n = 0; n < 5; n += 1) {
      const began = performance.now();
      held(await org.patch(slug, { name: `renamed ${n}`, dry_run: false }, sending));
      assert.ok(performance.now() - began < SOON_MS);
    }
    await end();
  });
});

test('whoever rests is remembered for no longer than that', async () => {
  const rests = new Rests();
  rests.rest('one', 1_000);
  assert.equal(rests.has('one'), true);
  rests.rest('one', 30);
  const began = performance.now();
  await rests.rested('one');
  assert.ok(performance.now() - began >= 25);
  assert.equal(rests.has('one'), false);
  rests.rest('two', 1);
  assert.equal(rests.size, 1);
});
