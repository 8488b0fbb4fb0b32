import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { z } from 'zod';
import type { Caller } from '../../base/caller.ts';
import type { CallerContext, Services } from '../../base/context.ts';
import { notFound, Refusal } from '../../base/errors.ts';
import { placeOf } from '../../base/holder.ts';
import { membersOf } from '../../base/json.ts';
import { isScope, type Scope } from '../../base/scopes.ts';
import { visible } from '../../base/visible-text.ts';
import { hashOf } from '../key-format.ts';
import { refusalForNow } from './app-queries.ts';
import { ENDPOINTS } from './endpoints.ts';
import { findRequest } from './request.store.ts';

/** The name of a request to connect, as it stands in addresses. */
export const requestUid = z.string().regex(/^[\w-]{43}$/);

/** Not a parameter that apps send: under it a request keeps what its app was called when it asked. */
export const APP_NAME = 'sluice_app_name';

/** An app's request to connect, as the person is asked about it. */
export interface ConnectRequest {
  uid: string;
  clientId: string;
  /** What the app was called when it asked: that is shown, and kept once the person agrees. */
  appName: string;
  redirectUri: string;
  resource: string;
  /** What the app asked for, or all ten where it named none. */
  scopes: readonly Scope[];
  expiresAt: string;
  /** The person who has approved it, and the hash of the ticket that only that person's browser was given. */
  approval?: { personId: number; ticket: string };
  answered: boolean;
}

const parameters = z.object({
  client_id: z.string(),
  // One from before the name was kept is answered like that of an app that has changed.
  [APP_NAME]: z.string().default(''),
  redirect_uri: z.string(),
  resource: z.string(),
  scope: z.string(),
});
const approvalResult = z.object({ login: z.object({ accountId: z.string() }), ticket: z.string() });

/** The request of that name, unless it has run out. */
export async function connectRequest(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  uid: string,
): Promise<ConnectRequest | undefined> {
  const row = await findRequest(database, hashOf(uid), new Date(clock.now()));
  return row && requestOf(uid, row.payload, row.expires_at);
}

/** The request of that name if it still waits for an answer, or not_found. */
export async function openRequest(
  services: Pick<Services, 'database' | 'clock'>,
  uid: string,
): Promise<ConnectRequest> {
  const request = await connectRequest(services, uid);
  if (!request || request.answered) throw requestGone();
  return request;
}

/**
 * Refuses a request whose app is another by now: an app that is known by a document says what it likes, and may say
 * something else as soon as the person has looked.
 */
export async function refuseChangedApp(context: CallerContext, request: ConnectRequest): Promise<void> {
  const server = await context.oauth();
  const client = await server.queries
    .askedBy(placeOf(context), () => server.Client.find(request.clientId))
    .catch(refuseUnreadable);
  if (!client) throw requestGone();
  const { redirectUri } = request;
  const isSame = appName(client.clientName, redirectUri) === request.appName && client.redirectUriAllowed(redirectUri);
  if (!isSame) throw new Refusal('sync_conflict', `The app has changed since it asked. ${BEGIN_ANEW}`);
}

const BEGIN_ANEW = 'Go back to it and connect it again.';

/** A document may be gone, not valid any more, or at a host that is down. */
function refuseUnreadable(error: unknown): never {
  const forNow = refusalForNow(error);
  if (forNow) throw forNow;
  const isOfOAuth = typeof membersOf(error).error_description === 'string';
  if (!isOfOAuth) throw error;
  const message = `What the app says of itself cannot be read any more. ${BEGIN_ANEW}`;
  throw new Refusal('sync_conflict', message, { cause: error });
}

/** What is told of a request that has run out, was answered or never was. */
export function requestGone(): Error {
  return notFound('The request to connect has run out or was answered; it');
}

function requestOf(uid: string, payload: AdapterPayload, expiresAt: string): ConnectRequest {
  const { client_id, [APP_NAME]: name, redirect_uri, resource, scope } = parameters.parse(payload.params);
  const approved = approvalResult.safeParse(payload.result).data;
  return {
    uid,
    clientId: client_id,
    appName: name,
    redirectUri: redirect_uri,
    resource,
    scopes: scope.split(' ').filter(isScope),
    expiresAt,
    answered: payload.result !== undefined,
    ...(approved && { approval: { personId: Number(approved.login.accountId), ticket: approved.ticket } }),
  };
}

/** What the person may use in at least one organization. */
export function usableScopes({ organizations }: Caller): ReadonlySet<Scope> {
  return new Set([...organizations.values()].flatMap(({ scopes }) => [...scopes]));
}

const LONGEST_NAME = 80;

/** What an app calls itself, so that nothing on it is hidden; one without a name goes by where it redirects to. */
export function appName(name: string | undefined, redirectUri: string): string {
  const shown = visible((name ?? '').trim())
    .slice(0, LONGEST_NAME)
    .toWellFormed();
  return shown === '' ? new URL(redirectUri).host : shown;
}

const TICKET_BYTES = 32;

/** What proves that a browser is the one in which the person said yes: a secret, and the hash that is kept of it. */
export function newTicket(): { secret: string; hash: string } {
  const secret = randomBytes(TICKET_BYTES).toString('base64url');
  return { secret, hash: ticketHash(secret) };
}

/** Whether what a browser brings is the ticket of which this was kept. */
export function isTicket(brought: unknown, kept: unknown): boolean {
  if (typeof brought !== 'string' || typeof kept !== 'string') return false;
  const [given, expected] = [Buffer.from(ticketHash(brought)), Buffer.from(kept)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The form in which a ticket is kept. */
function ticketHash(secret: string): string {
  return hashOf(secret).toString('base64url');
}

/** Where the browser goes on once the request is answered. */
export function resumeUrl({ config }: Pick<Services, 'config'>, uid: string, ticket?: string): string {
  const address = `${config.authUrl}${ENDPOINTS.authorization}/${uid}`;
  return ticket === undefined ? address : `${address}?ticket=${ticket}`;
}
