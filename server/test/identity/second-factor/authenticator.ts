import assert from 'node:assert/strict';
import { codeAt } from '../../../src/identity/second-factor/totp.ts';
import type { Clock } from '../../../src/ports/clock.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** An app that makes codes from a secret that was typed into it. */
export class AuthenticatorApp {
  readonly #secret: Buffer;
  readonly #clock: Clock;

  constructor(secret: string, clock: Clock) {
    this.#secret = fromBase32(secret);
    this.#clock = clock;
  }

  /** The code that is shown now, or so many steps from now. */
  code(steps = 0): string {
    return codeAt(this.#secret, Math.floor(this.#clock.now() / STEP_MS) + steps);
  }

  /** Six digits that are no code around now. */
  wrong(): string {
    const right = new Set([-2, -1, 0, 1, 2].map((steps) => this.code(steps)));
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code));
    assert.ok(wrong);
    return wrong;
  }
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
