import assert from 'node:assert/strict';
import { type Database, statement } from '../../src/base/database.ts';

/** An event as either table of the audit trail keeps it. */
export interface KeptEvent {
  organization_id: number | null;
  at: string;
  request_id: string;
  operation: string;
  path: string;
  status_code: number;
  error_code: string | null;
  actor_type: string | null;
  user: string | null;
  key_prefix: string | null;
  key_last_four: string | null;
  ip: string | null;
  user_agent: string | null;
  client: string | null;
  /** How many requests it stands for: one, but for those of nobody. */
  count: number;
}

const columns = `at, request_id, operation, path, status_code, error_code, actor_type, "user", key_prefix,
  key_last_four, ip, user_agent, client`;
const all = statement<[], KeptEvent>(`
  with apart as materialized (select null::integer, ${columns}, count from unattributed_audit_event)
  select organization_id, ${columns}, 1 as count from audit_event union all select * from apart
  order by at, request_id`);
const byRequest = statement<[requestId: string], KeptEvent>(`
  with apart as materialized (
    select null::integer, ${columns}, count from unattributed_audit_event where request_id = $1)
  select organization_id, ${columns}, 1 as count from audit_event where request_id = $1 union all select * from apart`);
const counted = statement<[operation: string | null, status: number, code: string | null], KeptEvent>(`
  select null as organization_id, ${columns}, count from unattributed_audit_event
  where actor_type is null and count > 1 and operation = coalesce($1, operation) and status_code = $2
    and error_code is not distinct from $3`);

/** Every event of the database, with or without an organization. */
export function auditEvents(database: Database): Promise<KeptEvent[]> {
  return database.rows(all);
}

/** What a request of nobody is known by, where it was counted with others before it. */
interface Outcome {
  operation?: string;
  status: number;
  code: string | null;
}

/** The one event of a request; more or fewer fail the test. That of nobody's may stand for others like it too. */
export async function eventOf(database: Database, requestId: string, outcome?: Outcome): Promise<KeptEvent> {
  const events = await database.rows(byRequest, requestId);
  assert.ok(events.length <= 1, `events of ${requestId}: ${events.length}`);
  const [event] = events.length === 1 || !outcome ? events : await countedLike(database, outcome);
  assert.ok(event, `no event of ${requestId}`);
  return event;
}

function countedLike(database: Database, { operation, status, code }: Outcome): Promise<KeptEvent[]> {
  return database.rows(counted, operation ?? null, status, code);
}

/** Each of these requests left exactly one event or was counted once, and every event is of one of these requests. */
export async function assertEachAuditedOnce(database: Database, requestIds: readonly string[]): Promise<void> {
  const events = await auditEvents(database);
  const asked = new Set(requestIds);
  assert.deepEqual(
    events.filter(({ request_id }) => !asked.has(request_id)),
    [],
    'events of requests that nobody saw answered',
  );
  const ids = events.map(({ request_id }) => request_id);
  assert.equal(new Set(ids).size, ids.length, 'no request has two');
  assert.equal(
    events.reduce((sum, { count }) => sum + count, 0),
    requestIds.length,
  );
}
