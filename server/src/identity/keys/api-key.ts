import type { z } from 'zod';
import type { Context, Tenancy } from '../../base/context.ts';
import { invalid, invalidWhole, lacksScope, notFound, Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isScope, type Role, type Scope } from '../../base/scopes.ts';
import { hashOf, makeKey, visibleParts } from '../key-format.ts';
import { ceilingOf } from '../role-ceiling.ts';
import { roleDenied, roleHeld } from '../standing.ts';
import {
  type ApiKeyRow,
  countKeys,
  endEarlierKeys,
  insertKey,
  lockKey,
  markRevoked,
  markRotated,
} from './api-key.store.ts';
import { type apiKeyView, type issuedKeyView, scopeName, viewOf } from './api-key.view.ts';

const MOST_LIVE_KEYS = 50;
/** Beyond any honest use: each key that was ever made is kept for a while. */
const MOST_MADE_IN_A_DAY = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_SECONDS = 3_600;
const ROTATION_GRACE_MS = 48 * 60 * 60 * 1000;

/** Creates a key for the caller; never above the role the caller holds in the organization. */
export function createKey(
  context: Context,
  wanted: { name: string; scopes: readonly Scope[] },
): Promise<z.output<typeof issuedKeyView>> {
  return context.database.transaction(async (db) => {
    refuseAbove(await roleHeld(context, db), wanted.scopes);
    return issue(context, { organizationId: context.organizationId, db }, wanted);
  });
}

/** Replaces a key by one of the same name and scopes that belongs to the caller; the old one runs out, and those before it end. */
export function rotateKey(context: Context, keyId: string): Promise<z.output<typeof issuedKeyView>> {
  return context.database.transaction(async (db) => {
    const role = await roleHeld(context, db);
    const tenancy = { organizationId: context.organizationId, db };
    const old = await ownOrAsOwner(context, tenancy, role, keyId);
    const now = context.clock.now();
    const scopes = old.scopes.filter(isScope);
    refuseEnded(old, now);
    refuseAbove(role, scopes);
    const issued = await issue(context, tenancy, { name: old.name, scopes, replacing: old });
    const until = new Date(now + ROTATION_GRACE_MS);
    await markRotated(tenancy, old.id, { replacedBy: issued.id, at: new Date(now), until });
    await endEarlierKeys(tenancy, old, new Date(now));
    return issued;
  });
}

/** Ends a key for good, at once; ending it again changes nothing. */
export function revokeKey(context: Context, keyId: string): Promise<z.output<typeof apiKeyView>> {
  return context.database.transaction(async (db) => {
    const tenancy = { organizationId: context.organizationId, db };
    const key = await ownOrAsOwner(context, tenancy, await roleHeld(context, db), keyId);
    const now = context.clock.now();
    if (key.revoked_at === null) await markRevoked(tenancy, key.id, new Date(now));
    return viewOf(await keptKey(tenancy, key.id), now);
  });
}

/** The same instant a calendar year later; a key made on 29 February runs to the 28th. */
export function oneYearAfter(now: number): Date {
  const later = new Date(now);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  if (later.getUTCDate() !== new Date(now).getUTCDate()) later.setUTCDate(0);
  return later;
}

async function issue(
  context: Context,
  tenancy: Tenancy,
  { name, scopes, replacing }: { name: string; scopes: readonly Scope[]; replacing?: ApiKeyRow },
): Promise<z.output<typeof issuedKeyView>> {
  const now = context.clock.now();
  await refuseTooMany(context, tenancy, replacing);
  const key = makeKey();
  const id = newId('key', now);
  await insertKey(tenancy, {
    id,
    ...(replacing && { lineage: replacing.lineage }),
    name,
    creatorId: context.caller.personId,
    scopes: scopeName.options.filter((scope) => scopes.includes(scope)),
    hash: hashOf(key),
    ...visibleParts(key),
    createdAt: new Date(now),
    expiresAt: oneYearAfter(now),
  });
  return { ...viewOf(await keptKey(tenancy, id), now), key };
}

async function ownOrAsOwner(context: Context, tenancy: Tenancy, role: Role, keyId: string): Promise<ApiKeyRow> {
  const key = await keptKey(tenancy, keyId);
  if (key.creator_id !== context.caller.personId && role !== 'owner') {
    throw roleDenied('owner', 'Only its creator or an Owner can rotate or revoke a key.');
  }
  return key;
}

async function keptKey(tenancy: Tenancy, id: string): Promise<ApiKeyRow> {
  const key = await lockKey(tenancy, id);
  if (!key) throw notFound('The API key');
  return key;
}

function refuseEnded(key: ApiKeyRow, now: number): void {
  const ended =
    (key.revoked_at !== null && 'was revoked') ||
    (key.rotated_at !== null && 'was rotated already') ||
    (Date.parse(key.expires_at) <= now && 'has expired');
  if (ended) throw invalid([{ path: 'key_id', message: `this key ${ended} and cannot be rotated` }]);
}

/** A key that is being replaced makes room for its replacement. */
async function refuseTooMany(
  { caller, clock }: Context,
  tenancy: Tenancy,
  replacing: ApiKeyRow | undefined,
): Promise<void> {
  const now = clock.now();
  const asked = { now: new Date(now), since: new Date(now - DAY_MS), except: replacing?.id };
  const { live, made } = await countKeys(tenancy, caller.personId, asked);
  if (made >= MOST_MADE_IN_A_DAY) {
    throw new Refusal('rate_limited', `A person makes at most ${MOST_MADE_IN_A_DAY} keys a day in an organization.`, {
      headers: { 'retry-after': String(HOUR_SECONDS) },
    });
  }
  if (live < MOST_LIVE_KEYS) return;
  const message = `A person has at most ${MOST_LIVE_KEYS} keys in an organization. Revoke one that is no longer needed.`;
  throw invalidWhole('api_keys', message);
}

function refuseAbove(role: Role, scopes: readonly Scope[]): void {
  const ceiling = ceilingOf(role);
  const above = scopes.find((scope) => !ceiling.has(scope));
  if (above === undefined) return;
  throw lacksScope(above, `The role ${role} does not carry ${above}, and a key never does more.`);
}
