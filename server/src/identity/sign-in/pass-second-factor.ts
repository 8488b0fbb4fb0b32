import type { PublicContext } from '../../base/context.ts';
import { queueSecurityEmail } from '../../mail/send-email.task.ts';
import type { PersonRow } from '../person.store.ts';
import { wrongCodesEmail } from '../second-factor/second-factor-emails.ts';
import { useCode } from '../second-factor/use-code.ts';
import { markWrong } from './sign-in-failure.store.ts';
import { atAccountsPace, type Noted } from './sign-in-pace.ts';
import { CODE_PACE } from './sign-in-turn.ts';

/** After so many wrong codes within a day the person is told that somebody may know the password. */
const WORTH_A_WARNING = 5;

const TRIED = { what: 'second factor', pace: CODE_PACE };

/** What trying a code needs. */
export type Passing = Pick<PublicContext, 'database' | 'clock' | 'tokenVault' | 'tasks' | 'config' | 'ip'>;

/** Tries a code of a person at the pace of such tries, wherever it is asked for; a right one is used up. */
export function passSecondFactor(
  context: Passing,
  person: PersonRow,
  code: string,
): Promise<'app' | 'recovery' | undefined> {
  const attempt = async (noted: Noted) => {
    const kind = await useCode(context, person.id, code);
    if (!kind) await noteWrongCode(context, person, noted);
    return kind;
  };
  return atAccountsPace(context, person.email, attempt, TRIED);
}

/** Warns once within the window, whatever else is tried meanwhile: the try that it was sent for bears a mark. */
function noteWrongCode(context: Passing, person: PersonRow, noted: Noted): Promise<void> {
  const since = new Date(context.clock.now() - CODE_PACE.windowMs);
  return context.database.transaction(async (db) => {
    if (!(await markWrong(db, { ...noted, since, worthAWarning: WORTH_A_WARNING }))) return;
    await queueSecurityEmail(context, db, wrongCodesEmail({ to: person.email, appUrl: context.config.appUrl }));
  });
}
