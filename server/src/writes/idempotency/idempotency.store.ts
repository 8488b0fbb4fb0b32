import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

/** What a key stands for: who sent it, with which request, and which run of the request holds it. */
export interface KeyClaim {
  caller: string;
  key: string;
  fingerprint: Buffer;
  by: string;
}

/** A key that was sent before. */
export interface KeyRow {
  fingerprint: Buffer;
  claimed_at: string;
  /** When it was first sent, by whichever run; null where that was before it was kept. */
  asked_at: string | null;
  claimed_by: string;
  status: number | null;
  body: string | null;
  action_id: string | null;
  undoing: boolean;
}

const claim = statement<
  [organizationId: number, caller: string, key: string, fingerprint: Buffer, at: Date, by: string, asked: Date],
  { key: string }
>(`
  insert into idempotency_key (organization_id, caller, key, fingerprint, claimed_at, asked_at, claimed_by)
  values ($1, $2, $3, $4, $5, $7, $6) on conflict do nothing returning key`);

/** True for the first who sends the key. */
export async function claimKey(
  { db, organizationId }: Tenancy,
  { caller, key, fingerprint, by }: KeyClaim,
  { at, askedAt }: { at: Date; askedAt: Date },
): Promise<boolean> {
  return (await db.row(claim, organizationId, caller, key, fingerprint, at, by, askedAt)) !== undefined;
}

const find = statement<[organizationId: number, caller: string, key: string], KeyRow>(`
  select fingerprint, claimed_at, asked_at, claimed_by, status, body, action_id, undoing from idempotency_key
  where organization_id = $1 and caller = $2 and key = $3`);

export function findKey({ db, organizationId }: Tenancy, { caller, key }: KeyClaim): Promise<KeyRow | undefined> {
  return db.row(find, organizationId, caller, key);
}

const takeOver = statement<
  [organizationId: number, caller: string, key: string, from: string, by: string, at: Date],
  { key: string }
>(`
  update idempotency_key set claimed_by = $5, claimed_at = $6
  where organization_id = $1 and caller = $2 and key = $3 and claimed_by = $4 and status is null returning key`);

/** Takes the key over from a run that seems to have died before it executed anything; if it has not, it will not. */
export async function takeOverKey(
  { db, organizationId }: Tenancy,
  { caller, key, by }: KeyClaim,
  from: string,
  at: Date,
): Promise<boolean> {
  return (await db.row(takeOver, organizationId, caller, key, from, by, at)) !== undefined;
}

const keep = statement<
  [
    organizationId: number,
    caller: string,
    key: string,
    status: number,
    body: string,
    actionId: string | null,
    undoing: boolean,
    by: string,
  ],
  never
>(`
  update idempotency_key set status = $4, body = $5, action_id = $6, undoing = $7
  where organization_id = $1 and caller = $2 and key = $3 and claimed_by = $8 and status is null`);

/** Keeps the answer, in the transaction that makes it true; false when the key is no longer held by this run. */
export async function keepKeyAnswer(
  { db, organizationId }: Tenancy,
  { caller, key, by }: Pick<KeyClaim, 'caller' | 'key' | 'by'>,
  answer: { status: number; body: string; actionId: string | null; undoing?: boolean },
): Promise<boolean> {
  const { status, body, actionId, undoing = false } = answer;
  return (await db.execute(keep, organizationId, caller, key, status, body, actionId, undoing, by)) > 0;
}

const release = statement<[organizationId: number, caller: string, key: string, by: string], never>(`
  delete from idempotency_key
  where organization_id = $1 and caller = $2 and key = $3 and claimed_by = $4 and status is null`);

/** Forgets a key under which this run executed nothing. */
export async function releaseKey({ db, organizationId }: Tenancy, { caller, key, by }: KeyClaim): Promise<void> {
  await db.execute(release, organizationId, caller, key, by);
}

const forget = statement<[organizationId: number, caller: string, key: string, olderThan: Date], never>(
  'delete from idempotency_key where organization_id = $1 and caller = $2 and key = $3 and claimed_at < $4',
);

/** Forgets a key that is too old. */
export async function forgetKey(
  { db, organizationId }: Tenancy,
  { caller, key }: KeyClaim,
  olderThan: Date,
): Promise<void> {
  await db.execute(forget, organizationId, caller, key, olderThan);
}

const forgetOfAction = statement<[organizationId: number, actionId: string, undoing: boolean], never>(
  'delete from idempotency_key where organization_id = $1 and action_id = $2 and undoing = $3',
);

/** Forgets the keys of an action that did not happen: whoever sends one again means it to happen. */
export async function forgetKeysOf({ db, organizationId }: Tenancy, actionId: string, undoing: boolean): Promise<void> {
  await db.execute(forgetOfAction, organizationId, actionId, undoing);
}

const forgetAnswered = statement<[organizationId: number, body: string], never>(
  'delete from idempotency_key where organization_id = $1 and body = $2',
);

/** Forgets the keys that were answered with this. */
export async function forgetKeysAnswered({ db, organizationId }: Tenancy, body: string): Promise<void> {
  await db.execute(forgetAnswered, organizationId, body);
}

export const forgetOldKeys = statement<[before: Date], never>('delete from idempotency_key where claimed_at < $1');
