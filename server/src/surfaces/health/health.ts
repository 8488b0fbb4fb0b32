import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../../base/config.ts';
import type { Gate } from '../../gate/call.ts';
import { hashOf } from '../../identity/key-format.ts';
import { plainHeaders } from '../wire/plain-headers.ts';
import { isMeantForHere } from '../wire/this-machine.ts';
import { databaseAnswers } from './health.store.ts';

const READY_WITHIN_MS = 2_000;

/** Mounts what operators and load balancers ask: is the process up, can it serve, what are its figures. */
export function mountHealth(app: FastifyInstance, { services, audit }: Gate, metrics: Registry): void {
  const { database, config, clock } = services;
  const headers = () => ({ ...plainHeaders(clock), 'cache-control': 'no-store' });
  // A connection of its own: requests that wait for one of theirs say nothing about the database.
  const lane = database.lane();

  app.get('/healthz', (_request, reply) => reply.headers(headers()).send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const answered = await Promise.race([
      lane.row(databaseAnswers).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, READY_WITHIN_MS, false).unref()),
    ]);
    const status = !answered ? 'database unreachable' : audit.isFailing ? 'audit events cannot be kept' : 'ready';
    reply.headers(headers()).code(status === 'ready' ? 200 : 503);
    return { status };
  });

  app.get('/metrics', async (request, reply) => {
    reply.headers(headers());
    if (!mayReadMetrics(request, config)) return reply.code(404).send({ status: 'not found' });
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  });
}

/** Figures tell a lot about customers: they go to whoever holds the token; without one, to this machine itself. */
function mayReadMetrics(request: FastifyRequest, { metricsToken: token, trustedProxies }: Config): boolean {
  if (token === undefined) return trustedProxies === 0 && isMeantForHere(request);
  const presented = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hashOf(presented), hashOf(token));
}
