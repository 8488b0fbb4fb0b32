import type { BlockPoint, Fate } from './database-gate.ts';
import type { HoldPoint } from './platform-gate.ts';

/** A moment in the life of a write at which its process is killed. */
export interface KillPoint {
  name: string;
  /** Whether the write was written down by then: it has to happen even if nobody asks again. */
  begun: boolean;
  /** Only writes that reach the platform come here; or only those that do not. */
  platform: boolean;
  drafts?: boolean;
  block?: BlockPoint & { fate: Fate };
  hold?: HoldPoint;
}

const begins: BlockPoint = {
  statement: 'insert into task (',
  parameter: /^(?:apply_change|stop_spending)$/,
  at: 'commit',
};
const logs: BlockPoint = { statement: 'insert into action (', at: 'commit' };
const completes: BlockPoint = { statement: 'update action set', parameter: /^executed$/, at: 'commit' };
const finishes: BlockPoint = {
  statement: `update task set status = 'completed'`,
  rows: `select 1 from task where task_tracking_id = any($1::bigint[]) and type in ('apply_change', 'stop_spending')`,
  at: 'statement',
};

/** Every point of the pipeline, in the order in which a write comes by. */
export const KILL_POINTS: readonly KillPoint[] = [
  {
    name: 'after its Idempotency-Key was claimed',
    begun: false,
    platform: false,
    block: { statement: 'insert into idempotency_key (', at: 'statement', fate: 'kept' },
  },
  {
    name: 'before the transaction that does it has ended',
    begun: false,
    platform: false,
    drafts: true,
    block: { ...logs, fate: 'lost' },
  },
  {
    name: 'after it was done, before anybody was answered',
    begun: true,
    platform: false,
    drafts: true,
    block: { ...logs, fate: 'kept' },
  },
  {
    name: 'before the transaction that writes it down has ended',
    begun: false,
    platform: true,
    block: { ...begins, fate: 'lost' },
  },
  {
    name: 'after it was written down, before anybody was answered',
    begun: true,
    platform: true,
    block: { ...begins, fate: 'kept' },
  },
  {
    name: 'after a worker took it',
    begun: true,
    platform: true,
    block: {
      statement: `update task set status = 'running'`,
      parameter: /"(?:apply_change|stop_spending)"/,
      rows: `select $1 from task where type in ('apply_change', 'stop_spending') and status = 'queued' and not_before is null`,
      at: 'statement',
      fate: 'kept',
    },
  },
  {
    name: 'before the platform is told',
    begun: true,
    platform: true,
    block: {
      statement: 'update action set',
      parameter: /^\{.*tried.*\}$/,
      at: 'statement',
      fate: 'kept',
    },
  },
  { name: 'while it asks the platform, which never hears of it', begun: true, platform: true, hold: 'asked' },
  { name: 'after the platform has done it, before the answer', begun: true, platform: true, hold: 'answered' },
  {
    name: 'after the platform has done it, before our rows say so',
    begun: true,
    platform: true,
    block: { ...completes, fate: 'lost' },
  },
  {
    name: 'after our rows say so, before the worker knows',
    begun: true,
    platform: true,
    block: { ...completes, fate: 'kept' },
  },
  {
    name: 'before the task is said to be done',
    begun: true,
    platform: true,
    block: { ...finishes, fate: 'lost' },
  },
  {
    name: 'after the task is said to be done',
    begun: true,
    platform: true,
    block: { ...finishes, fate: 'kept' },
  },
];
