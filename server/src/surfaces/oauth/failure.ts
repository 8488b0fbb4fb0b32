import { unreachable } from '../../base/outage.ts';
import type { Gate } from '../../gate/call.ts';
import { isGone, refusalForNow } from '../../identity/oauth/app-queries.ts';
import type { Context } from './library-answers.ts';

/** What an app is told of a request that failed here. */
export interface Failure {
  status: number;
  error: string;
  said: string;
  headers: Record<string, string>;
}

/** Told before anything is used up that could not be asked for again. */
export const UNKEPT: Failure = {
  status: 503,
  error: 'temporarily_unavailable',
  said: 'The audit trail could not be kept when it was last tried. Nothing was done: try again in a few seconds.',
  headers: { 'retry-after': '5' },
};

/** In OAuth's words: an app may try again where the database was only gone. */
export function failureOf(cause: unknown, { outages, services }: Gate): Failure {
  if (!isGone(cause)) {
    services.log.error({ err: cause }, 'an OAuth request could not be answered');
    return { status: 500, error: 'server_error', said: 'Something went wrong here.', headers: {} };
  }
  const forNow = refusalForNow(cause);
  if (!forNow) outages.note(cause, services.clock.now());
  const refusal = forNow ?? unreachable(cause);
  return { status: refusal.status, error: 'temporarily_unavailable', said: refusal.message, headers: refusal.headers };
}

/** Puts it in the place of whatever the library would answer. */
export function tell(context: Context, { status, error, said, headers }: Failure): void {
  context.remove('location');
  context.status = status;
  context.set(headers);
  context.body = { error, error_description: said };
}
