import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

/** The prefixes of opaque ids, one for each kind of object. */
export type IdPrefix =
  | 'req'
  | 'key'
  | 'act'
  | 'qw'
  | 'rec'
  | 'rep'
  | 'str'
  | 'con'
  | 'job'
  | 'aud'
  | 'inv'
  | 'app'
  | 'lim';

/** Makes an opaque id with a readable prefix; ids made later sort later. */
export function newId(prefix: IdPrefix, now: number): string {
  let time = '';
  let rest = now;
  for (let i = 0; i < TIME_LENGTH; i += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of takeRandom()) random += ALPHABET.charAt(byte & 31);
  return `${prefix}_${time}${random}`;
}

const POOL_IDS = 256;
const pool = { bytes: Buffer.alloc(0), used: 0 };

/** Random bytes are drawn for many ids at once: one system call for each request would be felt. */
function takeRandom(): Buffer {
  if (pool.used >= pool.bytes.length) {
    pool.bytes = randomBytes(RANDOM_LENGTH * POOL_IDS);
    pool.used = 0;
  }
  const start = pool.used;
  pool.used += RANDOM_LENGTH;
  return pool.bytes.subarray(start, pool.used);
}
