import type { FastifyRequest } from 'fastify';
import { readAddress } from '../../base/web-address.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a request was made on this machine, and not only passed on there by a proxy or a tunnel. */
function isFromHere({ headers, socket }: FastifyRequest): boolean {
  return LOOPBACK.has(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined);
}

/** The same for what a browser here asks by one of this machine's own names: a foreign name may have been led here. */
export function isMeantForHere(request: FastifyRequest): boolean {
  return isFromHere(request) && OWN_NAMES.has(readAddress(`http://${request.headers.host}`)?.hostname ?? '');
}
