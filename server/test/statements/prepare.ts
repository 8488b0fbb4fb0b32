import pg from 'pg';
import { analyze, tellAnalysis } from './analyzed.ts';
import type { Declared } from './declared.ts';
import { child, children, parse, type SqlNode, text } from './tree.ts';
import { type Catalog, readCatalog, unsteadyWrites } from './volatility.ts';

/** A statement that the migrated database does not take, or one that changes rows in a way that is refused. */
export interface Failed {
  name: string;
  why: string;
}

/** Opens a connection on which statements are only prepared: nothing of what is done here stays. */
export async function openChecker(url: string): Promise<Checker> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const catalog = await readCatalog(client);
  await client.query('begin');
  await tellAnalysis(client);
  return new Checker(client, catalog);
}

/** Prepares statements as the program would, one after the other. */
class Checker {
  #client: pg.Client;
  #catalog: Catalog;

  constructor(client: pg.Client, catalog: Catalog) {
    this.#client = client;
    this.#catalog = catalog;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  /** The statements that cannot be prepared, or change rows in a way that is refused. */
  async failures(statements: readonly Pick<Declared, 'name' | 'text'>[]): Promise<Failed[]> {
    const failed: Failed[] = [];
    for (const { name, text: sql } of statements) {
      const problems = await this.unsteady(sql).catch((error: unknown) => [String(error)]);
      failed.push(...problems.map((why) => ({ name, why })));
    }
    return failed;
  }

  /** Where the statement changes rows in a way that is refused; fails when it cannot be prepared. */
  async unsteady(sql: string): Promise<string[]> {
    await this.#client.query('savepoint one');
    try {
      return await this.#check(sql);
    } catch (error) {
      await this.#client.query('rollback to one');
      throw error;
    }
  }

  async #check(sql: string): Promise<string[]> {
    const [command] = parse(sql);
    if (command?.kind === 'CreateStmt') await this.#replaceTable(command, sql);
    else if (command?.kind === 'CopyStmt') await analyze(this.#client, copied(command, sql));
    else if (!command || !PREPARED.includes(command.kind)) await this.#client.query(sql);
    else return unsteadyWrites(await analyze(this.#client, sql), this.#catalog);
    return [];
  }

  /** Temporary tables are made in the order of the statements that use them, each in the place of the last. */
  async #replaceTable(command: SqlNode, sql: string): Promise<void> {
    const [table] = children(command, 'relation');
    const name = (table && text(table, 'relname')) ?? '';
    if (table?.fields.relpersistence === 't') await this.#client.query(`drop table if exists pg_temp.${name}`);
    await this.#client.query(sql);
  }
}

const PREPARED = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'];

/** COPY cannot be prepared; the query that it takes or that would give its columns can. */
function copied(copy: SqlNode, sql: string): string {
  if (child(copy, 'query')) return /\(([\s\S]*)\)\s*to\s+stdout/i.exec(sql)?.[1] ?? '';
  const columns = children(copy, 'attlist').map((column) => text(column, 'sval'));
  const [table] = children(copy, 'relation');
  return `select ${columns.length > 0 ? columns.join() : '*'} from ${table && text(table, 'relname')}`;
}
