import { z } from 'zod';
import { task } from '../tasks/task.ts';

const TIMEOUT_SECONDS = 120;
const RETRIES = { attempts: 10, backoffSeconds: 60 };

/** Ends the grant of a login that was disconnected; here it is forgotten already. */
export const revokeAdLogin = task({
  type: 'revoke_ad_login',
  payload: z.strictObject({ login: z.string(), sealed_token: z.string() }),
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run({ login, sealed_token: sealed }, { adPlatform, tokenVault, organizationId }) {
    await adPlatform.revoke(tokenVault.open({ organizationId: String(organizationId), login, sealed }));
    return undefined;
  },
});
