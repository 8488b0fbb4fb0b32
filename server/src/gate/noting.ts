import { removeNoteApart } from '../audit/begun-request.store.ts';
import { noteRequest, noteRequestApart, UNANSWERED } from '../audit/begun-request.ts';
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

  /** In the organization that is known by now, in the place of a note apart that was left before. */
  const note = async (db: Transaction) => {
    progress.begun = true;
    const event = eventOf(call, progress, UNANSWERED);
    const at = new Date(clock.now());
    const { organization_id: organizationId } = event;
    if (organizationId === null) {
      progress.begunApart = true;
      return noteRequestApart(db, event, at);
    }
    if (progress.begunApart) await removeNoteApart(db, progress.requestId);
    return noteRequest({ organizationId, db }, event, at);
  };

  /** A transaction of somebody's begins with the note: at its end there is more to note where it found the organization. */
  const whereActedIn = async (db: Transaction) => {
    if (progress.told.organizationId !== undefined && progress.begunApart) await note(db);
  };

  /** What nobody in particular asks for only counts something, until it is known whose it is or what it has changed. */
  const whereKnown = async (db: Transaction) => {
    const { email, organizationId, acted } = progress.told;
    if (acted || email !== undefined || organizationId !== undefined) await note(db);
  };

  return { noteBegun, note, whereActedIn, whereKnown };
}
