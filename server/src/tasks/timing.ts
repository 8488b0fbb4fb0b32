/** How often a worker looks around and how long it waits before it gives up on something. */
export interface Timing {
  /** Between looks at the queue; notices make it look earlier. */
  pollMs: number;
  heartbeatMs: number;
  sweepMs: number;
  scheduleMs: number;
  /** A worker that was silent for so long is dead. */
  deadAfterMs: number;
  /** A task that its living worker has not mentioned for so long is stuck. */
  silentAfterMs: number;
  /** How long work may take to clean up after its time was up. */
  settleMs: number;
}

export const DEFAULT_TIMING: Timing = {
  pollMs: 2_000,
  heartbeatMs: 3_000,
  sweepMs: 5_000,
  scheduleMs: 1_000,
  deadAfterMs: 30_000,
  silentAfterMs: 60_000,
  settleMs: 5_000,
};

/** No task waits longer for its time. */
export const LONGEST_WAIT_MS = 3_600_000;

/** Does something again and again, never twice at once, until the returned function is called, which awaits the last. */
export function every(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= work()
      .catch(onError)
      .finally(() => {
        current = undefined;
      });
  }, ms);
  return async () => {
    clearInterval(timer);
    await current;
  };
}

/** An instant as statements take it. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}
