import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Rests } from '../../../src/base/rests.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import { fillVastCampaign } from '../../harness/vast-campaign.ts';
import { refused } from '../answers.ts';
import { held } from '../approvals.ts';
import type { Organization } from '../organization.ts';
import { addToEach, bidOnAll } from '../recommend.ts';
import { ACME, startWorld } from '../world.ts';

const ADS = 1_000;
const NOTHING_ELSE = { keywords: 0, negatives: 0, locations: 0, excluded: 1 };
const AT_ONCE = 3;
const WATCHED_MS = 2_500;
/** Waiting behind all of these takes many seconds. */
const CROWD = 15;
const SOON_MS = 2_000;
/** With a rest twice as long as each took it is a third; without, all of it. */
const LARGEST_SHARE = 0.7;
const TRIES = 2;
/** By then a person has rested for whatever one took. */
const RESTED_MS = 800;

describe('a person who has large changes worked out on and on', () => {
  const suite = wholeSuite();
  let org: Organization;
  let served: ServedProcess;
  let actionId: unknown;
  let overtaken: unknown;
  let outdated: string;
  let slug: string;

  before(async () => {
    const writes = await startWorld(suite);
    org = await writes.organization({ account: ACME, synced: true });
    slug = await org.draft();
    const campaign = await findCampaign(org.tenancy, slug);
    await fillVastCampaign(writes.database, org.id, campaign?.id ?? 0, { ...NOTHING_ELSE, ads: ADS });
    ({ action_id: actionId } = await org.applied(slug, addToEach('found')));
    const other = await org.draft();
    const bidding = await findCampaign(org.tenancy, other);
    await fillVastCampaign(writes.database, org.id, bidding?.id ?? 0, { ...NOTHING_ELSE, ads: 1, keywords: ADS });
    ({ action_id: overtaken } = await org.applied(other, bidOnAll('1.00')));
    outdated = await org.recommend(other, bidOnAll('3.00'));
    await org.applied(other, bidOnAll('2.00'));
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
    'that are refused': async () => {
      refused(await org.undo(overtaken, { via: served }), 'not_reversible');
    },
    'of which nothing is left to do': async () => {
      assert.equal((await org.apply(outdated, { dryRun: true, via: served })).status, 200);
    },
    'that would launch many ads': async () => {
      assert.equal((await org.state(slug, 'live', { dryRun: true, via: served })).status, 200);
    },
  };

  /** How long one takes that nobody rests for. */
  async function alone(ask: () => Promise<unknown>): Promise<number> {
    const took: number[] = [];
    for (let tries = 0; tries < TRIES; tries += 1) {
      await pause(RESTED_MS);
      const began = performance.now();
      await ask();
      took.push(performance.now() - began);
    }
    return Math.min(...took);
  }

  for (const [how, ask] of Object.entries(asks)) {
    test(`leaves others most of the time in between: ${how}`, async () => {
      const one = await alone(ask);
      let answered = 0;
      const end = askingOn(async () => {
        await ask();
        answered += 1;
      });
      await pause(WATCHED_MS);
      const share = (answered * one) / WATCHED_MS;
      await end();
      assert.ok(share <= LARGEST_SHARE, `they took ${share.toFixed(2)} of the time`);
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

  test('goes before their own keys where they do it themselves', async () => {
    const end = askingOn(asks['that are refused'], CROWD);
    await asks['that are refused']();
    const began = performance.now();
    const sending = { via: served, cookie: org.people.admin.cookie };
    assert.equal((await org.patch(slug, { name: 'renamed by hand', dry_run: false }, sending)).status, 200);
    assert.ok(performance.now() - began < SOON_MS, 'a person waited behind their own keys');
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
  const [end, endOther] = [rests.begin('one'), rests.begin('one')];
  end(60);
  assert.equal(rests.has('one'), true, 'another is under way');
  endOther(60);
  const began = performance.now();
  await rests.rested('one');
  assert.ok(performance.now() - began >= 100, 'for both of them');
  rests.begin('two')(0);
  assert.equal(rests.size, 0);
});
