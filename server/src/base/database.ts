import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import { Lane } from './lane.ts';
import { listen } from './listen.ts';
import { DatabaseBusy, isReadOnly } from './outage.ts';
import { Silence } from './silence.ts';
import { wireTypes } from './wire-types.ts';

/** One SQL statement, prepared once on each connection under a name derived from its text. */
export interface Statement<Parameters extends unknown[], Row> {
  readonly name: string;
  readonly text: string;
  /** Present in types only: what the statement takes and returns. */
  readonly types?: (parameters: Parameters) => Row;
}

/** Tells the text of every statement as it is declared: who listens before the stores are loaded hears of them all. */
export const declaredStatements = channel('sluice:statement');

/** Declares a statement with the types of its parameters and of its rows. */
export function statement<Parameters extends unknown[], Row>(text: string): Statement<Parameters, Row> {
  declaredStatements.publish(text);
  return { name: `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text };
}

/**
 * Names what a statement selects for each member of its row: a column, or an expression that takes its name. A member
 * that is forgotten, or that the row does not have, fails the type check.
 */
export function columns<Row extends object>(selected: { readonly [Name in keyof Row]-?: string }): string {
  return Object.entries<string>(selected)
    .map(([name, expression]) => (expression === name ? name : `${expression} as "${name}"`))
    .join(', ');
}

/** Anything statements can run on: the pool, the hot lane or an open transaction. */
export interface Queryable {
  rows<P extends unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R[]>;
  row<P extends unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R | undefined>;
  /** Runs a statement for its effect and tells how many rows it touched. */
  execute<P extends unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<number>;
}

/** The connections of one process to its database. */
export interface Database extends Queryable {
  /** Pipelined connections for short indexed statements; a slow statement here would hold up every other. */
  readonly hot: Queryable;
  /** A connection of its own, pipelined, for a caller that must not share (the audit writer). */
  lane(): Queryable;
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The same database for work in the background, with connections of its own: requests never wait for one of these. */
  forWork(): Database;
  /**
   * The same for work that carries out changes, which gives up soon on a row that others hold: neither what is looked
   * through at length nor syncs take one of these.
   */
  forChanges(): Database;
  /**
   * The same database for what is written outside guarded changes, with few connections of its own: it gives up soon on
   * a row that others hold, and neither reads nor guarded changes wait for one of these meanwhile.
   */
  forDirectWrites(): Database;
  /**
   * Calls back on every notification of the channel until the returned function is called, and when the connection was
   * lost: what was said before there is another is not heard.
   */
  listen(channel: string, onNotice: (payload: string) => void, onLost?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** How a transaction gets along with others. */
interface TransactionOptions {
  /** All its reads see the database as it was at the first of them: for what must agree with itself. */
  ofOneInstant?: boolean;
  /** How long it waits for each row that others hold, where that is less than usual. */
  locksWaitMs?: number;
}

/** An open transaction; `client` is there for COPY and for the commands of migrations. */
export interface Transaction extends Queryable {
  readonly client: pg.PoolClient;
}

/** Tells a transaction from connections that any statement may run on. */
export function isTransaction(db: Queryable): db is Transaction {
  return 'client' in db;
}

/** How to reach PostgreSQL and how many connections a process may hold. */
export interface DatabaseSettings {
  url: string;
  poolSize?: number;
  workPoolSize?: number;
  changePoolSize?: number;
  directPoolSize?: number;
  hotConnections?: number;
  /** How long a request waits for a lock at most. */
  locksWaitMs?: number;
  /** How long a connection of which an answer is waited for may say nothing, and one of work in the background. */
  silentMs?: number;
  workSilentMs?: number;
  onError?: (error: Error) => void;
}

const DEFAULT_POOL_SIZE = 10;
const DEFAULT_WORK_POOL_SIZE = 8;
/** Changes hold a connection for a few statements, and wait for the platform without one. */
const DEFAULT_CHANGE_POOL_SIZE = 4;
/** Whoever carries changes out waits on for a row outside of their connections. */
const CHANGE_LOCKS_WAIT_MS = 250;
/** As many as the lines of direct writes and of apps let at them at once. */
const DEFAULT_DIRECT_POOL_SIZE = 6;
const DEFAULT_HOT_CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than others wait for a connection: they get that of whoever gave up. Work in the background waits on. */
const DEFAULT_LOCKS_WAIT_MS = 8_000;
/** Whoever is told to come back does, and others write meanwhile. */
const DIRECT_LOCKS_WAIT_MS = 1_000;
/** A request's process that stands still within a transaction loses it soon, so that others do not wait for what it holds. */
const ENDS_WHEN_IDLE = { idle_in_transaction_session_timeout: 10_000 };

/** A statement that requests wait for is over long before, or gave up on a lock. */
const DEFAULT_SILENT_MS = 20_000;
/** Work waits for locks, and for statements over all of an organization's rows. */
const DEFAULT_WORK_SILENT_MS = 60_000;
/** The server gives up by then itself on what nobody waits for any more: it is not told when they are gone. */
const ENDED_THERE_AFTER_MS = 3_000;
/** Whether the other side is still there is asked from then on where nothing is said. */
const KEEP_ALIVE_MS = 10_000;
/** The server asks as well, and gives up on a host that is gone after 40 s; what it cannot send, too. */
const KEPT_ALIVE_THERE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 -c tcp_user_timeout=40000';

/** Opens the pool and the hot lane; nothing connects before the first statement. */
export function openDatabase(settings: DatabaseSettings): Database {
  const onError = settings.onError ?? (() => {});
  const options: pg.ClientConfig = {
    connectionString: settings.url,
    types: wireTypes,
    options: `-c timezone=UTC ${KEPT_ALIVE_THERE}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  const silentMs = settings.silentMs ?? DEFAULT_SILENT_MS;
  const workSilentMs = settings.workSilentMs ?? DEFAULT_WORK_SILENT_MS;
  const [silence, silenceOfWork] = [new Silence(silentMs), new Silence(workSilentMs)];
  const silenceOfLanes = new Silence(silentMs, 'heard');
  const locksWaitMs = settings.locksWaitMs ?? DEFAULT_LOCKS_WAIT_MS;
  const forRequests = { ...options, ...endedThere(silentMs), ...ENDS_WHEN_IDLE, lock_timeout: locksWaitMs };
  const forDirect = { ...forRequests, lock_timeout: Math.min(locksWaitMs, DIRECT_LOCKS_WAIT_MS) };
  const pool = openPool(forRequests, settings.poolSize ?? DEFAULT_POOL_SIZE, onError);
  const directPool = openPool(forDirect, settings.directPoolSize ?? DEFAULT_DIRECT_POOL_SIZE, onError);
  const forWork = { ...options, ...endedThere(workSilentMs) };
  const workPool = openPool(forWork, settings.workPoolSize ?? DEFAULT_WORK_POOL_SIZE, onError);
  const forChanges = { ...forWork, lock_timeout: CHANGE_LOCKS_WAIT_MS };
  const changePool = openPool(forChanges, settings.changePoolSize ?? DEFAULT_CHANGE_POOL_SIZE, onError);
  for (const connections of [pool, directPool]) watch(connections, silence);
  for (const connections of [workPool, changePool]) watch(connections, silenceOfWork);
  const lanes: Lane[] = [];
  const openLane = (how: pg.ClientConfig) => {
    const lane = new Lane(how, silenceOfLanes, onError);
    lanes.push(lane);
    return lane;
  };
  const hotCount = settings.hotConnections ?? DEFAULT_HOT_CONNECTIONS;
  const hotLanes = Array.from({ length: hotCount }, () => openLane(forRequests));
  let turn = 0;
  const hot = queryable((query) => {
    turn = (turn + 1) % hotLanes.length;
    return (hotLanes[turn] as Lane).run(query).catch(whenBusy);
  });

  const through = (connections: pg.Pool): Database => ({
    ...queryable((query) => connections.query(query).catch(whenBusy)),
    hot,
    lane: () => {
      const lane = openLane({ ...options, ...endedThere(silentMs) });
      return queryable((query) => lane.run(query));
    },
    transaction: (work, options) => inTransaction(connections, work, options),
    forWork: () => through(workPool),
    forChanges: () => through(changePool),
    forDirectWrites: () => through(directPool),
    listen: (channel, onNotice, onLost) => listen(options, channel, { onNotice, onLost, onError }),
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
      await Promise.all([pool, directPool, workPool, changePool].map((connections) => connections.end()));
    },
  });
  return through(pool);
}

/**
 * Nothing where silence never ends a connection. A transaction in which nothing is said ends like a statement: here it
 * is given up by then, unless this process stands still or is gone.
 */
function endedThere(silentMs: number): pg.ClientConfig {
  if (!Number.isFinite(silentMs)) return {};
  const afterMs = silentMs + ENDED_THERE_AFTER_MS;
  return { statement_timeout: afterMs, idle_in_transaction_session_timeout: afterMs };
}

function openPool(options: pg.ClientConfig, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...options, max });
  pool.on('error', onError);
  // A connection that breaks while a transaction holds it must not end the process: its next statement fails.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

function watch(pool: pg.Pool, silence: Silence): void {
  pool.on('acquire', (client) => silence.ask(client));
  pool.on('release', (_error, client) => silence.answered(client));
}

type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

function queryable(run: Run): Queryable {
  return {
    rows: async ({ name, text }, ...values) => (await run({ name, text, values })).rows,
    row: async ({ name, text }, ...values) => (await run({ name, text, values })).rows[0],
    execute: async ({ name, text }, ...values) => (await run({ name, text, values })).rowCount ?? 0,
  };
}

const NONE_FREE = /timeout exceeded when trying to connect|terminated due to connection timeout/;

const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE classes of values that cannot be kept: data exceptions, and constraints that they break. */
const REFUSED_VALUES = /^2[23]/;

/** Whether a statement failed by what it was given: given again, it fails again. */
export function refusesValues(error: unknown): boolean {
  return error instanceof pg.DatabaseError && REFUSED_VALUES.test(error.code ?? '');
}

/** Every connection was taken, or a row was locked, for so long that whoever waited is told to come back. */
function whenBusy(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  if (!isLockTimeout(error) && !NONE_FREE.test(error.message)) throw error;
  throw new DatabaseBusy(error);
}

/** Whether a row that others hold was waited for in vain. */
export function waitedForLock(error: unknown): boolean {
  return isLockTimeout(error) || (error instanceof DatabaseBusy && isLockTimeout(error.cause));
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
  { ofOneInstant = false, locksWaitMs }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect().catch(whenBusy);
  try {
    const begin = ofOneInstant ? 'begin isolation level repeatable read' : 'begin';
    await client.query(locksWaitMs === undefined ? begin : `${begin}; set local lock_timeout = ${locksWaitMs}`);
    const result = await work({ ...queryable((query) => client.query(query)), client });
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    client.release(broken || isReadOnly(error));
    return whenBusy(error);
  }
}
