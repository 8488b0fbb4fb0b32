import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

/** Who started to connect a login, and in which session. */
export interface Connecting {
  stateHash: Buffer;
  personId: number;
  sessionHash: Buffer;
}

const add = statement<
  [organizationId: number, state: Buffer, person: number, session: Buffer, verifier: string, at: Date],
  never
>(`
  insert into ad_connect_attempt (organization_id, state_hash, person_id, session_hash, code_verifier, created_at)
  values ($1, $2, $3, $4, $5, $6)`);

/** Remembers a connect flow; the verifier stays here. */
export async function addAttempt(
  { db, organizationId }: Tenancy,
  { stateHash, personId, sessionHash }: Connecting,
  codeVerifier: string,
  at: Date,
): Promise<void> {
  await db.execute(add, organizationId, stateHash, personId, sessionHash, codeVerifier, at);
}

const take = statement<
  [organizationId: number, state: Buffer, person: number, session: Buffer, startedAfter: Date],
  { code_verifier: string }
>(`
  delete from ad_connect_attempt
  where organization_id = $1 and state_hash = $2 and person_id = $3 and session_hash = $4 and created_at > $5
  returning code_verifier`);

/** Uses a connect flow up: of all that come back with its state, in the session that began it, one gets the verifier. */
export async function takeAttempt(
  { db, organizationId }: Tenancy,
  { stateHash, personId, sessionHash }: Connecting,
  startedAfter: Date,
): Promise<string | undefined> {
  return (await db.row(take, organizationId, stateHash, personId, sessionHash, startedAfter))?.code_verifier;
}

const forget = statement<[organizationId: number, startedBefore: Date], never>(
  'delete from ad_connect_attempt where organization_id = $1 and created_at <= $2',
);

/** Forgets connect flows that nobody finished in time. */
export async function forgetAttempts({ db, organizationId }: Tenancy, startedBefore: Date): Promise<void> {
  await db.execute(forget, organizationId, startedBefore);
}
