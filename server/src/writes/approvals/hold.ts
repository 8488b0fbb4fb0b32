import { createHash } from 'node:crypto';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { findMember } from '../../identity/membership.store.ts';
import { keyStands } from '../../identity/requester.ts';
import { spendHold } from '../quota/write-quota.ts';
import { approvalsHeld } from './approvals.store.ts';
import { isAsShown, type ShownStep, shownOf } from './as-shown.ts';
import { type AskingKey, keysRevokedSince, keyThatAsked } from './asking-key.store.ts';
import { changesIn } from './changes-in.ts';
import { type Counted, lastOnCampaign, lockQueue, pendingIn, sameStop, stopsOf, unmadeStops } from './pending.store.ts';
import {
  findQueuedWrite,
  insertQueuedWrite,
  keepChanges,
  keepRequester,
  type QueuedWriteRow,
  type Requester,
} from './queued-write.store.ts';
import { APPROVAL_EXPIRES_MS } from './queued-write.ts';

/** One that would soon expire is no place to join: whoever asks again gets the whole time. */
const JOINED_FOR_MS = APPROVAL_EXPIRES_MS / 2;
/** More would only bury what people have to decide on. */
const MOST_OF_CREDENTIAL = 100;
/** Beside that, so many stops; the first of each campaign always finds room. */
const MOST_STOPS = 100;
/** Who asks for a stop that was decided against so often within a day is held to the quota: what is kept of them has an end. */
const MOST_UNMADE_STOPS = 50;
const DAY_MS = 86_400_000;
/** However many credentials there are: people may make new ones. */
const MOST_PENDING = 1_000;
/** People decide when they come to it: there is no telling when a place is free again. */
const ASK_AGAIN_SECONDS = 3600;

/**
 * Changes through a key or connected app wait where the organization wants that; what people do themselves does not. It is
 * asked before the write's transaction locks anything else, and holds until that ends: whoever was told that approvals are
 * on sees nothing executed without one afterwards. Outside of one it can only be asked what is so now.
 */
export async function isHeld(context: Context, asked = approvalsHeld): Promise<boolean> {
  if (context.caller.via === 'session' || context.approving) return false;
  return asked(context);
}

/** A change that is to wait. */
interface Held {
  operation: string;
  input: unknown;
  steps: readonly ShownStep[];
  undoing: boolean;
  /** Whether it stops what may be spending: that finds room where other changes find none, and takes none of theirs. */
  stops: boolean;
  /** Whether to ask for it twice means to have it once. */
  once: boolean;
}

/**
 * Puts a change into the queue with its exact input and returns its id; that of the one that waits where it is the same.
 * That says what it would do now, and is the present caller's: the key that asked before may end before somebody decides.
 */
export async function hold(context: Context, held: Held): Promise<string> {
  const { operation, input, steps, undoing, stops } = held;
  const requester = await requesterOf(context);
  const now = context.clock.now();
  const shown = shownOf(steps, undoing);
  const fingerprint = held.once ? fingerprintOf(operation, input) : null;
  await lockQueue(context);
  const same = await sameBefore(context, { campaign: shown.campaign, stops, fingerprint });
  const asking = same && (await keyThatAsked(context, same.requester));
  // What a revoked key asked for took no room.
  if (!same || asking?.revoked) await (stops ? findRoomToStop(context, shown.campaign) : takeRoom(context));
  if (same) {
    if (!isAsShown(changesIn(same), steps)) await keepChanges(context, same.id, shown);
    if (!(await isNewer(asking, context))) await keepRequester(context, same.id, requester);
    return same.id;
  }
  const id = newId('qw', now);
  await insertQueuedWrite(context, {
    id,
    operation,
    ...shown,
    input,
    fingerprint,
    stops,
    credential: context.caller.credentialId,
    requester,
    requestedAt: new Date(now),
  });
  return id;
}

/**
 * Whoever asks, as they are identified again once somebody has approved it. A key ends with the membership; an app goes on,
 * for it may act elsewhere, and what it asked for is that of the membership it asked under.
 */
async function requesterOf(context: Context): Promise<Requester> {
  const { personId, email, key, app, client } = context.caller;
  const member = app && (await findMember(context, personId));
  return {
    via: key ? 'api_key' : 'connected_app',
    person_id: personId,
    email,
    ...(key && { key_id: key.id }),
    ...(app && { connection_id: app.connectionId }),
    ...(app?.sessionId !== undefined && { session_id: app.sessionId }),
    ...(member && { member_since: member.created_at }),
    ...(client && { client }),
  };
}

/** What the caller of a held change is told. */
export function approvalRequired(queuedWriteId: string): Refusal {
  return new Refusal(
    'approval_required',
    'The change waits for a person to approve it in the dashboard. Follow it as a queued write; do not send it again.',
    { extra: { queued_recommendation_id: queuedWriteId } },
  );
}

function fingerprintOf(operation: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest();
}

/**
 * The same change of the same credential, where nothing else was asked of the campaign since: after a launch, a pause means
 * something other than before it. After another stop it does not.
 */
async function sameBefore(
  context: Context,
  { campaign, stops, fingerprint }: { campaign: string | null; stops: boolean; fingerprint: Buffer | null },
): Promise<QueuedWriteRow | undefined> {
  if (campaign === null || fingerprint === null) return undefined;
  const { credentialId: credential } = context.caller;
  const since = new Date(context.clock.now() - JOINED_FOR_MS);
  const found = async (id: string | undefined) => (id === undefined ? id : findQueuedWrite(context, id));
  if (stops) return found(await sameStop(context, { campaign, credential, fingerprint }, since));
  const last = await lastOnCampaign(context, campaign, since);
  return found(last?.credential === credential && last.fingerprint?.equals(fingerprint) ? last.id : undefined);
}

/**
 * Whether a change was asked for by the key that has taken the place of the caller's and stands: it stays that key's, for
 * the caller's may be revoked any time.
 */
async function isNewer(asking: AskingKey | undefined, context: Context): Promise<boolean> {
  if (asking === undefined || asking.id === context.caller.key?.id || asking.rotated) return false;
  return keyStands(context, asking.id);
}

/** One credential, and one organization, may only have so many changes waiting, and send so many on a day. */
async function takeRoom(context: Context): Promise<void> {
  const { ofCredential, inAll } = await pendingIn(context, context.caller.credentialId, await counted(context));
  if (ofCredential >= MOST_OF_CREDENTIAL) throw noRoom(`${MOST_OF_CREDENTIAL} changes of this credential`);
  if (inAll >= MOST_PENDING) throw noRoom(`${MOST_PENDING} changes of this organization`);
  await spendHold(context);
}

/** What stops a campaign finds room, unless the credential has asked for that already and for very many stops in all. */
async function findRoomToStop(context: Context, campaign: string | null): Promise<void> {
  const { inAll, ofCampaign } = await stopsOf(context, context.caller.credentialId, campaign, await counted(context));
  if (ofCampaign > 0 && inAll >= MOST_STOPS) throw noRoom(`${MOST_STOPS} stops of this credential`);
  const decided = { campaign, since: new Date(context.clock.now() - DAY_MS), most: MOST_UNMADE_STOPS };
  if ((await unmadeStops(context, decided)) >= MOST_UNMADE_STOPS) await spendHold(context);
}

function noRoom(waiting: string): Refusal {
  const message = `${waiting} wait for approval. People have to decide on some of them first.`;
  return new Refusal('rate_limited', message, { headers: { 'retry-after': String(ASK_AGAIN_SECONDS) } });
}

/** What is older has expired, although nobody may have noted it yet; and what revoked keys asked for can only fail. */
async function counted(context: Context): Promise<Counted> {
  const since = new Date(context.clock.now() - APPROVAL_EXPIRES_MS);
  return { since, revoked: await keysRevokedSince(context, since) };
}
