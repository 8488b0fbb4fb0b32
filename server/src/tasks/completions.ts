import type { Queryable } from '../base/database.ts';
import type { Clock } from '../ports/clock.ts';
import { completeTasks } from './running-task.store.ts';
import { instant } from './timing.ts';

interface Completion {
  id: number;
  attempt: number;
  /** As JSON. */
  result: string | null;
}

interface Waiting extends Completion {
  resolve(stillOurs: boolean): void;
  reject(error: unknown): void;
}

/** Records completed tasks, all that wait in one statement: short tasks would spend their time on commits otherwise. */
export function groupCompletions(db: Queryable, clock: Clock): (completion: Completion) => Promise<boolean> {
  let waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await writeGroup(db, group, clock.now());
    }
    writing = false;
  }

  return (completion) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...completion, resolve, reject });
      if (!writing) setImmediate(() => !writing && write());
    });
}

async function writeGroup(db: Queryable, group: readonly Waiting[], now: number): Promise<void> {
  try {
    const rows = await db.rows(
      completeTasks,
      group.map(({ id }) => id),
      group.map(({ attempt }) => attempt),
      group.map(({ result }) => result),
      instant(now),
    );
    const ours = new Set(rows.map((row) => row.task_tracking_id));
    for (const each of group) each.resolve(ours.has(each.id));
  } catch (error) {
    for (const each of group) each.reject(error);
  }
}
