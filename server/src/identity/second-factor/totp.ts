import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const STEP_MS = 30_000;
const DIGITS = 6;
/** Codes of so many steps before and after now are taken: clocks differ, and typing takes time. */
const STEPS_OFF = 1;
const ISSUER = 'Sluice';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret for an authenticator app. */
export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of one time step (RFC 6238 with SHA-1, six digits, 30 seconds). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The time step that a code of six digits belongs to, among those around now; every one is compared, in constant time. */
export function stepOf(secret: Buffer, code: string, now: number): number | undefined {
  const current = Math.floor(now / STEP_MS);
  let found: number | undefined;
  for (let step = current - STEPS_OFF; step <= current + STEPS_OFF; step += 1) {
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) found = step;
  }
  return found;
}

/** The address that an authenticator app reads from a picture: the secret, whose it is, and how codes are made. */
export function otpauthAddress(secret: Buffer, email: string): string {
  const parameters = { secret: base32(secret), issuer: ISSUER, algorithm: 'SHA1', digits: '6', period: '30' };
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${new URLSearchParams(parameters)}`;
}

/** Bytes as people type them (RFC 4648); whole groups of five need no padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}
