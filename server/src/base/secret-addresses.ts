import { visible } from './visible-text.ts';

/** Pages of the dashboard whose address ends with a secret: whoever has it may do what the page offers. */
export const SECRET_PAGES = {
  choosePassword: '/choose-password/',
  join: '/join/',
  connect: '/connect/',
} as const;

/**
 * What stands before a secret in an address, below the host or below the operations: nothing behind it is kept or logged.
 * What is asked of an address, behind its `?`, is never kept at all.
 */
export const SECRET_ADDRESSES: readonly string[] = [
  ...Object.values(SECRET_PAGES),
  '/connect-requests/',
  '/oauth/authorize/',
  '/ad-connections/callback/',
];

const REDACTED = '[redacted]';
const names = SECRET_ADDRESSES.map((address) => address.slice(1, -1)).join('|');
/** Organizations and campaigns may be called by any word, also by one of these. */
const A_CUSTOMERS = '(?<=/(?:organizations|campaigns|o))';
const BEFORE_SECRET = new RegExp(`(^/(?:dashboard/)?v1)?(?!${A_CUSTOMERS})/(${names})(?=[/?#;].)`, 'is');

/**
 * A key shows by its shape, also where some of it is missing: somebody may paste it where its id belongs. Its prefix and end
 * tell which it was.
 */
const KEY = /(svc_live_[0-9a-z]{4})[0-9a-z]{4,}([0-9a-z]{4})/gi;

/**
 * A token of a connected app is 43 random characters, for a refresh behind the name of its session. It shows by its length
 * and by mixing capitals with small letters, which no name in our addresses does.
 */
const LIKE_A_TOKEN = /(?<![\w-])(?:[\w-]{32,}\.)?[\w-]{43,}/g;

/**
 * A path as it may be kept: what follows the address of a secret is cut off, wherever and however that was written, and
 * so are the middle of a key and all of a token.
 */
export function withoutSecret(path: string): string {
  const plain = plainly(path);
  const [found, operations = '', name = ''] = BEFORE_SECRET.exec(plain) ?? [];
  if (found !== undefined) return `${operations}/${name}/${REDACTED}`.toLowerCase();
  const cut = withoutCredentials(plain);
  return cut === plain ? path : visible(cut);
}

/** A text from which the middle of every key, and every token, is cut. */
export function withoutCredentials(text: string): string {
  const withoutKeys = text.replace(KEY, '$1…$2');
  return withoutKeys.replace(LIKE_A_TOKEN, (found) => (isMixed(found) ? REDACTED : found));
}

/** Two looks, each over at its first find: one for both in either order costs the square of a long text. */
function isMixed(text: string): boolean {
  return /[A-Z]/.test(text) && /[a-z]/.test(text);
}

const ENCODED = /%([0-9a-f]{2})/gi;
/** Whoever passes an address on may encode it once more. */
const MOST_ENCODINGS = 3;

function plainly(path: string): string {
  let plain = path;
  for (let encoding = 0; encoding < MOST_ENCODINGS && plain.includes('%'); encoding += 1) {
    plain = plain.replace(ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return plain.replace(/[/\\]+/g, '/');
}

/** In a text a secret shows by its length: the files of a stack are called by the same words. */
const IN_TEXT = new RegExp(`(/(?:${names})/)[\\w.%-]{40,}`, 'gi');

/** A text as it may be logged, whatever addresses stand in it. */
export function textWithoutSecrets(text: string): string {
  return text.replace(IN_TEXT, `$1${REDACTED}`);
}

/** Whether a path opens a page by a secret. */
export function isSecretPage(path: string): boolean {
  return Object.values(SECRET_PAGES).some((page) => path.startsWith(page));
}
