import { randomBytes } from 'node:crypto';
import { findPersonByEmail, insertPerson, type PersonRow } from '../identity/person.store.ts';
import { hashPassword } from '../identity/sign-in/password.ts';
import { CommandRefused, type OperatorContext } from './command.ts';

const PASSWORD_BYTES = 18;

/** A password nobody chose, with its hash: the password is shown once and kept nowhere. */
export async function newPassword(): Promise<{ password: string; hash: string }> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  return { password, hash: await hashPassword(password) };
}

/** The last line of an answer that shows a password. */
export function passwordLine(password: string): string {
  return `password (shown once): ${password}`;
}

/** The account of a person, made where there is none; `told` says which, and shows the password of a new one. */
export async function accountOf(
  { db, clock }: OperatorContext,
  email: string,
  name: string | undefined,
): Promise<{ personId: number; told: string }> {
  const person = await findPersonByEmail(db, email);
  if (person) return { personId: person.id, told: `${email} has an account already: name and password stay.` };
  const { password, hash } = await newPassword();
  const createdAt = new Date(clock.now());
  const shown = name ?? email.slice(0, email.indexOf('@'));
  const personId = await insertPerson(db, { email, name: shown, passwordHash: hash, createdAt });
  return { personId, told: `${email} has a new account.\n${passwordLine(password)}` };
}

/** The person who must have an account already. */
export async function personNamed({ db }: OperatorContext, email: string): Promise<PersonRow> {
  const person = await findPersonByEmail(db, email);
  if (!person) throw new CommandRefused(`nobody has an account with the address ${email}`);
  return person;
}
