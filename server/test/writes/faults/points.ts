import type { BlockPoint, Fate } from './database-block.ts';
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

const UNDER_WAY = `'in_progress'`;
const CHANGE = `new.type = 'apply_change'`;

const begins: BlockPoint = {
  table: 'task',
  event: 'insert',
  when: CHANGE,
  at: 'commit',
};
const logs: BlockPoint = { table: 'action', event: 'insert', when: 'true', at: 'commit' };
const completes: BlockPoint = {
  table: 'action',
  event: 'update',
  when: `(old.status = ${UNDER_WAY} and new.status = 'executed')
    or (old.undo_status = ${UNDER_WAY} and new.undo_status = 'executed')`,
  at: 'commit',
};
const finishes: BlockPoint = {
  table: 'task',
  event: 'update',
  when: `${CHANGE} and new.status = 'completed'`,
  at: 'row',
};

/** Every point of the pipeline, in the order in which a write comes by. */
export const KILL_POINTS: readonly KillPoint[] = [
  {
    name: 'after its Idempotency-Key was claimed',
    begun: false,
    platform: false,
    block: { table: 'idempotency_key', event: 'insert', when: 'true', at: 'row', fate: 'kept' },
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
      table: 'task',
      event: 'update',
      when: `${CHANGE} and old.status = 'queued' and new.status = 'running'`,
      at: 'row',
      fate: 'kept',
    },
  },
  {
    name: 'before the platform is told',
    begun: true,
    platform: true,
    block: {
      table: 'action',
      event: 'update',
      when: `old.steps is distinct from new.steps and new.status = ${UNDER_WAY}
        or old.undo_steps is not null and old.undo_steps is distinct from new.undo_steps and new.undo_status = ${UNDER_WAY}`,
      at: 'row',
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
