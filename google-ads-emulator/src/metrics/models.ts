import type { Account } from '../store/account.ts';
import { PerformanceModel } from './model.ts';
import { type MarketPlan, UNPLANNED } from './plan.ts';

/** The performance models of all accounts, made when first asked for. */
export class PerformanceModels {
  readonly #plans: ReadonlyMap<string, MarketPlan>;
  readonly #seed: number;
  readonly #models = new Map<string, PerformanceModel>();

  constructor(plans: ReadonlyMap<string, MarketPlan>, seed: number) {
    this.#plans = plans;
    this.#seed = seed;
  }

  of(account: Account): PerformanceModel {
    const known = this.#models.get(account.id);
    if (known) return known;
    const model = new PerformanceModel(account, this.#plans.get(account.id) ?? UNPLANNED, this.#seed);
    this.#models.set(account.id, model);
    return model;
  }
}
