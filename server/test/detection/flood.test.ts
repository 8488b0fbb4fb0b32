import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { wholeSuite } from '../harness/service.ts';
import { until } from '../writes/patience.ts';
import { type DetectionWorld, detectionWorld, each } from './world.ts';

const AT_ONCE = 120;
/** Without turns a neighbour waited until the flood was through. */
const NEIGHBOUR_WITHIN = 0.9;

const holdFigures = statement<[], never>('lock table campaign_day in access exclusive mode');
const blocked = statement<[], { count: number }>(
  `select count(*)::integer as count from pg_locks where relation = 'campaign_day'::regclass and not granted`,
);

describe('detectors that are asked for all at once', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;

  before(async () => {
    world = await detectionWorld(suite);
    const campaign = await world.campaign('leaks');
    await world.days(campaign.id, each(99, 0, { clicks: 10, cost: 20, conversions: 0.5 }));
    await world.keyword(campaign, 'burst pipe', each(99, 0, { clicks: 4, cost: 8, conversions: 0.4 }));
    for (let n = 0; n < 40; n += 1) {
      await world.term(campaign, `burst pipe w${n}`, each(50, 20, { clicks: 2, cost: 3, conversions: 0.1 }));
    }
    await world.rebuild();
  });

  const detect = (key = world.key) => world.detect('leaks', { detector: 'negative_keywords' }, { key });

  test('hold up no other organization, leave the service ready, and tell whoever is too many to come back', async () => {
    const { base, call, world: seeded } = world.service;
    const neighbour = await seeded.addKey({ organization: seeded.orchard, creator: seeded.people.stranger });
    const floodBegan = performance.now();
    const flood = Array.from({ length: AT_ONCE }, () => detect());
    let longest = 0;
    for (let n = 0; n < 10; n += 1) {
      const began = performance.now();
      const [read, ready] = await Promise.all([
        call('GET', `/v1/organizations/${seeded.orchard.slug}/campaigns`, { key: neighbour.key }),
        fetch(`${base}/readyz`),
      ]);
      longest = Math.max(longest, performance.now() - began);
      assert.deepEqual([read.status, ready.status], [200, 200], read.text);
    }
    const answers = await Promise.all(flood);
    const floodTook = performance.now() - floodBegan;
    assert.ok(longest < floodTook * NEIGHBOUR_WITHIN, `${Math.round(longest)} of ${Math.round(floodTook)} ms`);
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length < AT_ONCE, `${refused.length} were refused`);
    for (const { status, headers, text } of answers) {
      assert.ok(status === 200 || headers['retry-after'] !== undefined, text);
    }
  });

  test('one whose key is revoked while it looks answers nothing and is not told what was found', async () => {
    const { service } = world;
    const key = await service.world.addKey();
    const { answer } = await world.database.transaction(async (db) => {
      await db.execute(holdFigures);
      const answer = detect(key.key);
      await until(async () => (await service.database.row(blocked))?.count || undefined, 'the detector');
      await service.world.revoke(key);
      return { answer };
    });
    const { status, text } = await answer;
    assert.equal(status, 401, text);
    assert.doesNotMatch(text, /findings/);
  });
});
