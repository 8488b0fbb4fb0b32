import { z } from 'zod';
import type { Services } from '../../base/context.ts';
import { SECRET_PAGES } from '../../base/secret-addresses.ts';
import { readLink, signLink } from '../signed-link.ts';

const PURPOSE = 'join';

/** What a link to join says: which invitation, to whom, and what the organization is called. */
const joining = z.object({ id: z.string(), email: z.string(), organization: z.string() });
type Joining = z.output<typeof joining>;

/** The address by which somebody without an account accepts an invitation: whoever has it reads that mail. */
export function joinUrl(
  { config, signingSecrets }: Pick<Services, 'config' | 'signingSecrets'>,
  content: Joining,
  expiresAt: Date,
): string {
  const token = signLink(signingSecrets, { purpose: PURPOSE, content, expiresAt: expiresAt.getTime() });
  return `${config.appUrl}${SECRET_PAGES.join}${token}`;
}

/** What the token of such an address says; undefined where it is not ours or has run out. */
export function readJoin(
  { signingSecrets, clock }: Pick<Services, 'signingSecrets' | 'clock'>,
  token: string,
): Joining | undefined {
  return readLink(signingSecrets, token, { purpose: PURPOSE, schema: joining, now: clock.now() });
}
