import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AdPlatform, Grant } from '../../../src/ports/ad-platform.ts';

const MAIN = fileURLToPath(new URL('../../../../google-ads-emulator/main.ts', import.meta.url));
const REDIRECT_URI = 'http://localhost/connected';

/** A running emulator with a world of its own. */
export interface Emulator {
  origin: string;
  control(path: string, body: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the real emulator as a process. */
export async function startEmulator(more: readonly string[] = []): Promise<Emulator> {
  const data = await mkdtemp(join(tmpdir(), 'google-ads-emulator-'));
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--data-dir', data, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const origin = await readyAddress(createInterface({ input: child.stdout }), exited);
  return {
    origin,
    async control(path, body) {
      const response = await fetch(`${origin}/_emulator/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async stop() {
      child.kill();
      await exited;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A person allows access; what the application gets out of it. */
export async function connect(platform: AdPlatform, login: string): Promise<Grant> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const state = randomBytes(8).toString('hex');
  const url = platform.authorizeUrl({ state, codeChallenge, redirectUri: REDIRECT_URI, loginHint: login });
  const response = await fetch(url, { redirect: 'manual', headers: { 'x-emulator-auto-approve': '1' } });
  const back = new URL(response.headers.get('location') ?? '');
  if (back.searchParams.get('state') !== state) throw new Error('another state came back');
  const code = back.searchParams.get('code') ?? '';
  return platform.exchangeCode({ code, codeVerifier, redirectUri: REDIRECT_URI });
}

async function readyAddress(lines: AsyncIterable<string>, exited: Promise<unknown>): Promise<string> {
  const found = (async () => {
    for await (const line of lines) {
      const address = /emulator ready (\S+)/.exec(line)?.[1];
      if (address !== undefined) return address.replace(/\/$/, '');
    }
    return undefined;
  })();
  const address = await Promise.race([found, exited.then(() => undefined)]);
  if (address === undefined) throw new Error('the emulator did not start');
  return address;
}
