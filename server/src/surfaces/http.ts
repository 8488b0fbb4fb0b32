import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../core/config.ts';
import type { Gate } from '../core/dispatch.ts';
import type { Operation } from '../core/operation.ts';
import { DASHBOARD_PREFIX, refuseOtherSites, sessionCredential } from './dashboard.ts';
import { mountDashboardFiles, sendNotFound } from './dashboard-files.ts';
import { mountDocs } from './docs.ts';
import { mountHealth } from './health.ts';
import type { Metrics } from './metrics.ts';
import { getOpenApi } from './openapi-operation.ts';
import { answerUnmatched, bearerCredential, type HttpSurface, mountOperations } from './rest.ts';
import { decodeReport, reportExposedKeys, SECRET_SCANNING_PREFIX } from './secret-scanning.ts';

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
const REQUEST_WITHIN_MS = 30_000;

/** Builds the HTTP server with every surface mounted. */
export function buildHttp({ gate, metrics, operations, dashboardOperations, version }: HttpParts): FastifyInstance {
  const { services } = gate;
  const { config } = services;
  const surfaces = httpSurfaces(config, metrics, { operations, dashboardOperations, version });
  const app = Fastify({
    logger: false,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    requestTimeout: REQUEST_WITHIN_MS,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: (_error, request, reply) => {
      const surface = surfaces.find(({ prefix }) => request.url.startsWith(`${prefix}/`));
      if (surface) void answerUnmatched(request, reply, surface, gate);
      else sendNotFound(reply, config.appUrl);
    },
  });
  for (const surface of surfaces) mountOperations(app, surface, gate);
  mountDocs(app);
  mountHealth(app, services, metrics.registry);
  mountDashboardFiles(app, services);
  return app;
}

function httpSurfaces(config: Config, { observe }: Metrics, parts: Omit<HttpParts, 'gate' | 'metrics'>): HttpSurface[] {
  const { operations, dashboardOperations, version } = parts;
  const shared = { observe, resourceMetadataUrl: resourceMetadataUrl(config.baseUrl) };
  return [
    {
      ...shared,
      prefix: REST_PREFIX,
      operations: [...operations, getOpenApi(operations, config.baseUrl, version)],
      credentialOf: bearerCredential,
    },
    {
      ...shared,
      prefix: DASHBOARD_PREFIX,
      operations: [...operations, ...dashboardOperations],
      credentialOf: sessionCredential,
      precheck: refuseOtherSites(config.appUrl),
    },
    {
      ...shared,
      prefix: SECRET_SCANNING_PREFIX,
      operations: [reportExposedKeys],
      credentialOf: () => undefined,
      decoderOf: () => decodeReport,
    },
  ];
}

/** RFC 9728: the path of the resource is a suffix of the well-known address. */
function resourceMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}
