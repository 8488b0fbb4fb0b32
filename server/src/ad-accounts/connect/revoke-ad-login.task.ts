import { z } from 'zod';
import { task } from '../../tasks/task.ts';
import { isConnectedAnywhere } from '../ad-connection.store.ts';
import { REVOKE_AD_LOGIN } from '../connection-end.ts';

const TIMEOUT_SECONDS = 120;
const RETRIES = { attempts: 10, backoffSeconds: 60 };

/**
 * Ends the grant of a login that was disconnected; here it is forgotten already. One that somebody has connected again
 * meanwhile is left alone: the platform would end that grant too.
 */
export const revokeAdLogin = task({
  type: REVOKE_AD_LOGIN,
  payload: z.strictObject({ login: z.string(), sealed_token: z.string() }),
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run({ login, sealed_token: sealed }, { db, adPlatform, tokenVault, organizationId }) {
    if (await isConnectedAnywhere(db, login)) return undefined;
    await adPlatform.revoke(tokenVault.open({ organizationId: String(organizationId), login, sealed }));
    return undefined;
  },
});
