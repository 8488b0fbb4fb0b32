import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 4;

/** Every key is live; svc_test_ is reserved for sandbox keys. */
const KEY_PREFIX = 'svc_live_';
const SHAPE = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Makes a new key: prefix, 30 random characters, and a checksum of those. */
export function makeKey(): string {
  let random = '';
  for (let i = 0; i < RANDOM_LENGTH; i += 1) random += DIGITS.charAt(randomInt(DIGITS.length));
  return KEY_PREFIX + random + checksumOf(random);
}

/** Whether a string can be a key at all; tells without a look-up. */
export function isWellFormedKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const random = text.slice(KEY_PREFIX.length, KEY_PREFIX.length + RANDOM_LENGTH);
  return checksumOf(random) === text.slice(-CHECKSUM_LENGTH);
}

/** CRC-32 (IEEE) in base 62, padded with zeros. */
function checksumOf(random: string): string {
  let value = crc32(random);
  let text = '';
  while (value > 0) {
    text = DIGITS.charAt(value % DIGITS.length) + text;
    value = Math.floor(value / DIGITS.length);
  }
  return text.padStart(CHECKSUM_LENGTH, '0');
}

/** The only form in which a key is kept. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** What stays visible of a key: the prefix with its first characters, and the last four. */
export function visibleParts(key: string): { prefix: string; lastFour: string } {
  return { prefix: key.slice(0, KEY_PREFIX.length + SHOWN_LENGTH), lastFour: key.slice(-SHOWN_LENGTH) };
}
