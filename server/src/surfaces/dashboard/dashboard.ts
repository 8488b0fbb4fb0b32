import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../base/caller.ts';
import type { Config } from '../../base/config.ts';
import { Refusal } from '../../base/errors.ts';
import { readAddress } from '../../base/web-address.ts';
import type { Credential } from '../../identity/authenticate.ts';
import { sessionCookie } from '../../identity/sign-in/session.ts';

/** Where the dashboard calls operations. */
export const DASHBOARD_PREFIX = '/dashboard/v1';

/** Names the person whom a page shows: its browser may have been signed in as somebody else from another tab. */
const ACTING_AS = 'acting-as';
const ANOTHER = 'Somebody else is signed in in this browser by now. Reload the page to go on.';

/** What browsers put around a cookie: any other space belongs to its name, and makes it another's. */
const AROUND = ' \t';

/**
 * Reads the session cookie; a bearer credential does not open the dashboard. Of two different ones neither is believed:
 * the second may have been set by a neighbour under the same domain, to have somebody work in another's name.
 */
export function sessionCredential(request: FastifyRequest, config: Pick<Config, 'appUrl'>): Credential {
  const cookie = sessionCookie(config);
  let session: Credential;
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [name, token] = bare(part).split('=', 2);
    if (name !== cookie || !token) continue;
    if (session && session.token !== token) return undefined;
    session = { kind: 'session', token };
  }
  return session;
}

/** In the time of its length: a pattern for spaces at the end looks at each run of them from every one of its spaces. */
function bare(cookie: string): string {
  let [from, to] = [0, cookie.length];
  while (from < to && AROUND.includes(cookie.charAt(from))) from += 1;
  while (from < to && AROUND.includes(cookie.charAt(to - 1))) to -= 1;
  return cookie.slice(from, to);
}

/** Refuses a change that a page of another site, or one that shows another person, asks the browser to make. */
export function refuseOthers(appUrl: string): (request: FastifyRequest, caller?: Caller) => void {
  const own = new URL(appUrl).origin;
  return ({ method, headers }, caller) => {
    if (method === 'GET' || method === 'HEAD') return;
    const { 'sec-fetch-site': site, origin, host } = headers;
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    const foreignOrigin = origin !== undefined && origin !== own && hostOf(origin) !== host;
    if (foreignSite || foreignOrigin) throw new Refusal('unauthorized', 'The request came from another site.');
    const shown = headers[ACTING_AS];
    if (caller && shown !== undefined && shown !== String(caller.personId)) throw new Refusal('unauthorized', ANOTHER);
  };
}

/** The dashboard may be opened at another of the server's addresses; the browser then sends that one's cookies only. */
function hostOf(origin: string): string | undefined {
  return readAddress(origin)?.host;
}
