import { z } from 'zod';
import type { Services } from '../../base/context.ts';
import { findPerson, type PersonRow, type Shown } from '../person.store.ts';
import { claimOf, readLink, signLink } from '../signed-link.ts';

const PURPOSE = 'second factor';
const VALID_MS = 10 * 60_000;
const claim = z.object({ person: z.int32() });

type Signing = Pick<Services, 'clock' | 'signingSecrets'>;

/**
 * What somebody gets who has shown the password and not yet the second factor. It opens nothing: all that takes it is
 * the end of signing in. It goes with the password, and with any change of the second factor.
 */
export function challengeFor({ clock, signingSecrets }: Signing, person: Shown): string {
  const expiresAt = clock.now() + VALID_MS;
  return signLink(signingSecrets, {
    purpose: PURPOSE,
    content: { person: person.id },
    expiresAt,
    bound: boundTo(person),
  });
}

/** Who has shown the password, as long as the challenge is good. */
export async function personOfChallenge(
  { database, clock, signingSecrets }: Signing & Pick<Services, 'database'>,
  challenge: string,
): Promise<PersonRow | undefined> {
  const claimed = claimOf(challenge, claim);
  const person = claimed && (await findPerson(database, claimed.person));
  if (!person || person.second_factor_since === null) return undefined;
  const terms = { purpose: PURPOSE, schema: claim, now: clock.now(), bound: boundTo(person) };
  return readLink(signingSecrets, challenge, terms) && person;
}

function boundTo({ password_hash, second_factor_since }: Shown): string {
  return JSON.stringify([password_hash, second_factor_since]);
}
