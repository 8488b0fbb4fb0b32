/** Starts a server when the parent asks, tells where it listens, and answers questions about memory and work done. */
export function answerParent<Settings>(start: (settings: Settings) => Promise<string>): void {
  process.on('message', async (message: { start?: Settings; memory?: true; cpu?: true }) => {
    if (message.start) process.send?.({ url: await start(message.start) });
    if (message.memory) {
      globalThis.gc?.();
      process.send?.({ rss: process.memoryUsage().rss });
    }
    if (message.cpu) process.send?.(process.cpuUsage());
  });
  process.on('SIGTERM', () => process.exit(0));
}
