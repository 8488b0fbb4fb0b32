import { z } from 'zod';
import { assemble } from '../../assemble.ts';
import { createLog } from '../../src/adapters/pino-log.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { openDatabase } from '../../src/base/database.ts';
import { noAdPlatform } from './ad-platform.ts';
import { testConfig } from './config.ts';
import { noDocuments } from './documents.ts';

const settings = z
  .object({ databaseUrl: z.string(), rateLimitPerMinute: z.number(), trustedProxies: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''));

/** A process of its own that serves an existing database until it is killed, and tells its parent where. */
const service = await assemble({
  config: testConfig({
    rateLimitPerMinute: settings.rateLimitPerMinute,
    anonymousRateLimitPerMinute: 1_000_000,
    trustedProxies: settings.trustedProxies,
  }),
  database: openDatabase({ url: settings.databaseUrl }),
  clock: systemClock,
  log: createLog('info', { write: tellErrors }),
  mailer: { send: async () => {} },
  ...noAdPlatform(systemClock),
  documents: noDocuments,
});
process.send?.(await service.http().listen({ port: 0, host: '127.0.0.1' }));

/** What is logged costs what it costs the service; only what nobody expected is shown. */
function tellErrors(line: string): void {
  if (line.startsWith('{"level":"error"')) process.stderr.write(line);
}

/** How long the event loop stood still at most: work between two ticks, not the time that other processes took. */
let longestMs = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  longestMs = Math.max(longestMs, (user + system) / 1000);
  before = process.threadCpuUsage();
}, 1);
process.on('message', (asked) => {
  if (asked === 'processor time') {
    const { user, system } = process.threadCpuUsage();
    process.send?.((user + system) / 1000);
    return;
  }
  if (asked === 'memory') {
    process.send?.(process.memoryUsage.rss());
    return;
  }
  process.send?.(longestMs);
  longestMs = 0;
});
process.once('disconnect', () => process.exit());
