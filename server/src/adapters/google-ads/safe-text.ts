const MAX_LENGTH = 400;
const SECRETS = /\b(?:ya29\.|1\/\/|4\/|GOCSPX-|Bearer\s+)[\w./+=~-]+/gi;
/** Controls, and marks that reorder or hide text: agents and people must see the same thing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;

/** Text of the platform made fit to show: one line, limited in length, without invisible characters or secrets. */
export function safeText(text: string): string {
  const line = text
    .slice(0, MAX_LENGTH * 4)
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const clean = line.replace(SECRETS, '[removed]');
  return clean.length <= MAX_LENGTH ? clean : `${clean.slice(0, MAX_LENGTH - 1)}…`;
}
