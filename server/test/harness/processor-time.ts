import { readFile } from 'node:fs/promises';
import { type Database, statement } from '../../src/base/database.ts';

/** Milliseconds that this process has worked, which a busy machine does not lengthen: the difference of two tells a work's. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const SORTED = 200_000;

/** How long this machine takes to sort 200,000 things in one go: what may take so long elsewhere may take that here. */
export function sortingMs(): number {
  const things = Array.from({ length: SORTED }, (_, id) => ({ id, size: (id * 7_919) % 100_003 }));
  const begun = processorMs();
  things.sort((one, other) => other.size - one.size || one.id - other.id);
  return processorMs() - begun;
}

const backends = statement<[], { pid: number }>(`
  select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'`);

/**
 * Milliseconds that PostgreSQL has worked for the connections of a database while something was done, the work of parallel
 * workers and of cleaning up left out. The connection that asks is counted like any other: the next time another may ask.
 * Where the system does not tell it of another process, the time that passed stands for it.
 */
export async function databaseMs(database: Database, work: () => Promise<unknown>): Promise<number> {
  const begun = await workedByBackend(database);
  await work();
  const ended = await workedByBackend(database);
  return [...ended].reduce((sum, [pid, ms]) => sum + ms - (begun.get(pid) ?? 0), 0);
}

async function workedByBackend(database: Database): Promise<Map<number, number>> {
  if (process.platform !== 'linux') return new Map([[0, performance.now()]]);
  const pids = await database.rows(backends);
  return new Map(await Promise.all(pids.map(async ({ pid }) => [pid, await workedBy(pid)] as const)));
}

/** One that has ended meanwhile works no more. */
async function workedBy(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(told.split(' ')[0]) / 1e6;
}
