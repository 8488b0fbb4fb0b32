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
}

const columns = `at, request_id, operation, path, status_code, error_code, actor_type, "user", key_prefix,
  key_last_four, ip, user_agent`;
const all = statement<[], KeptEvent>(`
  with apart as materialized (select null::integer, ${columns} from unattributed_audit_event)
  select organization_id, ${columns} from audit_event union all select * from apart
  order by at, request_id`);
const byRequest = statement<[requestId: string], KeptEvent>(`
  with apart as materialized (select null::integer, ${columns} from unattributed_audit_event where request_id = $1)
  select organization_id, ${columns} from audit_event where request_id = $1 union all select * from apart`);

/** Every event of the database, with or without an organization. */
export function auditEvents(database: Database): Promise<KeptEvent[]> {
  return database.rows(all);
}

/** The one event of a request; more or fewer fail the test. */
export async function eventOf(database: Database, requestId: string): Promise<KeptEvent> {
  const events = await database.rows(byRequest, requestId);
  assert.equal(events.length, 1, `events of ${requestId}`);
  const [event] = events;
  assert.ok(event);
  return event;
}

/** Each of these requests left exactly one event, and every event is of one of these requests. */
export async function assertEachAuditedOnce(database: Database, requestIds: readonly string[]): Promise<void> {
  const events = await auditEvents(database);
  const asked = new Set(requestIds);
  assert.deepEqual(
    events.filter(({ request_id }) => !asked.has(request_id)),
    [],
    'events of requests that nobody saw answered',
  );
  assert.deepEqual(events.map(({ request_id }) => request_id).sort(), [...requestIds].sort());
}
