import { type Clock, DAY_MS } from '../clock.ts';
import { refuse } from '../google-error.ts';

/** The operations of one Cloud project in a rolling day; a search counts one, a mutate each of its operations. */
export class OperationQuota {
  readonly #clock: Clock;
  readonly #perDay: number;
  #spent: { at: number; operations: number }[] = [];

  constructor(clock: Clock, perDay: number) {
    this.#clock = clock;
    this.#perDay = perDay;
  }

  get used(): number {
    this.#forgetOld();
    return this.#spent.reduce((sum, { operations }) => sum + operations, 0);
  }

  spend(operations: number): void {
    if (this.used + operations > this.#perDay) {
      const details = { rateScope: 'DEVELOPER', rateName: 'Number of operations per day', retryDelay: '900s' } as const;
      const message = 'Too many requests. Retry in 900 seconds.';
      refuse('RESOURCE_EXHAUSTED', { quotaError: 'RESOURCE_EXHAUSTED' }, message, { quotaErrorDetails: details });
    }
    const now = this.#clock.now();
    const last = this.#spent.at(-1);
    if (last && now - last.at < SLICE_MS) last.operations += operations;
    else this.#spent.push({ at: now, operations });
  }

  #forgetOld(): void {
    const oldest = this.#clock.now() - DAY_MS;
    this.#spent = this.#spent.filter(({ at }) => at > oldest);
  }
}

/** Spending is remembered by the minute. */
const SLICE_MS = 60_000;
