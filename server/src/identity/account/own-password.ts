import type { CallerContext } from '../../base/context.ts';
import { invalid } from '../../base/errors.ts';
import { findPerson, type PersonRow } from '../person.store.ts';
import { isPassword } from '../sign-in/password.ts';
import { PASSWORDS } from '../sign-in/password-turns.ts';

/** The person who asks, once the password sent with the request has proven right: an open session alone is not enough. */
export async function withOwnPassword(
  { caller, database, turns }: CallerContext,
  password: string,
): Promise<PersonRow> {
  const person = await findPerson(database, caller.personId);
  const right = await turns.take(PASSWORDS, { holder: caller.credentialId }, () =>
    isPassword(password, person?.password_hash ?? null),
  );
  if (!person || !right) throw invalid([{ path: 'password', message: 'is not your password' }]);
  return person;
}
