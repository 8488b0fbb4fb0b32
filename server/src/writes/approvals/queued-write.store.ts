import type { Tenancy } from '../../base/context.ts';
import { columns, statement } from '../../base/database.ts';
import type { PlacedChange } from '../change.ts';
import { lineOf } from '../in-one-line.ts';
import { firstListed, listedChanges, withShortTexts } from '../listed-changes.ts';

/** Who asked for a change that waits. */
export interface Requester {
  via: 'api_key' | 'connected_app';
  person_id: number;
  email: string;
  key_id?: string;
  connection_id?: string;
  /** The session in which an app asked, and since when its person had been a member; earlier rows have neither. */
  session_id?: string;
  member_since?: string;
  client?: string;
}

export type QueuedStatus = 'pending' | 'approved' | 'rejected' | 'failed';

/** A change that waits for a person, or waited. */
export interface QueuedWriteRow {
  id: string;
  status: QueuedStatus;
  reason: string | null;
  operation: string;
  /** The slug of the campaign that it changes; null for what was queued before this was kept. */
  campaign: string | null;
  /** null once it was let go. */
  input: Record<string, unknown> | null;
  summary: string;
  /** JSON, as it is answered. */
  changes: string;
  /** How many there are, also once they were let go. */
  changes_count: number;
  /** How often what it would do was said anew. */
  revision: number;
  /** Whether it stops what may be spending. */
  stops: boolean;
  requester: Requester;
  requested_at: string;
  /** Set while still pending when the change was approved and is on its way to the platform. */
  decided_at: string | null;
  decided_by: number | null;
  /** JSON, as it was answered. */
  result: string | null;
}

const SELECTED = {
  id: 'id',
  status: 'status',
  reason: 'reason',
  operation: 'operation',
  campaign: 'campaign',
  summary: 'summary',
  changes: 'changes::text',
  changes_count: 'coalesce(changes_count, jsonb_array_length(changes))',
  revision: 'revision',
  stops: 'stops',
  requester: 'requester',
  requested_at: 'requested_at',
  decided_at: 'decided_at',
  decided_by: 'decided_by',
  result: 'result::text',
};

const COLUMNS = columns<QueuedWriteRow>({ ...SELECTED, input: 'input' });

/** A queued write as lists show it: with the first of its changes. */
export type ListedQueuedWrite = Omit<QueuedWriteRow, 'input'>;

/** Of a long result its short parts: what was restored, thing by thing, is read of one queued write at a time. */
const SHORT_RESULT = `case when octet_length(result::text) <= 4000 then result::text else (
    select json_object_agg(part.key, part.value) from json_each(result::json) as part
    where octet_length(part.value::text) <= 2000)::text end`;

/** What is large is not even read where the first changes are kept. */
export const LISTED_COLUMNS = columns<ListedQueuedWrite>({
  ...SELECTED,
  summary: lineOf('summary'),
  changes: `${withShortTexts(`coalesce(first_changes, ${firstListed('changes')})`)}::text`,
  result: SHORT_RESULT,
});

const insert = statement<
  [
    organizationId: number,
    id: string,
    operation: string,
    campaign: string | null,
    input: string,
    summary: string,
    changes: string,
    credential: string,
    requester: string,
    requestedAt: Date,
    fingerprint: Buffer | null,
    stops: boolean,
    changesCount: number,
    firstChanges: string,
  ],
  never
>(`
  insert into queued_write (organization_id, id, status, operation, campaign, input, summary, changes, credential,
    requester, requested_at, fingerprint, stops, changes_count, first_changes)
  values ($1, $2, 'pending', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`);

/** What is put into the queue. */
export interface NewQueuedWrite
  extends Pick<QueuedWriteRow, 'id' | 'operation' | 'campaign' | 'summary' | 'stops' | 'requester'> {
  input: unknown;
  changes: readonly PlacedChange[];
  /** Stands for what was asked for; null where asking twice means two. */
  fingerprint: Buffer | null;
  /** The key or connected app that asked. */
  credential: string;
  requestedAt: Date;
}

/** Puts a change into the queue. */
export async function insertQueuedWrite({ db, organizationId }: Tenancy, write: NewQueuedWrite): Promise<void> {
  const { id, operation, campaign, summary, credential, requestedAt, fingerprint, stops } = write;
  const input = JSON.stringify(write.input);
  const changes = JSON.stringify(write.changes);
  const requester = JSON.stringify(write.requester);
  const asked = [summary, changes, credential, requester, requestedAt, fingerprint, stops] as const;
  await db.execute(insert, organizationId, id, operation, campaign, input, ...asked, ...listedOf(write));
}

const byId = statement<[organizationId: number, id: string], QueuedWriteRow>(
  `select ${COLUMNS} from queued_write where organization_id = $1 and id = $2`,
);

export function findQueuedWrite({ db, organizationId }: Tenancy, id: string): Promise<QueuedWriteRow | undefined> {
  return db.row(byId, organizationId, id);
}

const rewrite = statement<
  [
    organizationId: number,
    id: string,
    campaign: string | null,
    changes: string,
    summary: string,
    changesCount: number,
    firstChanges: string,
  ],
  never
>(`
  update queued_write set campaign = $3, changes = $4, summary = $5, revision = revision + 1, changes_count = $6,
    first_changes = $7
  where organization_id = $1 and id = $2 and status = 'pending' and decided_at is null`);

/** Says anew what a change that still waits would do. */
export async function keepChanges(
  { db, organizationId }: Tenancy,
  id: string,
  { campaign, changes, summary }: Pick<NewQueuedWrite, 'campaign' | 'changes' | 'summary'>,
): Promise<void> {
  const kept = JSON.stringify(changes);
  await db.execute(rewrite, organizationId, id, campaign, kept, summary, ...listedOf({ changes }));
}

/** What lists show of changes: how many there are, and the first of them. */
function listedOf({ changes }: Pick<NewQueuedWrite, 'changes'>): [count: number, first: string] {
  return [changes.length, JSON.stringify(listedChanges(changes))];
}

const ask = statement<[organizationId: number, id: string, requester: string], never>(`
  update queued_write set requester = $3
  where organization_id = $1 and id = $2 and status = 'pending' and decided_at is null and requester <> $3::jsonb`);

/** Lets a change that still waits be that of whoever asks for it now. */
export async function keepRequester({ db, organizationId }: Tenancy, id: string, requester: Requester): Promise<void> {
  await db.execute(ask, organizationId, id, JSON.stringify(requester));
}

const organizationOf = statement<[organizationIds: number[], id: string], { organization_id: number }>(
  'select organization_id from queued_write where organization_id = any($1) and id = $2',
);

/** In which of these organizations the queued write is. */
export async function organizationOfQueuedWrite(
  db: Tenancy['db'],
  organizationIds: number[],
  id: string,
): Promise<number | undefined> {
  return (await db.row(organizationOf, organizationIds, id))?.organization_id;
}

/** What a decision makes of a queued write. */
export interface Decision {
  status: Exclude<QueuedStatus, 'pending'>;
  reason: string | null;
  by: number | null;
  at: Date;
  result: unknown;
  /** Where it says something of whoever asked: decided only while it is still theirs. */
  of?: Requester;
}

const decide = statement<
  [
    organizationId: number,
    id: string,
    status: string,
    reason: string | null,
    by: number | null,
    at: Date,
    result: string | null,
    requester: string | null,
  ],
  { id: string }
>(`
  update queued_write set status = $3, reason = $4, decided_by = $5, decided_at = $6, result = $7::jsonb
  where organization_id = $1 and id = $2 and status = 'pending' and decided_at is null
    and requester = coalesce($8::jsonb, requester) returning id`);

/** Only pending ever changes, and nobody decides twice: false when somebody was faster, or asked for it since. */
export async function decideQueuedWrite(
  { db, organizationId }: Tenancy,
  id: string,
  { status, reason, by, at, result, of }: Decision,
): Promise<boolean> {
  const kept = result === null ? null : JSON.stringify(result);
  const requester = of ? JSON.stringify(of) : null;
  return (await db.row(decide, organizationId, id, status, reason, by, at, kept, requester)) !== undefined;
}

const begin = statement<[organizationId: number, id: string, by: number, at: Date, result: string], { id: string }>(`
  update queued_write set decided_by = $3, decided_at = $4, result = $5::jsonb
  where organization_id = $1 and id = $2 and status = 'pending' and decided_at is null returning id`);

/** Notes who approved a change that the platform has yet to take; until then it is pending. */
export async function beginApproved(
  { db, organizationId }: Tenancy,
  id: string,
  { by, at, result }: { by: number; at: Date; result: unknown },
): Promise<boolean> {
  return (await db.row(begin, organizationId, id, by, at, JSON.stringify(result))) !== undefined;
}

const finish = statement<
  [organizationId: number, id: string, status: string, reason: string | null, result: string | null],
  never
>(`
  update queued_write set status = $3, reason = $4, result = coalesce($5::jsonb, result)
  where organization_id = $1 and id = $2 and status = 'pending' and decided_at is not null`);

/** Says what became of an approved change, once the platform has taken or declined it. */
export async function finishApproved(
  { db, organizationId }: Tenancy,
  id: string,
  failure: { message: string; result: unknown } | null,
): Promise<void> {
  const [status, result] = failure ? ['failed', JSON.stringify(failure.result)] : ['approved', null];
  await db.execute(finish, organizationId, id, status, failure?.message ?? null, result);
}

const expireOne = statement<[organizationId: number, before: Date, at: Date], never>(`
  update queued_write set status = 'rejected', reason = 'expired', decided_at = $3
  where organization_id = $1 and status = 'pending' and decided_at is null and requested_at <= $2`);

/** Rejects what nobody acted on in time. */
export async function expireQueuedWrites({ db, organizationId }: Tenancy, before: Date, at: Date): Promise<void> {
  await db.execute(expireOne, organizationId, before, at);
}

export const organizationsWithOverdue = statement<[before: Date], { organization_id: number }>(
  `select distinct organization_id from queued_write where status = 'pending' and decided_at is null and requested_at <= $1`,
);

const NEVER_MADE = `status in ('rejected', 'failed') and input is not null`;

const letGo = statement<[organizationId: number, decidedBefore: Date], never>(`
  update queued_write set input = null, changes = '[]', changes_count = coalesce(changes_count, jsonb_array_length(changes)),
    first_changes = null
  where organization_id = $1 and ${NEVER_MADE} and decided_at <= $2`);

/** Lets go what was to be made and never was; who asked, who decided and the words for it stay. */
export async function letGoNeverMade({ db, organizationId }: Tenancy, decidedBefore: Date): Promise<void> {
  await db.execute(letGo, organizationId, decidedBefore);
}

export const organizationsWithNeverMade = statement<[decidedBefore: Date], { organization_id: number }>(
  `select distinct organization_id from queued_write where ${NEVER_MADE} and decided_at <= $1`,
);
