import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { GoogleAdsApi } from './api/google-ads.ts';
import { OperationQuota } from './api/quota.ts';
import { type Clock, systemClock } from './clock.ts';
import { ControlPlane } from './control/control-plane.ts';
import { Faults, tokenFaultReply } from './control/faults.ts';
import { WireLog } from './control/wire-log.ts';
import { BodyTooLarge, type Call, readCall } from './http/call.ts';
import { json, type Reply } from './http/reply.ts';
import { send } from './http/send.ts';
import type { PerformanceModels } from './metrics/models.ts';
import { AuthorizationEndpoint } from './oauth/authorize.ts';
import { TokenEndpoint } from './oauth/token.ts';
import { siteReply } from './sites/sites.ts';
import { Journal } from './store/journal.ts';
import type { World } from './store/world.ts';
import type { WorldDescription } from './worlds/description.ts';
import { openWorld } from './worlds/open-world.ts';

/** How to start an emulator. Port 0 takes a free one. */
export interface EmulatorOptions {
  port: number;
  dataDir: string;
  clock?: Clock;
  /** The world to begin with instead of the demo's. */
  description?: WorldDescription;
  /** Chance other than the world's own. */
  seed?: number;
  /** Adds a customer whose search terms fill about this many rows in 90 days; 0 adds none. */
  bigAccountTerms?: number;
  dailyOperations?: number;
}

/** A running emulator. */
export interface Emulator {
  url: string;
  close(): Promise<void>;
}

/** Starts an emulator on this machine's loopback address, with what its data directory remembers. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const journal = new Journal(join(options.dataDir, 'journal.jsonl'));
  const { world, models } = openWorld(journal, options.clock ?? systemClock, options);
  const route = router(world, models, options.dailyOperations ?? DAILY_OPERATIONS);
  const server = createServer((request, response) => void answer(route, world.clock, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        journal.close();
        resolve();
      });
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

function router(world: World, models: PerformanceModels, dailyOperations: number): (call: Call) => Reply {
  const faults = new Faults();
  const log = new WireLog(world.clock);
  const quota = new OperationQuota(world.clock, dailyOperations);
  const authorization = new AuthorizationEndpoint(world);
  const tokens = new TokenEndpoint(world, authorization);
  const api = new GoogleAdsApi({ world, models, faults, quota });
  const control = new ControlPlane({ world, models, faults, quota, log });
  return (call) => {
    if (call.path.startsWith('/_emulator/')) return control.handle(call);
    log.add(call);
    const versioned = /^\/(v2\d)\/(.+)$/.exec(call.path);
    if (versioned) return api.handle(call, versioned[1] ?? '', versioned[2] ?? '');
    switch (call.path) {
      case '/o/oauth2/v2/auth':
        return authorization.handle(call);
      case '/token': {
        const fault = faults.take('token');
        return fault ? tokenFaultReply(fault) : tokens.token(call);
      }
      case '/revoke':
        return tokens.revoke(call);
      case '/oauth2/v3/userinfo':
      case '/v1/userinfo':
        return tokens.userInfo(call);
      default:
        return siteReply(call) ?? json(404, { error: { code: 404, message: 'Not Found', status: 'NOT_FOUND' } });
    }
  };
}

async function answer(
  route: (call: Call) => Reply,
  clock: Clock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = (sent: Reply) => send(response, sent, clock.now());
  try {
    reply(route(await readCall(request)));
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      reply(json(413, { error: { code: 413, message: 'Request payload size exceeds the limit.' } }));
      return;
    }
    console.error(error);
    if (!response.headersSent)
      reply(json(500, { error: { code: 500, message: 'The emulator failed.', status: 'INTERNAL' } }));
    else response.destroy();
  }
}

const DAILY_OPERATIONS = 15_000;
