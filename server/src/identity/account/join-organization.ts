import { z } from 'zod';
import { placeOfAddress } from '../../base/address-group.ts';
import { notFound, Refusal } from '../../base/errors.ts';
import { membersOf } from '../../base/json.ts';
import { directWrite, WithHeaders } from '../../base/operation.ts';
import { nameText } from '../../base/schemas.ts';
import { acceptFor } from '../invitations/invitation.ts';
import { readJoin } from '../invitations/join-link.ts';
import { roleName } from '../member.ts';
import { findPersonByEmail, insertPerson } from '../person.store.ts';
import { hashPassword } from '../sign-in/password.ts';
import { chosenPassword, PASSWORDS } from '../sign-in/password-turns.ts';
import { openSession } from '../sign-in/session.ts';

const LARGEST_BODY = 8 * 1024;
/** Room for what a link says: a name of 200 characters of three bytes each, an address, and how both are written. */
const LONGEST_TOKEN = 2_000;
const LONGEST_NAME = 100;
const TRIES_PER_MINUTE = 60;
/** Somebody made the account at the same moment. */
const UNIQUE_VIOLATION = '23505';

/** Makes an account for whoever was invited by mail, accepts the invitation and signs the person in. */
export const joinOrganization = directWrite({
  name: 'join_organization',
  summary: 'Accept an invitation by its link',
  description: 'Makes an account with the address that was invited and accepts the invitation, once.',
  rest: 'POST /invitations/join',
  tool: null,
  scope: null,
  audience: 'public',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  bodyLimit: LARGEST_BODY,
  callsPerMinuteAndAddress: TRIES_PER_MINUTE,
  input: z.strictObject({
    token: z.string().max(LONGEST_TOKEN),
    name: nameText(LONGEST_NAME),
    password: chosenPassword,
  }),
  output: z.object({ organization: z.object({ slug: z.string(), name: z.string() }), role: roleName }),

  async run({ token, name, password }, context) {
    const { database, clock, turns, ip } = context;
    const said = readJoin(context, token);
    if (!said) throw notFound('The invitation has run out or was answered; it');
    if (await findPersonByEmail(database, said.email)) throw hasAccount(said.email);
    const hash = await turns.take(PASSWORDS, placeOfAddress(ip), () => hashPassword(password));
    const { id, joined } = await database
      .transaction(async (db) => {
        const person = { email: said.email, name, passwordHash: hash, createdAt: new Date(clock.now()) };
        const personId = await insertPerson(db, person);
        const joined = await acceptFor(context, db, { id: said.id, email: said.email, personId });
        context.recognised?.(said.email);
        return { id: personId, joined };
      })
      .catch((error) => {
        throw membersOf(error).code === UNIQUE_VIOLATION ? hasAccount(said.email) : error;
      });
    const cookie = await openSession(context, { id, password_hash: hash, second_factor_since: null });
    return new WithHeaders(joined, cookie ? { 'set-cookie': cookie } : {});
  },
});

function hasAccount(email: string): Refusal {
  return new Refusal('already_applied', `${email} has an account already: sign in to accept the invitation.`);
}
