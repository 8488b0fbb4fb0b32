import type { Account } from '../store/account.ts';
import type { AccountDescription } from '../worlds/description.ts';
import { marketDescription } from '../worlds/market-description.ts';
import { PerformanceModel } from './model.ts';

/** The performance models of all accounts, made when first asked for. */
export class PerformanceModels {
  readonly #accounts: ReadonlyMap<string, AccountDescription>;
  readonly #seed: number;
  readonly #began: number;
  readonly #models = new Map<string, PerformanceModel>();

  constructor(accounts: readonly AccountDescription[], seed: number, began: number) {
    this.#accounts = new Map(accounts.map((account) => [account.id, account]));
    this.#seed = seed;
    this.#began = began;
  }

  of(account: Account): PerformanceModel {
    const known = this.#models.get(account.id);
    if (known) return known;
    const description = this.#accounts.get(account.id);
    const market = description?.market ?? UNDESCRIBED;
    const campaigns = description?.campaigns ?? [];
    const model = new PerformanceModel(account, { market, campaigns }, this.#seed, this.#began);
    this.#models.set(account.id, model);
    return model;
  }
}

/** The market of an account that nobody described: every keyword brings the demand for its own text. */
const UNDESCRIBED = marketDescription.parse({ base: { cpc: 2.4, ctr: 0.07, cvr: 0.09, value: 140 }, unlisted: 1 });
