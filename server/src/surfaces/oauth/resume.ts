import type { FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.ts';
import { placeOf } from '../../base/holder.ts';
import { readsInLine } from '../../base/reads-in-line.ts';
import type { Gate } from '../../gate/call.ts';
import { connectRequest, isTicket, requestUid } from '../../identity/oauth/connect-request.ts';
import { sessionCredential } from '../dashboard/dashboard.ts';

/** A request that nobody approved is taken up by anybody; one that somebody did, by them or by another browser. */
export type Taker = 'anybody' | 'approver' | 'another';

/**
 * Whether the browser that goes on after an approval is the one in which the person approved: else somebody could begin
 * in a browser of their own, have the person approve through a link, and go on with that person's access. It brings
 * the ticket that the approval gave it; where the dashboard's cookie reaches this address, it is signed in as that
 * person too.
 */
export async function takerOf(request: FastifyRequest, uid: string, ticket: unknown, gate: Gate): Promise<Taker> {
  const { services } = gate;
  const inLine = { ...services, ...readsInLine(services, placeOf(request)) };
  const asked = requestUid.safeParse(uid).success ? await connectRequest(inLine, uid) : undefined;
  if (!asked?.approval) return 'anybody';
  const { personId, ticket: kept } = asked.approval;
  if (!isTicket(ticket, kept)) return 'another';
  const isTheirs = !sharesCookies(services.config) || (await signedInAs(request, gate)) === personId;
  return isTheirs ? 'approver' : 'another';
}

/** Cookies belong to a host, whatever its port. */
function sharesCookies({ appUrl, authUrl }: Config): boolean {
  return new URL(appUrl).hostname === new URL(authUrl).hostname;
}

async function signedInAs(request: FastifyRequest, { authenticator, services }: Gate): Promise<number | undefined> {
  const identified = await authenticator.identify(sessionCredential(request, services.config), {
    live: true,
    resource: '',
  });
  return 'caller' in identified ? identified.caller.personId : undefined;
}
