import { z } from 'zod';
import { invalid } from '../../base/errors.ts';
import { placeOf } from '../../base/holder.ts';
import { directWrite } from '../../base/operation.ts';
import { findPerson, swapPassword } from '../person.store.ts';
import { hashPassword } from '../sign-in/password.ts';
import { chosenPassword, PASSWORDS, presentedPassword } from '../sign-in/password-turns.ts';
import { endSessionsBut } from '../sign-in/session.store.ts';
import { isOwnPassword } from './own-password.ts';

const TRIES_PER_MINUTE = 10;

/** Gives the person another password and ends every other session; who has none yet need not present one. */
export const changePassword = directWrite({
  name: 'change_password',
  summary: 'Change your password',
  description: 'Changes your password and ends your other sessions. Keys and connected apps go on working.',
  rest: 'POST /password',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: true, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  endsAccess: true,
  callsPerMinute: TRIES_PER_MINUTE,
  input: z.strictObject({ current_password: presentedPassword.optional(), new_password: chosenPassword }),
  output: z.object({ sessions_ended: z.int() }),

  async run({ current_password: current = '', new_password: chosen }, context) {
    const { caller, database, turns, clock } = context;
    const person = await findPerson(database, caller.personId);
    const mayChange = person && (person.password_hash === null || (await isOwnPassword(context, person, current)));
    const hash = mayChange ? await turns.take(PASSWORDS, placeOf(context), () => hashPassword(chosen)) : undefined;
    return database.transaction(async (db) => {
      if (!person || hash === undefined || !(await swapPassword(db, person, hash))) {
        throw invalid([{ path: 'current_password', message: 'is not your password' }]);
      }
      const kept = caller.session?.hash;
      return { sessions_ended: kept ? await endSessionsBut(db, person.id, kept, new Date(clock.now())) : 0 };
    });
  },
});
