import type { Queryable } from '../../src/base/database.ts';

/** A statement with the values it was asked with. */
export interface Asked {
  text: string;
  parameters: readonly unknown[];
  /** How long the answer is, as JSON. */
  length?: number;
}

/** Tells what is asked of connections, and has some of it wait until a check is over. */
export class HeldStatements {
  asked: Asked[] = [];
  underWay = 0;
  #isHeld: ((asked: Asked) => boolean) | undefined;
  #released = Promise.resolve();

  /** Runs the check while nothing of that kind is answered. */
  async during(isHeld: (asked: Asked) => boolean, check: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#isHeld = isHeld;
    this.#released = promise;
    try {
      await check();
    } finally {
      this.#isHeld = undefined;
      resolve();
    }
  }

  /** The connections as the service is to see them. */
  of(queries: Queryable): Queryable {
    return {
      rows: (statement, ...parameters) =>
        this.#note({ ...statement, parameters }, () => queries.rows(statement, ...parameters)),
      row: (statement, ...parameters) =>
        this.#note({ ...statement, parameters }, () => queries.row(statement, ...parameters)),
      execute: (statement, ...parameters) =>
        this.#note({ ...statement, parameters }, () => queries.execute(statement, ...parameters)),
    };
  }

  async #note<T>(asked: Asked, ask: () => Promise<T>): Promise<T> {
    this.asked.push(asked);
    if (this.#isHeld?.(asked)) {
      this.underWay += 1;
      await this.#released;
      this.underWay -= 1;
    }
    const answer = await ask();
    asked.length = JSON.stringify(answer ?? null).length;
    return answer;
  }
}
