import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { emulatorEndpoints } from '../../../src/adapters/google-ads/config.ts';
import { bareEnvironment } from '../../harness/bare-environment.ts';
import { type Client, openClient } from '../../harness/client.ts';
import type { Cleaned } from '../../harness/database.ts';
import { temporaryDirectory } from '../../harness/server.ts';

const MAIN = fileURLToPath(new URL('../../../main.ts', import.meta.url));
const [FIRST_PORT, PORTS] = [20_000, 12_000];
const READY_WITHIN_MS = 30_000;

/** What a process is started on. */
export interface Surroundings {
  databaseUrl: string;
  emulator: string;
  vaultKey: Buffer;
}

/** The real service, as `npm start` runs it, in a process of its own. */
export interface MainProcess extends Client {
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to end, and tells how it did. */
  terminate(): Promise<{ code: number | null; ms: number }>;
}

/** Starts the service and waits until it is ready; it is gone when the test ends. */
export async function startMain(t: Cleaned, surroundings: Surroundings): Promise<MainProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN, 'all'], { env: environment(surroundings, port), stdio: 'inherit' });
  const gone = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  t.after(kill);
  const client = openClient(`http://127.0.0.1:${port}`);
  t.after(() => client.close());
  await ready(client, child);
  return {
    ...client,
    kill,
    async terminate() {
      const began = performance.now();
      child.kill('SIGTERM');
      const [code] = await gone;
      return { code, ms: performance.now() - began };
    },
  };
}

function environment({ databaseUrl, emulator, vaultKey }: Surroundings, port: number): NodeJS.ProcessEnv {
  const endpoints = emulatorEndpoints(emulator);
  return {
    ...bareEnvironment(),
    DATABASE_URL: databaseUrl,
    DEMO: 'off',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: temporaryDirectory('sluice-faults-'),
    LOG_LEVEL: process.env.FAULTS_LOG ?? 'fatal',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ANONYMOUS_RATE_LIMIT_PER_MINUTE: '1000000',
    MASTER_KEYS: `test:${vaultKey.toString('base64')}`,
    GOOGLE_ADS_CLIENT_ID: 'emulator-client',
    GOOGLE_ADS_CLIENT_SECRET: 'emulator-secret',
    GOOGLE_ADS_API_URL: endpoints.apiBaseUrl,
    GOOGLE_ADS_TOKEN_URL: endpoints.tokenUrl,
    GOOGLE_ADS_REVOKE_URL: endpoints.revokeUrl,
    GOOGLE_ADS_AUTHORIZE_URL: endpoints.authorizeUrl,
  };
}

async function ready(client: Client, child: ChildProcess): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await client.call('GET', '/readyz', { unchecked: true }).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(20);
  }
  throw new Error('the service did not become ready');
}

/** Below the ports that the system hands out by itself. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
