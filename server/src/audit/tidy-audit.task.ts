import { z } from 'zod';
import { serviceTask } from '../tasks/task.ts';
import { dropOldPartitions, makePartitions } from './partitions.ts';

const TIMEOUT_SECONDS = 600;

/** Makes room for the events to come and removes those that have been kept long enough. */
export const tidyAudit = serviceTask({
  type: 'tidy_audit',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  // Whoever reads the trail at that moment may keep the lock away for longer than is waited for.
  retries: { attempts: 5, backoffSeconds: 30 },
  resumable: true,

  async run(_, services) {
    await makePartitions(services);
    return undefined;
  },

  removeByAge: dropOldPartitions,
});
