import { createHash } from 'node:crypto';
import { originOf } from '../../base/address-group.ts';
import type { PublicContext } from '../../base/context.ts';
import { holdAccount, noteTry } from '../sign-in/sign-in-failure.store.ts';

/** How long the link of a letter is good. */
export const LINK_VALID_MS = 60 * 60 * 1000;

const MOST_LETTERS = 3;

/**
 * Notes that a letter with a link is about to be sent, unless so many were sent that their links, which are all still
 * good, must do: anybody may ask for one, and nobody's mailbox is to be filled.
 */
export function takeLetter({ database, clock, ip }: PublicContext, email: string): Promise<boolean> {
  const account = createHash('sha256').update(`password letter ${email}`).digest();
  const from = originOf(ip);
  return database.transaction(async (db) => {
    const now = clock.now();
    const since = new Date(now - LINK_VALID_MS);
    const { failures: sent } = await holdAccount(db, { account, from, since, turnsSince: since });
    if (sent >= MOST_LETTERS) return false;
    await noteTry(db, { account, from, at: new Date(now) });
    return true;
  });
}
