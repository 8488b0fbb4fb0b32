import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { App, Browser, newOwner } from './app.ts';
import { startAtItsAddress } from './proxied.ts';

const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const CLI = join(dirname(PACKAGE), 'dist', 'index.js');

test('the checks of the protocol for authorization servers pass', async (t) => {
  const { service, origin } = await startAtItsAddress(t);
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const app = await App.registered({ ...service, base: origin }, { redirect_uris: [redirectUri] });
  const browser = new Browser({ base: origin }, await newOwner(service));
  const args = ['authorization', '--url', origin, '--client-id', app.clientId, '--resource', `${origin}/mcp`];
  const { code, output } = await conformance([...args, '--port', String(port)], (address) => connect(browser, address));
  assert.equal(code, 0, output);
  assert.match(output, /authorization-server-metadata/, output);
  assert.match(output, /authorization-code-grant/, output);
  assert.doesNotMatch(output, /FAILURE|SKIPPED|[1-9]\d* failed/, output);
});

/** Says yes, as a person would whom the checks have sent there. */
async function connect(browser: Browser, address: string): Promise<void> {
  const page = (await browser.go(address)).headers.get('location') ?? '';
  const uid = page.split('/').at(-1);
  const { json } = await browser.call('POST', `/connect-requests/${uid}/approve`, { scopes: ['campaigns:read'] });
  const back = await browser.go(z.string().parse(json.redirect_to));
  await fetch(back.headers.get('location') ?? '');
}

async function conformance(
  args: string[],
  visit: (address: string) => Promise<void>,
): Promise<{ code: number | null; output: string }> {
  const run = spawn(process.execPath, [CLI, ...args], { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let visited = false;
  const hear = (part: Buffer) => {
    output += part;
    const [address] = /http:\/\/localhost:\d+\/oauth\/authorize\?\S+/.exec(output) ?? [];
    if (!address || visited || !output.includes('\n', output.indexOf(address))) return;
    visited = true;
    visit(address).catch((error) => {
      output += String(error);
      run.kill();
    });
  };
  run.stdout.on('data', hear);
  run.stderr.on('data', hear);
  const code = await new Promise<number | null>((resolve) => run.once('close', resolve));
  return { code, output };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
