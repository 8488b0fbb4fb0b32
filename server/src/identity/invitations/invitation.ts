import { z } from 'zod';
import type { Attributing, Context, Services, Tenancy } from '../../base/context.ts';
import type { Queryable } from '../../base/database.ts';
import { invalid, notFound, Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Role } from '../../base/scopes.ts';
import { queueEmail } from '../../mail/send-email.task.ts';
import { memberNamed } from '../member.ts';
import { holdRole, insertMember, listMembers } from '../membership.store.ts';
import { organizationNames } from '../person.store.ts';
import {
  answerInvitation,
  findInvitationTo,
  insertInvitation,
  invitationsSent,
  revokeInvitationsTo,
  type WaitingInvitation,
} from './invitation.store.ts';
import { invitationEmail } from './invitation-email.ts';
import { joinUrl } from './join-link.ts';

const VALID_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_SENT_WHILE_VALID = 100;
const ID_LENGTH = 100;

/** An invitation as it stands in a path. */
export const invitationId = z.string().max(ID_LENGTH);

/**
 * Invites an address. Nothing here asks whether anybody has an account with it: answer, mail and time taken are alike.
 * An open invitation to the address is replaced. The Owners must be held by the transaction.
 */
export async function invite(
  context: Context,
  db: Queryable,
  { email, role }: { email: string; role: Role },
): Promise<{ email: string; role: Role; expires_at: string }> {
  const { caller, clock, config, organizationId } = context;
  const tenancy = { organizationId, db };
  const now = clock.now();
  const expiresAt = new Date(now + VALID_MS);
  await refuseMember(tenancy, email);
  await refuseTooMany(tenancy, now);
  await revokeInvitationsTo(tenancy, email);
  const invitation = { id: newId('inv', now), email, role, invitedBy: caller.personId };
  await insertInvitation(tenancy, { ...invitation, createdAt: new Date(now), expiresAt });
  const organization = (await organizationNames(db, [organizationId])).get(organizationId) ?? '';
  await queueEmail(
    context,
    tenancy,
    invitationEmail({
      to: email,
      organization,
      role,
      inviter: caller,
      expiresAt,
      appUrl: config.appUrl,
      joinUrl: joinUrl(context, { id: invitation.id, email, organization }, expiresAt),
    }),
  );
  return { email, role, expires_at: expiresAt.toISOString() };
}

/**
 * Answers an invitation for the person it was sent to; to anybody else, or a second time, there is none. Nor is there
 * once the inviter owns the organization no more: whoever loses that role keeps no way back in.
 */
export async function answerTo(
  { clock }: Pick<Services, 'clock'>,
  db: Queryable,
  { id, email, state }: { id: string; email: string; state: 'accepted' | 'declined' },
): Promise<WaitingInvitation> {
  const invitation = await findInvitationTo(db, { id, email, now: new Date(clock.now()) });
  if (!invitation) throw notFound('The invitation');
  const tenancy = { organizationId: invitation.organization_id, db };
  const isOwners = (await holdRole(tenancy, invitation.invited_by)) === 'owner';
  if (!isOwners || !(await answerInvitation(tenancy, id, state))) throw notFound('The invitation');
  return invitation;
}

/** Accepts an invitation for a person, who becomes a member; whoever is one already keeps the role held. */
export async function acceptFor(
  { clock, actedIn }: Pick<Services, 'clock'> & Attributing,
  db: Queryable,
  { id, email, personId }: { id: string; email: string; personId: number },
): Promise<{ organization: { slug: string; name: string }; role: Role }> {
  const accepted = await answerTo({ clock }, db, { id, email, state: 'accepted' });
  const tenancy = { organizationId: accepted.organization_id, db };
  await insertMember(tenancy, { personId, role: accepted.role, createdAt: new Date(clock.now()) });
  const { role } = await memberNamed(tenancy, personId);
  actedIn?.(accepted.organization_id);
  return { organization: { slug: accepted.organization_slug, name: accepted.organization_name }, role };
}

/** Owners see their members anyway; reading all of them takes as long for one address as for another. */
async function refuseMember(tenancy: Tenancy, email: string): Promise<void> {
  const members = await listMembers(tenancy);
  if (members.some((member) => member.email === email)) {
    throw invalid([{ path: 'email', message: 'this person is a member already' }]);
  }
}

/** Mail to strangers goes out in our name: an organization can send only so much of it. */
async function refuseTooMany(tenancy: Tenancy, now: number): Promise<void> {
  const { sent, earliest } = await invitationsSent(tenancy, new Date(now - VALID_MS));
  if (sent < MOST_SENT_WHILE_VALID || earliest === null) return;
  const seconds = Math.ceil((Date.parse(earliest) + VALID_MS - now) / 1000);
  throw new Refusal(
    'rate_limited',
    `An organization sends at most ${MOST_SENT_WHILE_VALID} invitations in seven days.`,
    {
      headers: { 'retry-after': String(Math.max(1, seconds)) },
    },
  );
}
