/** Starts a server when the parent asks, tells where it listens, and answers questions about memory. */
export function answerParent<Settings>(start: (settings: Settings) => Promise<string>): void {
  process.on('message', async (message: { start?: Settings; memory?: true }) => {
    if (message.start) process.send?.({ url: await start(message.start) });
    if (message.memory) {
      globalThis.gc?.();
      process.send?.({ rss: process.memoryUsage().rss });
    }
  });
  process.on('SIGTERM', () => process.exit(0));
}
