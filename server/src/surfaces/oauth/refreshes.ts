import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Allowance } from '../../base/allowance.ts';
import { placeOf } from '../../base/holder.ts';
import { takeOfAddress } from '../../gate/address-rate.ts';
import type { Gate } from '../../gate/call.ts';
import { errors } from '../../identity/oauth/library.ts';
import { type RefreshAsked, sessionToRefresh } from '../../identity/oauth/refresh-in-force.ts';
import { REFRESHES_PER_MINUTE } from '../../identity/oauth/refresh-pace.ts';
import { askForBody } from '../wire/expected-body.ts';
import { FORM, readAhead } from './body-limit.ts';

/** So many times what an address may ask for is read once it has, to find the refreshes in it. */
const READ_TIMES = 10;
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;|$)/i;

/** A request to the token endpoint from an address that has used up its limit. */
interface Asking {
  request: IncomingMessage;
  response: ServerResponse;
  ip: string;
  perMinute: number;
  cutOff: Promise<never>;
}

/**
 * Many apps stand behind one address, and what one program sends from there must not end the work of the others: a
 * refresh with a token that is in force has the limit of its session instead. Undefined for everything else.
 */
export async function allowanceOfRefresh(asking: Asking, gate: Gate): Promise<Allowance | undefined> {
  const { request, response, ip, perMinute, cutOff } = asking;
  if (request.method !== 'POST' || !FORM_TYPE.test(request.headers['content-type'] ?? '')) return undefined;
  const reading = await takeOfAddress(gate, 'oauth_token read', ip, READ_TIMES * perMinute);
  if (!reading.allowed) return undefined;
  askForBody(request, response);
  // What could not be read asks for nothing.
  const body = await readAhead(request, FORM, cutOff).catch(() => undefined);
  const asked = body && refreshIn(body);
  const session = asked && (await sessionOf(asked, ip, gate));
  return session === undefined ? undefined : gate.rateLimiter.take(`refresh:${session}`, REFRESHES_PER_MINUTE);
}

async function sessionOf(asked: RefreshAsked, ip: string, { services }: Gate): Promise<string | undefined> {
  const { queries } = await services.oauth();
  try {
    return await queries.askedBy(placeOf({ ip }), () =>
      sessionToRefresh(queries.database, asked, services.clock.now()),
    );
  } catch (error) {
    // Whoever finds the line full is told to wait either way.
    if (error instanceof errors.TemporarilyUnavailable) return undefined;
    throw error;
  }
}

function refreshIn(body: Buffer): RefreshAsked | undefined {
  const asked = new URLSearchParams(body.toString());
  const one = (name: string) => (asked.getAll(name).length === 1 ? asked.get(name) : null);
  const [grant, token, clientId] = [one('grant_type'), one('refresh_token'), one('client_id')];
  return grant === 'refresh_token' && token !== null && clientId !== null ? { token, clientId } : undefined;
}
