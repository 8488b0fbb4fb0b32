import type { Tenancy } from '../../base/context.ts';
import { type Queryable, statement } from '../../base/database.ts';
import type { Role } from '../../base/scopes.ts';

/** An invitation as the Owners of the organization see it. */
export interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  inviter_email: string;
  created_at: string;
  expires_at: string;
}

/** What is needed to invite an address. */
export interface NewInvitation {
  id: string;
  email: string;
  role: Role;
  invitedBy: number;
  createdAt: Date;
  expiresAt: Date;
}

const list = statement<[organizationId: number, now: Date], InvitationRow>(`
  select i.id, i.email, i.role, p.email as inviter_email, i.created_at, i.expires_at
  from invitation i
  join person p on p.id = i.invited_by
  join membership m on m.organization_id = i.organization_id and m.person_id = i.invited_by and m.role = 'owner'
  where i.organization_id = $1 and i.state in ('pending', 'declined') and i.expires_at > $2
  order by i.created_at desc, i.id desc`);

/** The open invitations of an organization, newest first; those of people who no longer own it are void. */
export function listInvitations({ db, organizationId }: Tenancy, now: Date): Promise<InvitationRow[]> {
  return db.rows(list, organizationId, now);
}

const sent = statement<[organizationId: number, since: Date], { sent: number; earliest: string | null }>(`
  select count(*) as sent, min(created_at) as earliest from invitation where organization_id = $1 and created_at > $2`);

/** How many invitations the organization has sent since an instant, and when the first of those. */
export async function invitationsSent(
  { db, organizationId }: Tenancy,
  since: Date,
): Promise<{ sent: number; earliest: string | null }> {
  return (await db.row(sent, organizationId, since)) ?? { sent: 0, earliest: null };
}

const insert = statement<
  [organizationId: number, id: string, email: string, role: Role, by: number, createdAt: Date, expiresAt: Date],
  never
>(`
  insert into invitation (organization_id, id, email, role, invited_by, created_at, expires_at, state)
  values ($1, $2, $3, $4, $5, $6, $7, 'pending')`);

/** Keeps an invitation; an open one to the same address must have been revoked. */
export async function insertInvitation({ db, organizationId }: Tenancy, invitation: NewInvitation): Promise<void> {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  await db.execute(insert, organizationId, id, email, role, invitedBy, createdAt, expiresAt);
}

const revokeTo = statement<[organizationId: number, email: string], never>(`
  update invitation set state = 'revoked'
  where organization_id = $1 and email = $2 and state in ('pending', 'declined')`);

/** Takes back what waits for an address, if anything does. */
export async function revokeInvitationsTo({ db, organizationId }: Tenancy, email: string): Promise<void> {
  await db.execute(revokeTo, organizationId, email);
}

const revoke = statement<[organizationId: number, id: string, now: Date], never>(`
  update invitation set state = 'revoked'
  where organization_id = $1 and id = $2 and state in ('pending', 'declined') and expires_at > $3`);

/** Takes an open invitation back; false when there is none. */
export async function revokeInvitation({ db, organizationId }: Tenancy, id: string, now: Date): Promise<boolean> {
  return (await db.execute(revoke, organizationId, id, now)) > 0;
}

/** An invitation as the person invited sees it. */
export interface OwnInvitationRow {
  id: string;
  organization_name: string;
  role: Role;
  inviter_email: string;
  inviter_name: string;
  expires_at: string;
}

const listOwn = statement<[email: string, now: Date], OwnInvitationRow>(`
  select i.id, o.name as organization_name, i.role, p.email as inviter_email, p.name as inviter_name, i.expires_at
  from invitation i
  join organization o on o.id = i.organization_id
  join person p on p.id = i.invited_by
  join membership m on m.organization_id = i.organization_id and m.person_id = i.invited_by and m.role = 'owner'
  where i.email = $1 and i.state = 'pending' and i.expires_at > $2
  order by i.created_at desc, i.id desc`);

/** What waits for the person with an address, newest first. */
export function listInvitationsTo(db: Queryable, email: string, now: Date): Promise<OwnInvitationRow[]> {
  return db.rows(listOwn, email, now);
}

/** An invitation that waits for an answer. */
export interface WaitingInvitation {
  organization_id: number;
  organization_slug: string;
  organization_name: string;
  id: string;
  role: Role;
  invited_by: number;
}

const waiting = statement<[id: string, email: string, now: Date], WaitingInvitation>(`
  select i.organization_id, o.slug as organization_slug, o.name as organization_name, i.id, i.role, i.invited_by
  from invitation i join organization o on o.id = i.organization_id
  where i.id = $1 and i.email = $2 and i.state = 'pending' and i.expires_at > $3`);

/** An invitation that waits for this very address. */
export function findInvitationTo(
  db: Queryable,
  { id, email, now }: { id: string; email: string; now: Date },
): Promise<WaitingInvitation | undefined> {
  return db.row(waiting, id, email, now);
}

const answer = statement<[organizationId: number, id: string, state: 'accepted' | 'declined'], never>(`
  update invitation set state = $3 where organization_id = $1 and id = $2 and state = 'pending'`);

/** Answers an invitation; false when it waits no more: of two answers at once, one counts. */
export async function answerInvitation(
  { db, organizationId }: Tenancy,
  id: string,
  state: 'accepted' | 'declined',
): Promise<boolean> {
  return (await db.execute(answer, organizationId, id, state)) > 0;
}

const forget = statement<[now: Date], never>('delete from invitation where expires_at <= $1');

/** Removes invitations that have run out. */
export async function forgetExpiredInvitations(db: Queryable, now: Date): Promise<void> {
  await db.execute(forget, now);
}
