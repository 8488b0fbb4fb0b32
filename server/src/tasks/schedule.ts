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
