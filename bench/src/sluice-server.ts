import { randomBytes } from 'node:crypto';
import { assemble } from '../../server/assemble.ts';
import { documentFetcher } from '../../server/src/adapters/document-fetcher.ts';
import { configuredGoogleAds } from '../../server/src/adapters/google-ads/configured.ts';
import { TokenVault } from '../../server/src/adapters/google-ads/token-vault.ts';
import { createLog } from '../../server/src/adapters/pino-log.ts';
import { configuredSiteReader } from '../../server/src/adapters/site-reader/configured.ts';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { loadConfig } from '../../server/src/base/config.ts';
import { openDatabase } from '../../server/src/base/database.ts';
import { answerParent } from './answer-parent.ts';

/** The service with everything on: key, live membership, rate limit, durable audit. */
answerParent(async ({ databaseUrl }: { databaseUrl: string }) => {
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000000',
  });
  const database = openDatabase({ url: databaseUrl });
  const mailer = { send: async () => {} };
  const adPlatform = configuredGoogleAds(config, systemClock);
  const siteReader = configuredSiteReader(config);
  const documents = documentFetcher({ allowed: [] });
  const tokenVault = new TokenVault([{ id: 'bench', key: randomBytes(32) }]);
  const log = createLog('error');
  const service = await assemble({
    config,
    database,
    clock: systemClock,
    log,
    mailer,
    adPlatform,
    siteReader,
    tokenVault,
    documents,
  });
  return service.http().listen({ port: 0, host: '127.0.0.1' });
});
