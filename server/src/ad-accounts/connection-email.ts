import type { Email } from '../ports/mailer.ts';

const LONGEST_NAME = 200;

/** Tells an Owner that the ad platform no longer lets us in. */
export function brokenConnectionEmail({ to, login, appUrl }: { to: string; login: string; appUrl: string }): Email {
  const lines = [
    `Google no longer accepts the login ${harmless(login)} that your ad accounts are linked through: it was revoked.`,
    '',
    'Your campaigns go on running in Google Ads. Until the login is connected again, nothing here can be synced, launched, paused or changed.',
    '',
    'Connect it again in the dashboard, under Settings. Everything missed meanwhile is then caught up on by itself.',
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

/** Names come from outside: in an email they are plain text of a bearable length. */
function harmless(name: string): string {
  return name.replace(/[\p{C}\p{Z}<>]+/gu, ' ').slice(0, LONGEST_NAME);
}
