import { useState } from 'react';
import { CallError } from '../call.ts';
import { isUncertain } from './error-words.ts';

/** A wish as it was sent: the same key goes with the same request. */
interface Sent<Answer> {
  key: string;
  send: (idempotencyKey: string) => Promise<Answer>;
}

/**
 * Sends each wish under a key of its own. One whose outcome is not known is sent again as it was and under its key, until
 * an answer tells what became of it: so it is made once.
 */
export class OnceOnly<Answer> {
  #open = new Map<string, Sent<Answer>>();

  /** Whether it may have been made by an earlier try. */
  isOpen(wish: string): boolean {
    return this.#open.has(wish);
  }

  async send(wish: string, send: Sent<Answer>['send']): Promise<Answer> {
    const sent = this.#open.get(wish) ?? { key: newIdempotencyKey(), send };
    try {
      const answer = await sent.send(sent.key);
      this.#open.delete(wish);
      return answer;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (isUncertain(error)) this.#open.set(wish, sent);
      else if (!SAYS_NOTHING_OF_IT.includes(error.code)) this.#open.delete(wish);
      throw this.isOpen(wish) ? error.of('once') : error;
    }
  }
}

/** Refusals that come before anybody looks what was sent under the key, or while that is still under way. */
const SAYS_NOTHING_OF_IT: readonly CallError['code'][] = [
  'unauthorized',
  'insufficient_scope',
  'org_access_denied',
  'role_denied',
  'rate_limited',
  'ad_platform_unavailable',
];

/** Keeps what a dialog or page sent for as long as it is there. */
export function useOnceOnly<Answer>(): OnceOnly<Answer> {
  return useState(() => new OnceOnly<Answer>())[0];
}

const KEY_BYTES = 16;

/** A key that one change is sent under, however often. */
function newIdempotencyKey(): string {
  // The simpler randomUUID is missing where the page is not served over https.
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
