import { harmless } from '../../mail/harmless.ts';
import type { Email } from '../../ports/mailer.ts';

const MOST_PLACES = 5;

/** Tells an Owner that a key was found in public and has been revoked. */
export function exposureEmail({
  to,
  key,
  places,
  appUrl,
}: {
  to: string;
  key: { name: string; last_four: string };
  places: readonly string[];
  appUrl: string;
}): Email {
  const found = [...new Set(places.map(harmless))].filter((place) => place !== '').slice(0, MOST_PLACES);
  const lines = [
    `The API key “${harmless(key.name)}” ending in ${key.last_four} was reported as published, and was revoked at once.`,
    ...(found.length > 0 ? ['', 'Where it was found, as reported:', ...found.map((place) => `  ${place}`)] : []),
    '',
    `Export the audit trail of the organization and look for requests with the key ending in ${key.last_four} that you do not recognise. Whatever used the key needs a new one.`,
    '',
    appUrl,
  ];
  return { to, subject: `API key ending in ${key.last_four} was revoked: it was published`, text: lines.join('\n') };
}

/** Tells the creator of a key that it will expire. */
export function expiryEmail({
  to,
  key,
  days,
  appUrl,
}: {
  to: string;
  key: { name: string; last_four: string; expires_at: string };
  days: number;
  appUrl: string;
}): Email {
  const lines = [
    `Your API key “${harmless(key.name)}” ending in ${key.last_four} expires on ${key.expires_at.slice(0, 10)} (UTC). From then on its requests are refused.`,
    '',
    'Rotate it in the dashboard, under Account, API Keys: the replacement has the same name and scopes, and the old key keeps working for up to 48 hours.',
    '',
    appUrl,
  ];
  return { to, subject: `API key ending in ${key.last_four} expires in ${days} days`, text: lines.join('\n') };
}
