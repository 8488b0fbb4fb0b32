import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../src/base/secrets.ts';

/** Secrets of nobody else. */
export function someSecrets(): Secrets {
  const secret = randomBytes(32);
  return { signing: secret, accepted: [secret] };
}
