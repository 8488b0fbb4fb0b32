import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { task } from '../../src/tasks/task.ts';
import { taskWorld } from './world.ts';

const orphan = statement<[id: number], never>(`
  update task set status = 'running', worker_id = 'gone', heartbeat_at = now(), deadline_at = now() + interval '1 hour'
  where task_tracking_id = $1`);

for (const [what, error] of Object.entries({
  'a deadlock': Object.assign(new Error('deadlock detected'), { code: '40P01' }),
  'a lost connection': new Error('Connection terminated unexpectedly'),
})) {
  for (const by of ['its worker', 'the sweep'] as const) {
    test(`what follows a failed task is done although ${what} came between, where ${by} fails it`, async (t) => {
      const tries: string[] = [];
      const kind = task({
        type: 'followed',
        payload: z.strictObject({}),
        timeoutSeconds: 300,
        run: async () => Promise.reject(new Error('a bug')),
        async onFailure(_, { reason }) {
          tries.push(reason);
          if (tries.length === 1) throw error;
        },
      });
      const { database, queue, work, until } = await taskWorld(t, [kind]);
      const id = await queue('followed');
      if (by === 'the sweep') await database.execute(orphan, id);
      await work();
      const ended = await until(id);
      const reason = by === 'its worker' ? 'task_error' : 'killed_by_restart';
      assert.deepEqual([ended.status, ended.error_reason, tries], ['failed', reason, [reason, reason]]);
    });
  }
}
