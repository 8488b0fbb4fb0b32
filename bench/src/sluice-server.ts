import { assemble } from '../../server/assemble.ts';
import { createLog } from '../../server/src/adapters/pino-log.ts';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { loadConfig } from '../../server/src/core/config.ts';
import { openDatabase } from '../../server/src/core/database.ts';
import { answerParent } from './answer-parent.ts';

/** The service with everything on: key, live membership, rate limit, durable audit. */
answerParent(async ({ databaseUrl }: { databaseUrl: string }) => {
  const config = loadConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' });
  const database = openDatabase({ url: databaseUrl });
  const mailer = { send: async () => {} };
  const service = await assemble({ config, database, clock: systemClock, log: createLog('error'), mailer });
  return service.http().listen({ port: 0, host: '127.0.0.1' });
});
