import type { Database, Queryable } from '../../src/base/database.ts';

const READS = /^\s*select\b/i;

/** Has something happen right before a request begins to write, once its turn has come; tells what was written. */
export class BeforeWriting {
  happens: (() => Promise<void>) | undefined;
  /** Transactions that were committed, and what was written outside of them. */
  made: string[] = [];

  /** The database as the service is to see it. */
  of(database: Database): Database {
    return {
      ...database,
      ...this.#watched(database),
      transaction: async (work, options) => {
        await this.#begin();
        const result = await database.transaction(work, options);
        this.made.push('a transaction');
        return result;
      },
      forDirectWrites: () => this.of(database.forDirectWrites()),
    };
  }

  #watched(queries: Queryable): Queryable {
    return {
      rows: (statement, ...parameters) => this.#note(statement.text, () => queries.rows(statement, ...parameters)),
      row: (statement, ...parameters) => this.#note(statement.text, () => queries.row(statement, ...parameters)),
      execute: (statement, ...parameters) =>
        this.#note(statement.text, () => queries.execute(statement, ...parameters)),
    };
  }

  async #note<T>(text: string, ask: () => Promise<T>): Promise<T> {
    if (READS.test(text)) return ask();
    await this.#begin();
    const result = await ask();
    this.made.push(text.trim());
    return result;
  }

  async #begin(): Promise<void> {
    const { happens } = this;
    this.happens = undefined;
    await happens?.();
  }
}
