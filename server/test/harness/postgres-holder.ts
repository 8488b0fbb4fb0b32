import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/start.ts';
import { silentLog } from './log.ts';

// A process that holds a PostgreSQL on the directory it is given until its input ends; Ctrl-C does not move it.
process.on('SIGINT', () => {});
const dataDir = process.argv[2] ?? '';
const { url, held, stop } = await startEmbeddedPostgres({ dataDir, log: silentLog, settings: { fsync: 'off' } });
process.stdout.write(`${JSON.stringify({ url, held })}\n`);
process.stdin.resume().once('end', async () => {
  await stop();
  process.exit();
});
