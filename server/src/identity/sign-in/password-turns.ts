import { z } from 'zod';
import type { Line } from '../../base/turns.ts';

const SHORTEST = 12;
const LONGEST = 1_000;

/** Checking a password takes memory and a thread on purpose: networks take turns, and the line has an end. */
export const PASSWORDS: Line = {
  name: 'passwords',
  atOnce: 3,
  atOnceOfOne: 2,
  mostWaiting: 200,
  mostWaitingOfOne: 20,
  waitsMs: 10_000,
  refusal: 'Too many people are signing in. Try again in a moment.',
};

/** A password as it is presented. */
export const presentedPassword = z.string().min(1).max(LONGEST);

/** A password as it is chosen: long is all that it has to be. */
export const chosenPassword = z
  .string()
  .min(SHORTEST, `must have at least ${SHORTEST} characters`)
  .max(LONGEST, `must have at most ${LONGEST} characters`);
