import { plainAddress } from '../base/address-group.ts';
import type { Services, Tenancy } from '../base/context.ts';
import { eachForItself } from '../tasks/each-for-itself.ts';
import { type AuditEvent, keepUnansweredEvents } from './audit.store.ts';
import { noteBegun, organizationsWithUnanswered, takeUnanswered } from './begun-request.store.ts';
import { storableJson } from './storable-json.ts';

/** As the trail tells of a request of which nobody knows whether it was answered, and how: never as a success. */
export const UNANSWERED = { status: 500, errorCode: 'answer_unknown' } as const;

/** Longer than a request lives once its change was written down. */
const UNANSWERED_AFTER_MS = 5 * 60 * 1000;

/**
 * Notes a request beside the change that it makes. The answer, and with it the event, may wait long for the platform;
 * whatever becomes of the process meanwhile, what was changed is not without an event.
 */
export async function noteRequest(tenancy: Tenancy, told: AuditEvent, at: Date): Promise<void> {
  const event = storableJson({ ...told, ip: told.ip && plainAddress(told.ip) });
  await noteBegun(tenancy, { requestId: told.request_id, at, event });
}

/** Makes events of the requests that were noted long ago. The event of one that is answered later still takes its place. */
export async function keepUnansweredRequests({ database, clock, log }: Services): Promise<void> {
  const before = new Date(clock.now() - UNANSWERED_AFTER_MS);
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
