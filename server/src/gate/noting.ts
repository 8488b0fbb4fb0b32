import { noteRequest, UNANSWERED } from '../audit/begun-request.ts';
import type { Services, Tenancy } from '../base/context.ts';
import type { Transaction } from '../base/database.ts';
import { eventOf } from './answer.ts';
import type { Call, Progress } from './call.ts';

/** How a request is noted beside what it changes. */
export function noting(call: Call, progress: Progress, { clock }: Pick<Services, 'clock'>) {
  const noteBegun = (tenancy: Tenancy) => {
    progress.begun = true;
    return noteRequest(tenancy, eventOf(call, progress, UNANSWERED), new Date(clock.now()));
  };
  // Where the organization was known before, the transaction has begun with the note.
  const whereActedIn = async (db: Transaction) => {
    const { organizationId } = progress.told;
    if (organizationId !== undefined && !progress.begun) await noteBegun({ organizationId, db });
  };
  return { noteBegun, whereActedIn };
}
