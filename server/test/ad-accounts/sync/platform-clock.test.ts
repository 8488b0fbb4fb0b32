import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { queueSync } from '../../../src/ad-accounts/queue-sync.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../../writes/answers.ts';
import type { Organization } from '../../writes/organization.ts';
import type { SettledTask } from '../../writes/settled-task.ts';
import { ACME, startWorld, type Writes } from '../../writes/world.ts';

const DAY_MS = 86_400_000;
const NAME = 'Spring promo (agency)';
const SLUG = 'spring-promo-agency';
const performance = z.object({
  period: z.object({ from: z.string(), to: z.string() }),
  summary: z.object({ spend: z.number() }),
  by_day: z.array(z.object({ date: z.string() })),
});

describe('when only the platform’s clock is moved on', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;
  let latestDay: string;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization({ account: ACME, synced: true });
    latestDay = (await figures()).period.to;
  });

  test('a pause of ours before it is no conflict after it', async () => {
    await org.moved(SLUG, 'paused');
    await advance(1);
    await org.moved(SLUG, 'live');
  });

  test('the next sync brings the new day, once', async () => {
    assert.equal(daysRead(await sync()), 35);
    assert.deepEqual((await figures()).by_day.at(-1), { date: dayAfter(latestDay, 1) });
    assert.equal(daysRead(await sync()), 0);
  });

  test('changes of ours after it are no conflict, before and after a sync', async () => {
    await org.moved(SLUG, 'paused');
    await org.moved(SLUG, 'live');
    await org.moved(SLUG, 'paused');
    await sync();
    await org.moved(SLUG, 'live');
  });

  test('a change made there before the clock was moved is a conflict', async () => {
    await org.moved(SLUG, 'paused');
    await edit(21);
    await advance(1);
    refused(await org.state(SLUG, 'live'), 'sync_conflict');
    await sync();
    assert.equal((await org.campaign(SLUG)).budget, 21);
    await org.moved(SLUG, 'live');
  });

  test('a change made there after it was moved by two days is a conflict until the next sync', async () => {
    await org.moved(SLUG, 'paused');
    await advance(2);
    await edit(22);
    refused(await org.state(SLUG, 'live'), 'sync_conflict');
    await sync();
    assert.equal((await org.campaign(SLUG)).budget, 22);
    await org.moved(SLUG, 'live');
    assert.equal((await figures()).period.to, dayAfter(latestDay, 4));
  });

  test('a process that has just begun sees the same', async () => {
    const other = await writes.startProcess({ works: false });
    await org.moved(SLUG, 'paused');
    await org.moved(SLUG, 'live', { via: other });
    await org.moved(SLUG, 'paused');
    await edit(23);
    const third = await writes.startProcess({ works: false });
    refused(await org.state(SLUG, 'live', { via: third }), 'sync_conflict');
  });

  function advance(days: number): Promise<unknown> {
    return writes.emulator.control('clock', { advance_days: days });
  }

  /** The platform dates its answers by the second, so that clocks which differ are compared no better than that. */
  function later(): Promise<void> {
    return writes.turn({ seconds: 2 });
  }

  async function edit(budget: number): Promise<void> {
    await later();
    const what = { customer_id: ACME.accountId, campaign: NAME, field: 'budget', value: budget };
    await writes.emulator.control('external-edit', what);
  }

  /** A sync as the schedule starts them. */
  async function sync(): Promise<SettledTask> {
    await later();
    const task = await queueSync(writes.service.services, org.tenancy, ACME.accountId, null);
    const settled = await org.settled(task);
    assert.equal(settled.status, 'completed', JSON.stringify(settled));
    return settled;
  }

  async function figures() {
    const path = `/organizations/${org.slug}/performance?group_by=day`;
    const shown = performance.parse((await org.send('GET', path)).json);
    assert.ok(shown.summary.spend > 0);
    return shown;
  }
});

function daysRead({ result }: SettledTask): number {
  const read = z.object({ figures: z.object({ from: z.string(), to: z.string() }).optional() }).parse(result).figures;
  return read ? (Date.parse(read.to) - Date.parse(read.from)) / DAY_MS + 1 : 0;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
