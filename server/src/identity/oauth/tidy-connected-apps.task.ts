import { z } from 'zod';
import { serviceTask } from '../../tasks/task.ts';
import { forgetUnusedClients } from './client.store.ts';
import { forgetOldDocuments } from './client-document.store.ts';
import { forgetExpiredRequests } from './request.store.ts';
import { deleteSession, idleSessions } from './session.store.ts';
import { forgetExpiredTokens } from './token.store.ts';

const TIMEOUT_SECONDS = 300;
const HOUR_MS = 3_600_000;
const CLIENT_KEPT_MS = 30 * 24 * HOUR_MS;
/** Anybody may register an app: one that nobody has ever connected is not kept for long. */
const UNCONNECTED_CLIENT_KEPT_MS = 24 * HOUR_MS;
const DOCUMENT_KEPT_MS = 7 * 24 * HOUR_MS;
/** A session that is younger may still be waiting for its code to be exchanged. */
const YOUNG_MS = HOUR_MS;

/** Removes what has run out: requests, tokens, sessions that were idle for 60 days, and apps that nobody uses. */
export const tidyConnectedApps = serviceTask({
  type: 'tidy_connected_apps',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async removeByAge({ database, clock }) {
    const now = clock.now();
    await forgetExpiredRequests(database, new Date(now));
    const idle = await idleSessions(database, { now: new Date(now), begunBefore: new Date(now - YOUNG_MS) });
    for (const id of idle) await database.transaction((db) => deleteSession(db, id));
    await forgetExpiredTokens(database, new Date(now));
    await forgetUnusedClients(database, {
      usedBefore: new Date(now - CLIENT_KEPT_MS),
      neverUsedSince: new Date(now - UNCONNECTED_CLIENT_KEPT_MS),
    });
    await forgetOldDocuments(database, new Date(now - DOCUMENT_KEPT_MS));
  },
});
