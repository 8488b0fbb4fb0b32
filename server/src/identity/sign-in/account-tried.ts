import { createHash } from 'node:crypto';

/** What is tried at an account; each kind is counted for itself. */
export type KindOfTry = 'password' | 'second factor' | 'password reset' | 'password letter';

/** What tries of a kind are counted under; whatever somebody calls an account, it never is another kind's. */
export function accountTried(kind: KindOfTry, email: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, email]))
    .digest();
}
