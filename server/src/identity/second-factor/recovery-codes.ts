import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../base/database.ts';
import { hashOf } from '../key-format.ts';
import { replaceRecoveryCodes } from './second-factor.store.ts';
import { base32 } from './totp.ts';

const CODES = 10;
/** 80 bits: too many to guess, so that a plain hash is enough. */
const CODE_BYTES = 10;

/** Gives a person ten new recovery codes, which are shown once; those before work no more. */
export async function giveRecoveryCodes(db: Transaction, personId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => base32(randomBytes(CODE_BYTES)).toLowerCase());
  await replaceRecoveryCodes(db, personId, codes.map(hashOf));
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** The form in which a recovery code is kept, however it was typed. */
export function recoveryCodeHash(typed: string): Buffer {
  return hashOf(typed.toLowerCase());
}
