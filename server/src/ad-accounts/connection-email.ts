import type { Email } from '../ports/mailer.ts';

const LONGEST_LOGIN = 200;

/** Tells an Owner that the ad platform no longer lets us in. */
export function brokenConnectionEmail({ to, login, appUrl }: { to: string; login: string; appUrl: string }): Email {
  const shown = login.replace(/[\p{C}\p{Z}<>]+/gu, ' ').slice(0, LONGEST_LOGIN);
  const lines = [
    `Google no longer accepts the login ${shown} that your ad accounts are linked through: it was revoked or lost its access.`,
    '',
    'Your campaigns go on running in Google Ads. Until the login is connected again, nothing here can be synced, launched, paused or changed.',
    '',
    'Connect it again in the dashboard, under Settings. Everything missed meanwhile is then caught up on by itself.',
    '',
    appUrl,
  ];
  return { to, subject: 'Google Ads has to be connected again', text: lines.join('\n') };
}
