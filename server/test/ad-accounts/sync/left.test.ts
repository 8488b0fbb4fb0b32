import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { campaignDetail } from '../../../src/campaigns/campaign-list.store.ts';
import { budgetLimits } from '../../../src/campaigns/campaign-write.store.ts';
import { wholeSuite } from '../../harness/service.ts';
import { ACME, accountWorld, type World } from '../world.ts';

/** What stands in a campaign's row while it is left alone; `soon` is after the platform was read. */
const REASONS: Readonly<Record<string, (soon: Date) => Mark>> = {
  'a change of it is on its way': () => ({ action: 'act_of_ours' }),
  'its state is about to change': () => ({ state: 'paused' }),
  'it was pushed after it was read': (pushed) => ({ pushed }),
  'it was synced after it was read': (synced) => ({ synced }),
  'it was being launched': () => ({ state: 'live', platformId: null }),
};
const READS = ['everything', 'what changed'] as const;
type Read = (typeof READS)[number];
/** As after a bad connection, and after a login that was broken over a night or a weekend. */
const HOURS = [20, 28, 60];

describe('what a sync left is caught up with by the next one', () => {
  const suite = wholeSuite();
  let world: World;
  let budget = 100;

  before(async () => {
    world = await accountWorld(suite);
    await world.connect();
    await world.finish(await world.select(ACME));
  });

  for (const [reason, markAt] of Object.entries(REASONS)) {
    for (const what of READS) {
      for (const hours of HOURS) {
        test(`${reason}, ${what} is read, ${hours} hours after the last sync`, async () => {
          const { id, platform_id: platformId } = await campaign(PROMO);
          budget += 1;
          await world.turn({ hours: hours - 5 });
          await world.edit(PROMO, 'budget', budget);
          await world.turn({ hours: 5 });
          for (const read of [what, 'what changed'] as const) {
            await mark(id, { platformId, ...markAt(new Date(world.clock.now() + 60_000)) });
            const known = await campaign(PROMO);
            await sync(read);
            assert.deepEqual(await campaign(PROMO), known, 'it is neither as it was read nor called in step');
            assert.equal(await shownSync(known.slug), Date.parse(known.last_synced_at));
            await world.turn({ minutes: 15 });
          }
          await mark(id, { platformId });
          await sync();
          const { last_synced_at, ...now } = await campaign(PROMO);
          assert.deepEqual([now.id, now.budget], [id, budget]);
          assert.equal(Date.parse(last_synced_at), world.clock.now());
          assert.ok(Number((await budgetLimits(tenancy(), 0)).others) > budget, 'the cap counts it');
          await world.turn({ minutes: 15 });
          assert.equal(await sync(), 0, 'it is read once');
        });
      }
    }
  }

  for (const what of READS) {
    test(`it was removed in the platform while a change of it was on its way, and ${what} is read`, async () => {
      const name = what === 'everything' ? RIVAL : BRAND;
      const { id, platform_id: platformId } = await campaign(name);
      await mark(id, { platformId, action: 'act_of_ours' });
      await world.edit(name, 'status', 'removed');
      await world.turn({ hours: 28 });
      await sync(what);
      assert.notEqual((await campaign(name)).platform_state, 'removed');
      await mark(id, { platformId });
      await world.turn({ minutes: 15 });
      await sync();
      assert.equal((await campaign(name)).platform_state, 'removed');
    });

    test(`it has the name of one whose launch was given up meanwhile, and ${what} is read`, async () => {
      const { id } = await campaign(PROMO);
      await world.database.execute(neverThere, world.acme.id, id);
      await mark(id, { state: 'live' });
      budget += 1;
      await world.edit(PROMO, 'budget', budget);
      await world.turn({ hours: 28 });
      await sync(what);
      assert.equal(await count(PROMO), 1, 'it could be the one that is being launched');
      await mark(id, {});
      await world.turn({ minutes: 15 });
      await sync();
      const arrived = await campaign(PROMO);
      assert.deepEqual([arrived.id === id, arrived.budget], [false, budget]);
      await world.turn({ minutes: 15 });
      assert.equal(await sync(), 0, 'and everything is read for that once');
      await world.database.execute(rename, world.acme.id, id, `Never launched ${id}`);
    });
  }

  const tenancy = () => ({ organizationId: world.acme.id, db: world.database });

  /** Lets a sync run and answers with how many campaigns it read. */
  async function sync(what: Read = 'what changed'): Promise<number> {
    const now = new Date(world.clock.now());
    await world.database.execute(setReadAt, world.acme.id, what === 'everything' ? null : now, now);
    const [task] = await world.finish(await world.queueSync());
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    return Object.values(result.parse(JSON.parse(task.result ?? '')).campaigns).reduce((sum, one) => sum + one);
  }

  /** Marks a campaign, and takes back what was marked before. */
  async function mark(id: number, { action, state, pushed, synced, platformId }: Mark): Promise<void> {
    const pending = [action ?? null, state ?? null] as const;
    const known = [pushed ?? null, synced ?? null] as const;
    await world.database.execute(setMarks, world.acme.id, id, platformId ?? null, ...pending, ...known);
  }

  async function campaign(name: string): Promise<Kept> {
    const row = await world.database.row(kept, world.acme.id, name);
    assert.ok(row, name);
    return row;
  }

  async function count(name: string): Promise<number> {
    return (await world.database.rows(kept, world.acme.id, name)).length;
  }

  async function shownSync(slug: string): Promise<number> {
    return Date.parse((await campaignDetail(tenancy(), slug))?.last_synced_at ?? '');
  }
});

const PROMO = 'Spring promo (agency)';
const RIVAL = 'Acme - Competitor - RotoRooter';
const BRAND = 'Acme - Brand';

interface Mark {
  action?: string;
  state?: string;
  pushed?: Date;
  synced?: Date;
  platformId?: string | null;
}

const result = z.object({ campaigns: z.record(z.string(), z.int()) });

interface Kept {
  id: number;
  slug: string;
  budget: number;
  state: string;
  platform_id: string | null;
  platform_state: string | null;
  last_synced_at: string;
}

const kept = statement<[organizationId: number, name: string], Kept>(`
  select id, slug, budget::float8 as budget, state, platform_id, platform_state, last_synced_at from campaign
  where organization_id = $1 and name = $2 order by id desc`);
/** When everything was last read; no figures are due. */
const setReadAt = statement<[organizationId: number, at: Date | null, now: Date], never>(`
  update ad_account set last_structure_sync_at = $2, days_synced_at = $3, weeks_synced_at = $3, months_synced_at = $3
  where organization_id = $1`);
const setMarks = statement<
  [
    organizationId: number,
    id: number,
    platformId: string | null,
    action: string | null,
    state: string | null,
    pushed: Date | null,
    synced: Date | null,
  ],
  never
>(`
  update campaign set platform_id = $3, pending_action = $4, pending_state = $5, pushed_at = coalesce($6, pushed_at),
    last_synced_at = coalesce($7, last_synced_at)
  where organization_id = $1 and id = $2`);
const neverThere = statement<[organizationId: number, id: number], never>(
  "update campaign set platform_state = null, state = 'draft' where organization_id = $1 and id = $2",
);
const rename = statement<[organizationId: number, id: number, name: string], never>(
  'update campaign set name = $3 where organization_id = $1 and id = $2',
);
