import { DAY_MS } from '../clock.ts';
import { type JsonObject, toJson } from '../json.ts';
import { addReported, type Leaf, noTotals, type Totals } from '../metrics/leaf.ts';
import type { PerformanceModel } from '../metrics/model.ts';
import type { PerformanceModels } from '../metrics/models.ts';
import { type Truth, truthAt } from '../metrics/truth.ts';
import { type MutateOutcome, mutate } from '../mutate/mutate.ts';
import { search } from '../search/search.ts';
import type { Account } from '../store/account.ts';
import { MemoryLog } from '../store/memory-log.ts';
import type { World } from '../store/world.ts';
import type { MutateOperation } from '../wire.gen.ts';
import type { WorldDescription } from './description.ts';
import { openWorld } from './open-world.ts';

/** Days of an account, as day numbers in its own time zone, both included. */
export interface Days {
  first: number;
  last: number;
}

/** A world in memory, without a server: played day by day, changed by mutates and read as reports or as leaves. */
export class Simulation {
  readonly world: World;
  readonly #models: PerformanceModels;

  /** Begins at an instant; `seed` draws other chance than the world's own. */
  constructor(description: WorldDescription, begins: number, seed?: number) {
    const options = { description, ...(seed !== undefined && { seed }) };
    const { world, models } = openWorld(new MemoryLog(), { now: () => begins }, options);
    this.world = world;
    this.#models = models;
  }

  get now(): number {
    return this.world.clock.now();
  }

  advance(days: number): void {
    this.world.record({ type: 'clock', offsetMs: this.world.clock.offsetMs + days * DAY_MS });
  }

  account(customer: string): Account {
    const account = this.world.accounts.get(customer);
    if (!account) throw new Error(`The world has no account ${customer}.`);
    return account;
  }

  model(customer: string): PerformanceModel {
    return this.#models.of(this.account(customer));
  }

  /** The day that it is in an account. */
  today(customer: string): number {
    return this.account(customer).time.day(this.now);
  }

  /** Changes an account as an API call would: all operations or none. */
  mutate(customer: string, operations: readonly MutateOperation[]): MutateOutcome {
    const options = { operations: operations.map(toJson), partialFailure: false, validateOnly: false };
    const author = { clientType: 'GOOGLE_ADS_API', userEmail: 'simulation@demo.test' } as const;
    return mutate(this.world, this.account(customer), options, author, this.now);
  }

  /** All rows of a query. */
  rows(customer: string, query: string): JsonObject[] {
    const result = search(this.world, this.model(customer), query, this.now);
    return result.rows(0, result.count);
  }

  /** The finest facts of some days, as reported by now. */
  *leaves(customer: string, { first, last }: Days): Generator<Leaf> {
    const model = this.model(customer);
    const nowInDays = model.account.time.local(this.now) / DAY_MS;
    for (let day = first; day <= last; day += 1) yield* model.leavesOn(day, nowInDays);
  }

  /** Sums of some days by whatever a leaf is told apart by; `undefined` leaves it out. */
  sums(customer: string, days: Days, keyOf: (leaf: Leaf) => string | undefined): Map<string, Totals> {
    const nowInDays = this.account(customer).time.local(this.now) / DAY_MS;
    const sums = new Map<string, Totals>();
    for (const leaf of this.leaves(customer, days)) {
      const key = keyOf(leaf);
      if (key === undefined) continue;
      const totals = sums.get(key) ?? noTotals();
      addReported(totals, leaf, nowInDays);
      sums.set(key, totals);
    }
    return sums;
  }

  /** The true averages behind the figures, as the account stands. */
  truth(customer: string): Truth {
    return truthAt(this.model(customer), this.now);
  }
}
