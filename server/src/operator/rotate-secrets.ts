import { z } from 'zod';
import { rotateSecret } from '../base/secrets.ts';
import { COOKIE_SECRET } from '../identity/oauth/oauth-secrets.ts';
import { SIGNING_SECRET } from '../identity/signed-link.ts';
import { operatorCommand } from './command.ts';

/** Replaces what links, cursors and the cookies of those who are connecting an app are signed with. */
export const rotateSecrets = operatorCommand({
  name: 'rotate-secrets',
  usage: '[--old <accept|refuse>]',
  input: z.strictObject({ old: z.enum(['accept', 'refuse'], 'must be accept or refuse').default('accept') }),

  async run({ old }, { db, clock }) {
    for (const name of [SIGNING_SECRET, COOKIE_SECRET]) await rotateSecret(db, name, { now: clock.now(), old });
    return old === 'accept'
      ? 'Running processes sign with new secrets within minutes; what was signed before is accepted until it runs out.'
      : 'Running processes take up new secrets within a minute; links, cursors and requests to connect from before end.';
  },
});
