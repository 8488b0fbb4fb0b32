import type { Role } from '../../base/scopes.ts';
import { harmless, holdsAddress } from '../../mail/harmless.ts';
import type { Email } from '../../ports/mailer.ts';

const ROLE_WORDS: Record<Role, string> = { owner: 'an Owner', admin: 'an Admin', member: 'a Member' };

/** Tells an address of an invitation, in the same words whether or not anybody has an account with it. */
export function invitationEmail({
  to,
  organization,
  role,
  inviter,
  expiresAt,
  appUrl,
  joinUrl,
}: {
  to: string;
  organization: string;
  role: Role;
  inviter: { name: string; email: string };
  expiresAt: Date;
  appUrl: string;
  joinUrl: string;
}): Email {
  const lines = [
    `${whoInvites(inviter)} invites you to ${named(organization, (name) => `the organization “${name}”`)} on Sluice, as ${ROLE_WORDS[role]}.`,
    '',
    `Sign in with this email address to accept or decline. The invitation waits until ${expiresAt.toISOString().slice(0, 10)} (UTC), also for an account that is made before then.`,
    '',
    appUrl,
    '',
    'Whoever has no account with this address makes one here; the link works once:',
    '',
    joinUrl,
    '',
    'If you do not know what this is about, do nothing: nobody is told, and the invitation runs out.',
  ];
  return { to, subject: `Invitation to ${named(organization, (name) => name)} on Sluice`, text: lines.join('\n') };
}

/** Anybody may be invited to an organization of any name: one that holds an address is left out. */
function named(organization: string, words: (name: string) => string): string {
  return holdsAddress(organization) ? 'an organization' : words(harmless(organization));
}

function whoInvites({ name, email }: { name: string; email: string }): string {
  return holdsAddress(name) ? email : `${harmless(name)} (${email})`;
}
