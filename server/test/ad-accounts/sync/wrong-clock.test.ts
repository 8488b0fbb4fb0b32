import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Statement, statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { ACME, accountWorld, type World } from '../world.ts';
import { askedFor } from './asked-sync.ts';

const NAME = 'Acme - Brand';
const DAY_HOURS = 24;

interface Notes {
  budget: number;
  ahead: boolean;
}

/** The campaign's budget, and whether anything is noted of it or its account ahead of an instant. */
const notesOf = statement<[organizationId: number, name: string, now: Date], Notes>(`
  select c.budget::float8 as budget, coalesce(greatest(c.last_synced_at, c.pushed_at, c.unread_since, c.left_at, c.updated_at,
    a.change_cursor, a.last_structure_sync_at, a.too_large_at, a.sync_asked_at) > $3, false) as ahead
  from campaign c join ad_account a on a.organization_id = $1 and a.id = c.ad_account_id
  where c.organization_id = $1 and c.name = $2`);

type Noting = Statement<[organizationId: number, at: Date], never>;
const onCampaigns = (column: string): Noting =>
  statement(`update campaign set ${column} = $2 where organization_id = $1`);
const onAccount = (column: string): Noting =>
  statement(`update ad_account set ${column} = $2 where organization_id = $1`);

/** Every note by which a sync tells what is newer, or due. */
const NOTES: Record<string, Noting> = {
  last_synced_at: onCampaigns('last_synced_at'),
  pushed_at: onCampaigns('pushed_at'),
  left_at: onCampaigns('left_at'),
  unread_since: onCampaigns('unread_since'),
  updated_at: onCampaigns('updated_at'),
  change_cursor: onAccount('change_cursor'),
  last_structure_sync_at: onAccount('last_structure_sync_at'),
  too_large_at: onAccount('too_large_at'),
  sync_asked_at: onAccount('sync_asked_at'),
};

describe('after a clock was ahead', () => {
  const suite = wholeSuite();
  let world: World;
  let budget = 30;

  before(async () => {
    world = await accountWorld(suite);
    await world.connect();
    const [task] = await world.finish(await world.select(ACME));
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
  });

  for (const hours of [1, DAY_HOURS, 1100 * DAY_HOURS]) {
    test(`by ${hours} hours while campaigns were read, the next sync sees what changed since`, async () => {
      world.clock.turn({ hours });
      await finished(await world.queueSync());
      world.clock.turn({ hours: -hours });
      await seesWhatChanged(() => world.queueSync());
    });
  }

  for (const [column, noting] of Object.entries(NOTES)) {
    test(`a ${column} ahead of now keeps no change from being seen`, async () => {
      await world.database.execute(noting, world.acme.id, new Date(world.clock.now() + DAY_HOURS * 3_600_000));
      await seesWhatChanged(() => (column === 'sync_asked_at' ? askedFor(world) : world.queueSync()));
    });
  }

  async function seesWhatChanged(queued: () => Promise<number>): Promise<void> {
    await world.turn({ minutes: 10 });
    budget += 1;
    await world.edit(NAME, 'budget', budget);
    await finished(await queued());
    const now = new Date(world.clock.now());
    assert.deepEqual(await world.database.row(notesOf, world.acme.id, NAME, now), { budget, ahead: false });
  }

  async function finished(id: number): Promise<void> {
    const task = await world.settle(id);
    assert.equal(task.status, 'completed', task.error_message ?? 'it waits');
  }
});
