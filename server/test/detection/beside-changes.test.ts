import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { wholeSuite } from '../harness/service.ts';
import { type DetectionWorld, detectionWorld, each } from './world.ts';

const held = statement<[organizationId: number], object>(`
  select 1 from membership m join api_key k on k.organization_id = m.organization_id and k.creator_id = m.person_id
  where m.organization_id = $1 for no key update`);
const removed = statement<[organizationId: number, personId: number], never>(
  'delete from membership where organization_id = $1 and person_id = $2',
);

describe('a detector that runs beside something else of the same caller', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;

  before(async () => {
    world = await detectionWorld(suite);
    const campaign = await world.campaign('leaks', { runs: true });
    await world.days(campaign.id, each(99, 0, { clicks: 10, cost: 20, conversions: 0.5 }));
    await world.keyword(campaign, 'burst pipe', each(99, 0, { clicks: 4, cost: 8, conversions: 0.4 }));
    await world.keyword(campaign, 'video game pipes', each(59, 0, { clicks: 2, cost: 4 }));
    await world.rebuild();
  });

  const detect = () => world.detect('leaks', { detector: 'no_conversion_keywords' });

  test('does not wait for a change that holds the key and the role', async () => {
    const { service, harbor } = world;
    const answer = await service.database.transaction(async (db) => {
      assert.ok((await db.rows(held, harbor.id)).length > 0);
      return detect();
    });
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /"recommendation_id"/);
  });

  test('keeps nothing while the person is being removed', async () => {
    const { service, harbor } = world;
    const { id } = service.world.people.owner;
    const before = await world.saved();
    await assert.rejects(
      service.database.transaction(async (db) => {
        await db.execute(removed, harbor.id, id);
        const answer = await detect();
        assert.equal(answer.status, 503, answer.text);
        throw new Error('the person stays after all');
      }),
      /stays after all/,
    );
    assert.deepEqual(await world.saved(), before);
  });
});
