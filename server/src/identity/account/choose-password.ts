import { z } from 'zod';
import { placeOfAddress } from '../../base/address-group.ts';
import { notFound } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { swapPassword } from '../person.store.ts';
import { forgetOrigins, keepOrigin } from '../sign-in/known-origin.store.ts';
import { hashPassword } from '../sign-in/password.ts';
import { chosenPassword, PASSWORDS } from '../sign-in/password-turns.ts';
import { endSessionsOf } from '../sign-in/session.store.ts';
import { personOfLink } from './password-link.ts';

const LARGEST_BODY = 8 * 1024;
const LONGEST_TOKEN = 500;
const TRIES_PER_MINUTE = 60;

/** Replaces the password of whoever has the link, and ends every session that was open. */
export const choosePassword = directWrite({
  name: 'choose_password',
  summary: 'Choose a password by a link',
  description: 'Takes the token of a link that was sent by mail, once and within its time, and ends every session.',
  rest: 'POST /password-resets/complete',
  tool: null,
  scope: null,
  audience: 'public',
  organization: 'caller',
  hints: { destructive: true, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  bodyLimit: LARGEST_BODY,
  callsPerMinuteAndAddress: TRIES_PER_MINUTE,
  input: z.strictObject({ token: z.string().max(LONGEST_TOKEN), password: chosenPassword }),
  output: z.object({ email: z.string() }),

  async run({ token, password }, { database, clock, turns, ip, signingSecrets: secrets, recognised }) {
    const person = await personOfLink(database, { token, secrets, now: clock.now() });
    if (!person) throw notFound('The link has run out or was used; it');
    const hash = await turns.take(PASSWORDS, placeOfAddress(ip), () => hashPassword(password));
    await database.transaction(async (db) => {
      if (!(await swapPassword(db, person, hash))) throw notFound('The link has run out or was used; it');
      await endSessionsOf(db, person.id, new Date(clock.now()));
      await forgetOrigins(db, person.id);
      // Where a second factor is on, who has read a mail has not shown it: they guess its codes no faster than anybody.
      if (person.second_factor_since === null) await keepOrigin(db, person.id, ip, new Date(clock.now()));
      recognised?.(person.email);
    });
    return { email: person.email };
  },
});
