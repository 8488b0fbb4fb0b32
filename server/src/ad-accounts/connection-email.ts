import { harmless } from '../mail/harmless.ts';
import type { Email } from '../ports/mailer.ts';

/** Why a login no longer works for an organization: it was revoked at the platform, or its owner left or took it back. */
export type Ending = 'revoked' | 'left' | 'withdrawn';

const WHAT_HAPPENED: Record<Ending, (login: string) => string> = {
  revoked: (login) =>
    `Google no longer accepts the login ${login} that your ad accounts are linked through: it was revoked.`,
  left: (login) =>
    `Your ad accounts are linked through the Google login ${login}, whose owner has left the organization. It is no longer used here.`,
  withdrawn: (login) =>
    `The owner of the Google login ${login} that your ad accounts are linked through has ended its use here.`,
};

/** Tells an Owner that a login no longer lets us in. */
export function brokenConnectionEmail({
  to,
  login,
  why,
  appUrl,
}: {
  to: string;
  login: string;
  why: Ending;
  appUrl: string;
}): Email {
  const lines = [
    WHAT_HAPPENED[why](harmless(login)),
    '',
    'Your campaigns go on running in Google Ads. Until a login is connected again, nothing here can be synced, launched, paused or changed.',
    '',
    why === 'revoked'
      ? 'Its owner connects it again in the dashboard, under Settings. Everything missed meanwhile is then caught up on by itself.'
      : 'Somebody whose own login reaches the accounts connects it in the dashboard, under Settings, and selects them. Everything missed meanwhile is then caught up on by itself.',
    '',
    appUrl,
  ];
  return { to, subject: 'Google Ads has to be connected again', text: lines.join('\n') };
}

/** Tells an Owner that a login, which works otherwise, no longer reaches one ad account. */
export function lostAccountEmail({
  to,
  login,
  account,
  appUrl,
}: {
  to: string;
  login: string;
  account: string;
  appUrl: string;
}): Email {
  const lines = [
    `The Google login ${harmless(login)} has lost its access to the ad account ${harmless(account)}, or the account was closed.`,
    '',
    'Its campaigns go on as they are in Google Ads. Until the login reaches the account again, nothing of it can be synced, launched, paused or changed here. Other accounts of the login are not touched.',
    '',
    'Give the login access to the account in Google Ads: it is tried again every hour. Or connect a login that has access, in the dashboard, under Settings.',
    '',
    appUrl,
  ];
  return { to, subject: 'Google Ads: access to an ad account was lost', text: lines.join('\n') };
}
