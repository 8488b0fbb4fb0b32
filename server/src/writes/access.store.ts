import { statement } from '../base/database.ts';
import type { Role } from '../base/scopes.ts';

/*
 * What a change is made by is held until it ends, by one change at a time: those who shared it would take turns without a
 * gap, and whoever wants to end the access would never come in between.
 *
 * Nobody waits for each other, since all take things in one order: the person, sessions, the organization, memberships,
 * keys and apps, then what is changed. Whoever ends sessions takes their person first.
 */

export const sessionInForce = statement<[hash: Buffer, now: Date], { person_id: number }>(
  'select person_id from session where hash = $1 and expires_at > $2 for no key update',
);

/** The person first, as those do who end sessions of a person: in any other order two of them could wait for each other. */
export const personAndSession = statement<[hash: Buffer, now: Date], { id: number }>(`
  select p.id from person p join session s on s.person_id = p.id
  where s.hash = $1 and s.expires_at > $2 for no key update of p, s`);

/** The key, the app and the roles that something is done by, held in one strength. */
const accessHeld = (strength: 'no key update' | 'key share') => ({
  keyInForce: statement<[organizationId: number, id: string, now: Date], { id: string }>(`
    select id from api_key where organization_id = $1 and id = $2 and revoked_at is null and expires_at > $3
    for ${strength}`),

  /** The session in which an app asked; any of its connection where it is not known. */
  appInForce: statement<[connectionId: string, sessionId: string | null], { id: string }>(`
    select s.id from oauth_session s where s.connection_id = $1 and s.id = coalesce($2, s.id) order by s.id limit 1
    for ${strength}`),

  /** Owners first, as those who change memberships lock them: in any other order two of them could wait for each other. */
  rolesHeld: statement<[organizationId: number, people: number[]], { person_id: number; role: Role }>(`
    select person_id, role from membership where organization_id = $1 and person_id = any($2)
    order by role <> 'owner', person_id for ${strength}`),
});

/** For what somebody decides. */
export const BY_ONE = accessHeld('no key update');

/**
 * For what only comes along with an answer and decides nothing: it does not wait for changes of the same caller, which may
 * wait long themselves. Whoever removes the person or disconnects the app still waits for it; a key that is revoked, or a
 * role that changes, at this very moment is taken as it was before.
 */
export const BESIDE_CHANGES = accessHeld('key share');
