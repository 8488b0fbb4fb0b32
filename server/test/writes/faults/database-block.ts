import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const LOCK = 8_115_204;
const PATIENCE_MS = 20_000;

/** Where a statement of the service is made to wait: at a row it writes, or at the end of its transaction. */
export interface BlockPoint {
  table: string;
  event: 'insert' | 'update';
  /** Of the row: a condition on `new` and, for updates, `old`. */
  when: string;
  at: 'row' | 'commit';
}

/** What becomes of the statement once its process is dead: the database never heard the end of it, or carried it out. */
export type Fate = 'lost' | 'kept';

/** A statement that waits for the test. */
export interface Block {
  /** Settles when a statement waits. */
  reached(): Promise<void>;
  /** Decides what becomes of it, waits until it has, and takes the block away. */
  end(fate: Fate): Promise<void>;
}

const FUNCTION = `
  create or replace function test_block() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${LOCK});
    return new;
  end $$`;

/** Makes the next statement that reaches the point wait. */
export async function block(databaseUrl: string, point: BlockPoint): Promise<Block> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(FUNCTION);
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  const deferred = point.at === 'commit';
  await client.query(`
    create ${deferred ? 'constraint' : ''} trigger test_block after ${point.event} on ${point.table}
    ${deferred ? 'deferrable initially deferred' : ''} for each row when (${point.when}) execute function test_block()`);
  return {
    async reached() {
      await eventually(async () => (await waiting(client)).length > 0, `a statement that waits at ${point.table}`);
    },
    async end(fate) {
      const pids = await waiting(client);
      if (fate === 'lost') await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
      else await client.query('select pg_advisory_unlock_all()');
      await eventually(async () => (await busy(client, pids)) === 0, 'what waited to come to an end');
      await client.query('select pg_advisory_unlock_all()');
      await client.query(`drop trigger test_block on ${point.table}`);
      await client.end();
    },
  };
}

async function waiting(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  );
  return rows.map(({ pid }) => pid);
}

async function busy(client: pg.Client, pids: number[]): Promise<number> {
  const { rows } = await client.query(`select 1 from pg_stat_activity where pid = any($1) and state <> 'idle'`, [pids]);
  return rows.length;
}

async function eventually(holds: () => Promise<boolean>, what: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`waited too long for ${what}`);
    await sleep(10);
  }
}
