import type { Email } from '../../ports/mailer.ts';

interface About {
  to: string;
  appUrl: string;
}

const NOT_YOU =
  'If it was not you, somebody else can sign in to your account: change your password, end the other sessions and ask whoever runs this service for help.';

/** Tells a person that the second factor was turned on. */
export function turnedOnEmail({ to, appUrl }: About): Email {
  const lines = [
    'From now on, signing in to your account on Sluice takes a code of your authenticator app besides the password. Your other sessions were ended. Keep the recovery codes where you find them without your phone.',
    '',
    NOT_YOU,
    '',
    `${appUrl}/account`,
  ];
  return { to, subject: 'Your second factor for Sluice was turned on', text: lines.join('\n') };
}

/** Tells a person that the second factor was turned off, by themselves or by the operator. */
export function turnedOffEmail({ to, appUrl }: About): Email {
  const lines = [
    'From now on, the password alone is enough to sign in to your account on Sluice. Your other sessions were ended.',
    '',
    NOT_YOU,
    '',
    `${appUrl}/account`,
  ];
  return { to, subject: 'Your second factor for Sluice was turned off', text: lines.join('\n') };
}

/** Tells a person that recovery codes were made, or that one was used to sign in. */
export function recoveryEmail({ to, appUrl }: About, happened: 'made' | 'used', left: number): Email {
  const what =
    happened === 'made'
      ? `You have ${left} new recovery codes for your account on Sluice; those before work no more.`
      : `Somebody, probably you, has signed in to your account on Sluice with a recovery code. You have ${left} left; make new ones before they run out.`;
  const subject = happened === 'made' ? 'New recovery codes for Sluice' : 'A recovery code for Sluice was used';
  return { to, subject, text: [what, '', NOT_YOU, '', `${appUrl}/account`].join('\n') };
}

/** Warns a person whose password somebody knows who lacks the codes. */
export function wrongCodesEmail({ to, appUrl }: About): Email {
  const lines = [
    'Somebody has given your password for Sluice and then wrong codes, several times. If it was you, nothing is to be done.',
    '',
    'If it was not you, that somebody knows your password and was kept out by your second factor. Choose another password here, by a link that comes by mail:',
    '',
    `${appUrl}/forgotten-password`,
  ];
  return { to, subject: 'Wrong codes for your account on Sluice', text: lines.join('\n') };
}
