import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuotaLedger } from '../../../src/adapters/google-ads/quota-ledger.ts';
import { type Cleaned, freshDatabase } from '../../harness/database.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';
import { ledgerOn, organizationsWithAccounts, takes } from './shared-operations.ts';

const ORGANIZATIONS = 1_000;
const DAILY = 15_000;
const STEP_MINUTES = 20;
const STEPS = (24 * 60) / STEP_MINUTES;
const CHANGE = 3;
/** Of what waits, so much is tried in a step before the rest is left for the next. */
const MOST_REFUSED = 12;
/** How long a change takes that finds operations at once. */
const SERVICE_MINUTES = 0.5;

/** How many operations a sync takes, of which each organization has two, and how many times the changes there are. */
interface Load {
  sync: number;
  changes: number;
}

/** A change that somebody asks for in a step of the day. */
interface Change {
  organizationId: number;
  asked: number;
}

/** How a day went for everybody but the one who floods. */
interface Day {
  /** Minutes from asking to done, of each change; what was never done counts to the end of the day. */
  delays: number[];
  undone: number;
  syncs: number;
  flooded: { syncs: number; changes: number };
}

for (const [when, load] of Object.entries({
  'on a usual day': { sync: 5, changes: 1 },
  'on a day when there is not enough for everybody': { sync: 12, changes: 5 },
})) {
  test(`one that floods does not delay the changes of a thousand others by more than a tenth, ${when}`, async (t) => {
    const quiet = await simulate(t, load, { flood: false });
    const flooded = await simulate(t, load, { flood: true });
    const told = JSON.stringify({ quiet: summary(quiet), flooded: summary(flooded) });
    t.diagnostic(told);
    assert.ok(mean(flooded.delays) <= 1.1 * mean(quiet.delays), told);
    assert.ok(percentile(flooded.delays, 0.99) <= 1.1 * percentile(quiet.delays, 0.99), told);
    assert.ok(flooded.undone <= 1.1 * quiet.undone, told);
    assert.ok(flooded.syncs >= 0.9 * quiet.syncs, told);
    assert.ok(flooded.flooded.changes + flooded.flooded.syncs > 0, told);
  });
}

/** A day of the whole deployment over the real ledger. What is refused is tried again in the next step, as parked tasks are. */
async function simulate(t: Cleaned, load: Load, { flood }: { flood: boolean }): Promise<Day> {
  const { database } = await freshDatabase(t);
  const clock = new TurnableClock('2026-03-02T00:00:00.000Z');
  const [flooder = 0, ...others] = await organizationsWithAccounts(database, ORGANIZATIONS + 1);
  const ledger = ledgerOn(database, clock, DAILY);
  const day: Day = { delays: [], undone: 0, syncs: 0, flooded: { syncs: 0, changes: 0 } };
  const asked = changesOfTheDay(others, load.changes);
  let waiting: Change[] = [];
  let due: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    if (flood) await floodWith(ledger, flooder, day);
    waiting.push(...asked.filter((change) => change.asked === step));
    waiting = await trySome(waiting, async ({ organizationId, asked }) => {
      const done = await takes(ledger, organizationId, 'change', CHANGE);
      if (done) day.delays.push((step - asked) * STEP_MINUTES + SERVICE_MINUTES);
      return done;
    });
    due.push(...others.filter((id) => (id + step) % (STEPS / 2) === 0 && !due.includes(id)));
    due = await trySome(due, async (id) => {
      const done = await takes(ledger, id, 'read', load.sync);
      if (done) day.syncs += 1;
      return done;
    });
    clock.turn({ minutes: STEP_MINUTES });
  }
  day.undone = waiting.length;
  day.delays.push(...waiting.map(({ asked }) => (STEPS - asked) * STEP_MINUTES));
  return day;
}

/** All the syncs that may be asked for of ten accounts, and changes for as long as any is taken. */
async function floodWith(ledger: QuotaLedger, flooder: number, { flooded }: Day): Promise<void> {
  for (let minute = 0; minute < STEP_MINUTES * 10; minute += 1) {
    if (!(await takes(ledger, flooder, 'read', 15))) break;
    flooded.syncs += 1;
  }
  while (await takes(ledger, flooder, 'change', CHANGE)) flooded.changes += 1;
}

/** Most make none, some one, a few many; the same in every run. */
function changesOfTheDay(organizations: readonly number[], times: number): Change[] {
  const random = seeded(7);
  return organizations.flatMap((organizationId, index) => {
    const count = (index % 100 === 0 ? 12 : random() < 0.4 ? 1 : 0) * times;
    return Array.from({ length: count }, () => ({ organizationId, asked: Math.floor(random() * STEPS) }));
  });
}

/** Tries one after the other, until many in a row were refused; what was refused comes last the next time. */
async function trySome<T>(items: readonly T[], work: (item: T) => Promise<boolean>): Promise<T[]> {
  const refused: T[] = [];
  for (const [index, item] of items.entries()) {
    if (!(await work(item))) refused.push(item);
    if (refused.length >= MOST_REFUSED) return [...items.slice(index + 1), ...refused];
  }
  return refused;
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0;
}

function summary({ delays, ...day }: Day) {
  return { ...day, changes: delays.length, mean: mean(delays), p99: percentile(delays, 0.99) };
}
