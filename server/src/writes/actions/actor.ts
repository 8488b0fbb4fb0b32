import type { Caller } from '../../base/caller.ts';
import type { Actor } from './action.store.ts';

/** Who acts, as the action log names them. */
export function actorOf(caller: Caller): Actor {
  if (caller.key) {
    return { type: 'api_key', prefix: caller.key.prefix, last_four: caller.key.lastFour, user: caller.email };
  }
  return { type: 'user', user: caller.email, ...(caller.client && { client: caller.client }) };
}
