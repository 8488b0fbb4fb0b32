import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Config } from '../base/config.ts';
import type { Services } from '../base/context.ts';
import { errorEnvelope, internalError } from '../base/errors.ts';
import { membersOf } from '../base/json.ts';
import type { Operation } from '../base/operation.ts';
import { isOutage, unreachable } from '../base/outage.ts';
import type { Gate } from '../gate/call.ts';
import { refuseUnknownHost } from '../identity/keys/secret-scanning.ts';
import { DASHBOARD_PREFIX, refuseOthers, sessionCredential } from './dashboard/dashboard.ts';
import { mountDashboardFiles } from './dashboard/dashboard-files.ts';
import { mountHealth } from './health/health.ts';
import type { Metrics } from './health/metrics.ts';
import { MCP_PATH, mountMcp } from './mcp/mcp.ts';
import { mountSetUpPage } from './mcp/set-up-page.ts';
import { mountOAuth } from './oauth/oauth.ts';
import { mountDocs } from './openapi/docs.ts';
import { getOpenApi } from './openapi/openapi-operation.ts';
import { Bodies } from './rest/bodies.ts';
import { answerUnmatched, bearerCredential, type HttpSurface, leaveBodies, mountOperations } from './rest/rest.ts';
import { decodeReport, reportExposedKeys, SECRET_SCANNING_PREFIX } from './rest/secret-scanning.ts';
import { answerConnect, answerUnreadable, type Unread } from './rest/unreadable.ts';
import { Connections } from './wire/connections.ts';
import { plainHeaders } from './wire/plain-headers.ts';

/** Everything that the HTTP server is made of. */
export interface HttpParts {
  gate: Gate;
  metrics: Metrics;
  /** What keys and connected apps can call. */
  operations: readonly Operation[];
  /** What only people in the dashboard can call. */
  dashboardOperations: readonly Operation[];
  version: string;
}

const REST_PREFIX = '/v1';
const LONGEST_PARAMETER = 200;
/** A year, for the whole host: browsers that were here over https come back over nothing else. */
const HSTS = 'max-age=31536000; includeSubDomains';

/** Builds the HTTP server with every surface mounted. */
export function buildHttp({ gate, metrics, operations, dashboardOperations, version }: HttpParts): FastifyInstance {
  const { services } = gate;
  const { config } = services;
  const shared = sharedBySurfaces(services, metrics);
  const openApi = getOpenApi(operations, config.baseUrl, version);
  const surfaces = httpSurfaces(
    config,
    shared,
    { operations: [...operations, openApi.operation] },
    { operations: [...operations, ...dashboardOperations] },
  );
  const elsewhere = nowhere(shared);
  const connections = new Connections(services);
  const unread: Unread = {
    surface: elsewhere,
    gate,
    inTurn: (socket, ways) => connections.inTurn(socket, ways),
  };
  const app = Fastify({
    logger: false,
    serverFactory: (handler) => connections.serve(handler),
    trustProxy: config.trustedProxies > 0 && ((_address, hop) => hop < config.trustedProxies),
    return503OnClosing: false,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, unread),
    frameworkErrors: (_error, request, reply) => {
      const surface = surfaces.find(({ prefix }) => request.url.startsWith(`${prefix}/`)) ?? elsewhere;
      answerUnmatched(request, reply, surface, gate).catch((error) => sendFailure(error, reply, gate));
    },
  });
  leaveBodies(app);
  if (config.publicUrl.startsWith('https:')) {
    app.addHook('onRequest', async (_request, reply) => {
      reply.raw.setHeader('strict-transport-security', HSTS);
    });
  }
  app.addHook('preClose', async () => {
    shared.bodies.close();
    await services.eventStreams.close();
    connections.letGo(app.server);
  });
  app.server.on('connect', (request, socket) => answerConnect(request, socket, unread));
  app.setErrorHandler((error, request, reply) =>
    isRefusedByFramework(error) ? answerUnmatched(request, reply, elsewhere, gate) : sendFailure(error, reply, gate),
  );
  for (const surface of surfaces) mountOperations(app, surface, gate);
  const mcpAddress = `${config.mcpUrl}${MCP_PATH}`;
  mountMcp(app, { gate, operations, shared, resource: mcpAddress, version });
  mountSetUpPage(app, services.clock, mcpAddress);
  mountOAuth(app, gate, shared.bodies);
  mountDocs(app, services.clock, openApi.reference);
  mountHealth(app, gate, metrics.registry);
  mountDashboardFiles(app, services, (request, reply) => answerUnmatched(request, reply, elsewhere, gate));
  return app;
}

/** A body that is too large, for example, sent to where there is nothing anyway. */
function isRefusedByFramework(error: unknown): boolean {
  const { statusCode } = membersOf(error);
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}

/** The last resort, for what failed outside of the gate: says nothing of it, and the log says all. */
function sendFailure(error: unknown, reply: FastifyReply, { services, outages }: Gate): FastifyReply {
  const { log, clock, config } = services;
  const headers = plainHeaders(clock);
  const requestId = headers['x-request-id'];
  const passes = isOutage(error);
  if (passes) outages.note(error, clock.now());
  else log.error({ err: error, request_id: requestId }, 'a request could not be answered');
  const refusal = passes ? unreachable(error) : internalError(requestId);
  return reply
    .code(refusal.status)
    .headers({ ...headers, ...refusal.headers, 'content-type': 'application/json; charset=utf-8' })
    .send(JSON.stringify(errorEnvelope(refusal, config.appUrl)));
}

type Shared = Pick<HttpSurface, 'bodies' | 'observe' | 'resource'>;

function sharedBySurfaces(services: Services, { observe }: Metrics): Shared {
  const { intake, baseUrl } = services.config;
  return { bodies: new Bodies(intake, services), observe, resource: baseUrl };
}

/** Where no surface is: every path is unknown there, and every request leaves its event all the same. */
function nowhere(shared: Shared): HttpSurface {
  return { ...shared, prefix: '', operations: [], credentialOf: ({ headers }) => bearerCredential(headers) };
}

type Served = Pick<HttpSurface, 'operations'>;

function httpSurfaces(config: Config, shared: Shared, forKeys: Served, forPeople: Served): HttpSurface[] {
  return [
    {
      ...shared,
      prefix: REST_PREFIX,
      ...forKeys,
      credentialOf: ({ headers }) => bearerCredential(headers),
    },
    {
      ...shared,
      prefix: DASHBOARD_PREFIX,
      ...forPeople,
      credentialOf: (request) => sessionCredential(request, config),
      visitors: 'visitor',
      precheck: refuseOthers(config.appUrl),
    },
    {
      ...shared,
      prefix: SECRET_SCANNING_PREFIX,
      operations: [reportExposedKeys],
      credentialOf: () => undefined,
      decoderOf: () => decodeReport,
      precheck: ({ headers }) => refuseUnknownHost(headers, config.secretScanningKeys),
      senders: 'codeHosts',
    },
  ];
}
