import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/base/database.ts';
import { Turns } from '../../src/base/turns.ts';
import type { OAuthServer } from '../../src/identity/oauth/provider.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { DocumentFetcher } from '../../src/ports/document-fetcher.ts';
import { testConfig } from './config.ts';
import { silentLog } from './log.ts';
import { someSecrets } from './secrets.ts';

/** Nobody is asked for a document: a test that needs some brings them. */
export const noDocuments: DocumentFetcher = { fetch: () => Promise.reject(new Error('no document is to be had')) };

/** An OAuth server for services that are put together by hand; its library is large, and few tests need it. */
export function oauthOf(database: Database, clock: Clock): () => Promise<OAuthServer> {
  const parts = { config: testConfig(), database, clock, log: silentLog, turns: new Turns(), documents: noDocuments };
  const secrets = { cookies: someSecrets(), seed: randomBytes(32) };
  let server: Promise<OAuthServer> | undefined;
  return () => {
    server ??= import('../../src/identity/oauth/provider.ts').then((loaded) =>
      loaded.createOAuthServer(parts, secrets),
    );
    return server;
  };
}
