import type { Caller } from '../base/caller.ts';
import type { Services, Tenancy } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import type { Scope } from '../base/scopes.ts';
import type { RequestedBy } from '../base/task-queue.ts';
import { findAppIdentity, findKeyIdentityById, findLastOfLine, type KeyIdentityRow } from './authenticate.store.ts';
import { callerOfApp, callerOfKey, standingOf } from './authenticate.ts';
import { wasEnded } from './ended-session.store.ts';
import { findMember } from './membership.store.ts';
import { ceilingOf, mayDecide } from './role-ceiling.ts';

/** What lets somebody change campaigns, in whatever way: asked for where nobody noted what was needed. */
const CHANGING: readonly Scope[] = ['campaigns:write', 'keywords:write', 'recommendations:apply'];

/** Before any key expires. */
const WHATEVER_ITS_DATE = Number.NEGATIVE_INFINITY;

/** Whoever asked for something may no longer have it done. */
export class RequesterGone extends Refusal {}

/** The key or the session of an app that somebody asked through. */
interface Through {
  key_id?: string;
  connection_id?: string;
  session_id?: string;
  /** When the person had become a member who asked through an app. */
  member_since?: string;
}

/**
 * Identifies again, as of now, whoever asked for something earlier; refused when that access is gone. What a key asked for
 * that has run out since because it was rotated is done as the key that took its place.
 */
export async function callerAgain(
  { db, organizationId, clock }: Tenancy & Pick<Services, 'clock'>,
  requester: Through,
): Promise<Caller> {
  const tenancy = { organizationId, db };
  if (requester.connection_id !== undefined) return appAgain(tenancy, requester.connection_id, requester);
  const row = requester.key_id && (await findKeyIdentityById(tenancy, requester.key_id));
  if (!row) throw new RequesterGone('unauthorized', 'The access of whoever asked for this is gone.');
  const now = clock.now();
  const standing = standingOf(row, now);
  if (!(standing instanceof Refusal)) return callerOfKey(row, standing);
  const replacement = ranOutByRotation(row) ? await findLastOfLine(tenancy, row.lineage) : undefined;
  const itsStanding = replacement && standingOf(replacement, now);
  if (!itsStanding || itsStanding instanceof Refusal) throw new RequesterGone(standing.code, standing.message);
  return callerOfKey(replacement, itsStanding);
}

/** What an app asked for ends with the session in which it asked, and with the membership that its person had then. */
async function appAgain(tenancy: Tenancy, connectionId: string, asked: Through): Promise<Caller> {
  const { session_id, member_since } = asked;
  const app = await findAppIdentity(tenancy.db, connectionId, session_id);
  if (!app) throw new RequesterGone('unauthorized', 'The session of the app that asked for this has ended.');
  if (member_since !== undefined && (await findMember(tenancy, app.person_id))?.created_at !== member_since) {
    throw new RequesterGone('unauthorized', 'The person who connected the app has left the organization.');
  }
  return callerOfApp(app, session_id);
}

/** Whether a key would be taken now: it is in force, and its person's role carries it. */
export async function keyStands(context: Tenancy & Pick<Services, 'clock'>, id: string): Promise<boolean> {
  const row = await findKeyIdentityById(context, id);
  return row !== undefined && !(standingOf(row, context.clock.now()) instanceof Refusal);
}

/** Whether time alone ended a key that was replaced: where it was revoked, or its person fell, what it asked for ends too. */
function ranOutByRotation(row: KeyIdentityRow): boolean {
  return row.rotated_at !== null && !(standingOf(row, WHATEVER_ITS_DATE) instanceof Refusal);
}

/** Who approved what somebody asked for, and in which session. */
export interface Approver {
  person_id: number;
  session_id?: string | undefined;
}

/** Who asked for something, what they needed for it, and who approved it. */
interface Asked {
  /** It stops spending: that somebody who asked or approved is not to be trusted is no reason to let money flow on. */
  stops?: boolean;
  requestedBy: RequestedBy | null;
  scope?: Scope | undefined;
  approvedBy?: Approver | undefined;
}

/**
 * Refuses what somebody asked for whose access has ended or fallen since: what waited for the ad platform is not sent
 * for a key or app that was revoked or lost the scope that was needed, nor for a person who was removed or lost it, nor
 * where the session in which it was asked for or approved was ended. A stop is made whatever became of these sessions; and
 * one that somebody approved is theirs as well, whatever became of whoever asked.
 */
export async function requesterStands(
  work: Pick<Services, 'clock'> & Tenancy,
  { requestedBy, scope, approvedBy, stops = false }: Asked,
): Promise<void> {
  if (requestedBy === null || (stops && approvedBy)) return;
  await mayStillAsk(work, requestedBy, scope);
  if (stops) return;
  if (await isOfEndedSession(work, requestedBy)) {
    throw new RequesterGone('unauthorized', 'The session in which this was asked for has been ended.');
  }
  if (approvedBy) await approverStands(work, approvedBy);
}

/** Of the dashboard; those of apps are looked at with their connection. */
async function isOfEndedSession({ db }: Tenancy, { connectionId, sessionId }: RequestedBy): Promise<boolean> {
  return connectionId === undefined && sessionId !== undefined && (await wasEnded(db, sessionId));
}

async function mayStillAsk(
  work: Pick<Services, 'clock'> & Tenancy,
  requestedBy: RequestedBy,
  scope: Scope | undefined,
): Promise<void> {
  const { keyId, connectionId, sessionId, personId } = requestedBy;
  const through = {
    ...(keyId !== undefined && { key_id: keyId }),
    ...(connectionId !== undefined && { connection_id: connectionId }),
    ...(sessionId !== undefined && { session_id: sessionId }),
  };
  const caller = (keyId ?? connectionId) ? await callerAgain(work, through) : undefined;
  const scopes = caller
    ? caller.organizations.values().find(({ organizationId }) => organizationId === work.organizationId)?.scopes
    : await scopesOfMember(work, personId);
  const needed = scope ? [scope] : CHANGING;
  if (!needed.some((one) => scopes?.has(one))) {
    throw new RequesterGone('org_access_denied', 'Whoever asked for this may no longer make this change.');
  }
}

async function approverStands(work: Tenancy, { person_id, session_id }: Approver): Promise<void> {
  const isEnded = session_id !== undefined && (await wasEnded(work.db, session_id));
  if (!isEnded && mayDecide((await findMember(work, person_id))?.role)) return;
  const message = 'Whoever approved this may no longer decide, or the session in which it was approved has been ended.';
  throw new RequesterGone('org_access_denied', message);
}

async function scopesOfMember(tenancy: Tenancy, personId: number): Promise<ReadonlySet<Scope> | undefined> {
  const member = await findMember(tenancy, personId);
  return member && ceilingOf(member.role);
}
