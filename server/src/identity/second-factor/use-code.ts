import { z } from 'zod';
import type { Services } from '../../base/context.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { openSecret } from './sealed-secret.ts';
import { useRecoveryCode, useStep } from './second-factor.store.ts';
import { stepOf } from './totp.ts';

const LONGEST_TYPED = 60;
const OF_APP = /^\d{6}$/;

/** A code as people type it: of the app, or a recovery code; spaces and dashes do not matter. */
export const presentedCode = z
  .string()
  .max(LONGEST_TYPED)
  .transform((typed) => typed.replaceAll(/[\s-]/g, ''));

/** Takes a code of a person, for this one time; tells which kind it was, or nothing where it is wrong or was used. */
export async function useCode(
  services: Pick<Services, 'database' | 'clock' | 'tokenVault'>,
  personId: number,
  code: string,
): Promise<'app' | 'recovery' | undefined> {
  const { database, clock } = services;
  if (!OF_APP.test(code)) {
    const used = await useRecoveryCode(database, personId, recoveryCodeHash(code), new Date(clock.now()));
    return used ? 'recovery' : undefined;
  }
  const kept = await openSecret(services, database, personId);
  const step = kept && stepOf(kept.secret, code, clock.now());
  if (!kept || step === undefined) return undefined;
  return (await useStep(database, personId, kept.sealed, step)) ? 'app' : undefined;
}
