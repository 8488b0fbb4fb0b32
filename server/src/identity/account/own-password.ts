import type { CallerContext } from '../../base/context.ts';
import { invalid } from '../../base/errors.ts';
import { placeOf } from '../../base/holder.ts';
import { findPerson, type PersonRow } from '../person.store.ts';
import { isPassword } from '../sign-in/password.ts';
import { PASSWORDS } from '../sign-in/password-turns.ts';
import { atAccountsPace } from '../sign-in/sign-in-pace.ts';

/** The person who asks, once the password sent with the request has proven right: an open session alone is not enough. */
export async function withOwnPassword(context: CallerContext, password: string): Promise<PersonRow> {
  const person = await findPerson(context.database, context.caller.personId);
  if (!person || !(await isOwnPassword(context, person, password))) {
    throw invalid([{ path: 'password', message: 'is not your password' }]);
  }
  return person;
}

/** Whether a password is the person's. Guesses in an open session and at signing in are slowed down together. */
export async function isOwnPassword(
  context: CallerContext,
  { email, password_hash: hash }: PersonRow,
  password: string,
): Promise<boolean> {
  const right = await atAccountsPace(context, email, async () => {
    return (await context.turns.take(PASSWORDS, placeOf(context), () => isPassword(password, hash))) || undefined;
  });
  return right === true;
}
