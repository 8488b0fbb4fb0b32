import { plainAddress } from '../base/address-group.ts';
import type { Services, Tenancy } from '../base/context.ts';
import type { Queryable } from '../base/database.ts';
import { eachForItself } from '../tasks/each-for-itself.ts';
import { type AuditEvent, keepUnansweredApart, keepUnansweredEvents } from './audit.store.ts';
import {
  type Note,
  noteBegun,
  noteBegunApart,
  organizationsWithUnanswered,
  takeUnanswered,
  takeUnansweredApart,
  unansweredApart,
} from './begun-request.store.ts';
import { storableJson } from './storable-json.ts';

/** As the trail tells of a request of which nobody knows whether it was answered, and how: never as a success. */
export const UNANSWERED = { status: 500, errorCode: 'answer_unknown' } as const;

/** Longer than a request lives once its change was written down. */
const UNANSWERED_AFTER_MS = 5 * 60 * 1000;

/**
 * Notes a request beside the change that it makes. The answer, and with it the event, may wait long for the platform;
 * whatever becomes of the process meanwhile, what was changed is not without an event.
 */
export function noteRequest(tenancy: Tenancy, told: AuditEvent, at: Date): Promise<void> {
  return noteBegun(tenancy, noteOf(told, at));
}

/** The same where no organization is known that the request belongs to, or only its event tells which. */
export function noteRequestApart(db: Queryable, told: AuditEvent, at: Date): Promise<void> {
  return noteBegunApart(db, noteOf(told, at));
}

function noteOf(told: AuditEvent, at: Date): Note {
  const event = storableJson({ ...told, ip: told.ip && plainAddress(told.ip) });
  return { requestId: told.request_id, at, event };
}

/** Makes events of the requests that were noted long ago. The event of one that is answered later still takes its place. */
export async function keepUnansweredRequests(services: Services): Promise<void> {
  const before = new Date(services.clock.now() - UNANSWERED_AFTER_MS);
  await keepInOrganizations(services, before);
  await keepApart(services, before);
}

async function keepInOrganizations({ database, log }: Services, before: Date): Promise<void> {
  const keep = async ({ organization_id }: { organization_id: number }) => {
    const kept = await database.transaction(async (db) => {
      const events = await takeUnanswered({ db, organizationId: organization_id }, before);
      return db.execute(keepUnansweredEvents, JSON.stringify(events));
    });
    log.warn({ organization_id, kept }, 'changes were executed whose requests may never have been answered');
  };
  await eachForItself(await database.rows(organizationsWithUnanswered, before), keep, (err, { organization_id }) =>
    log.error({ err, organization_id }, 'events of requests that may never have been answered could not be kept'),
  );
}

/** One by one: they have nothing in common by which one that cannot become an event would keep others from it. */
async function keepApart({ database, log }: Services, before: Date): Promise<void> {
  const keep = async ({ request_id }: { request_id: string }) => {
    const kept = await database.transaction(async (db) => {
      const event = await takeUnansweredApart(db, request_id);
      if (!event) return 0;
      const statement = event.organization_id === null ? keepUnansweredApart : keepUnansweredEvents;
      return db.execute(statement, JSON.stringify([event]));
    });
    if (kept > 0) log.warn({ request_id }, 'a change was executed whose request may never have been answered');
  };
  await eachForItself(await database.rows(unansweredApart, before), keep, (err, { request_id }) =>
    log.error({ err, request_id }, 'the event of a request that may never have been answered could not be kept'),
  );
}
