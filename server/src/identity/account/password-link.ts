import { z } from 'zod';
import type { Config } from '../../base/config.ts';
import type { Queryable } from '../../base/database.ts';
import { SECRET_PAGES } from '../../base/secret-addresses.ts';
import type { Secrets } from '../../base/secrets.ts';
import { findPerson, type PersonRow } from '../person.store.ts';
import { claimOf, readLink, signLink } from '../signed-link.ts';

const PURPOSE = 'password';
const claim = z.object({ person: z.int32() });

/** The address at which a person chooses a password: it works once, because it is bound to the password before. */
export function passwordUrl(
  { config, secrets }: { config: Pick<Config, 'appUrl'>; secrets: Secrets },
  person: Pick<PersonRow, 'id' | 'password_hash'>,
  expiresAt: number,
): string {
  const link = { purpose: PURPOSE, content: { person: person.id }, expiresAt, bound: person.password_hash ?? '' };
  return `${config.appUrl}${SECRET_PAGES.choosePassword}${signLink(secrets, link)}`;
}

/** Whose password the token of such an address may replace; undefined where it was used, has run out or is not ours. */
export async function personOfLink(
  db: Queryable,
  { token, secrets, now }: { token: string; secrets: Secrets; now: number },
): Promise<PersonRow | undefined> {
  const claimed = claimOf(token, claim);
  const person = claimed && (await findPerson(db, claimed.person));
  if (!person) return undefined;
  const bound = person.password_hash ?? '';
  return readLink(secrets, token, { purpose: PURPOSE, schema: claim, now, bound }) && person;
}
