/** Work that starts by the clock. For work in each organization the task queues one task for every organization. */
export interface ScheduledWork {
  /** Due times are remembered under this name; renaming starts anew. */
  name: string;
  /** A cron expression, read in UTC. */
  cron: string;
  /** The type of a service task. */
  type: string;
  payload?: Record<string, unknown>;
}

/** Everything that starts by the clock. */
export const schedule: readonly ScheduledWork[] = [
  { name: 'key_expiry', cron: '7 * * * *', type: 'warn_of_key_expiry' },
  { name: 'stale_sign_ins', cron: '23 * * * *', type: 'forget_stale_sign_ins' },
  { name: 'idle_buckets', cron: '41 * * * *', type: 'forget_idle_buckets' },
  { name: 'account_sync', cron: '*/15 * * * *', type: 'sync_all_accounts' },
  { name: 'tidy_writes', cron: '53 * * * *', type: 'tidy_writes' },
  { name: 'finished_tasks', cron: '13 4 * * *', type: 'forget_finished_tasks' },
];
