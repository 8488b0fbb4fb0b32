import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

/** What the protocol's own checks ask of every server, by the revision that a client speaks. */
const SCENARIOS = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'caching',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'http-header-validation',
    'server-sse-multiple-streams',
  ],
} as const;
const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const CLI = join(dirname(PACKAGE), 'dist', 'index.js');

describe('the checks of the Model Context Protocol', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let url: string;

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: 100_000 } });
    url = await withCredential(service, (await service.world.addKey()).key, suite);
  });

  for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
    for (const scenario of scenarios) {
      test(`${scenario} of ${revision} passes`, async () => {
        const { code, output } = await conformance(url, revision, scenario);
        assert.equal(code, 0, output);
        assert.match(output, /Passed: ([1-9]\d*)\/\1, 0 failed/, output);
      });
    }
  }
});

/** The checks send no credential: a proxy adds it and changes nothing else. */
async function withCredential(
  service: RunningService,
  key: string,
  suite: { after(hook: () => void): void },
): Promise<string> {
  const { hostname, port } = new URL(service.base);
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const passed = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  suite.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address: AddressInfo | string | null = proxy.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://localhost:${address.port}/mcp`;
}

async function conformance(url: string, revision: string, scenario: string) {
  const args = [CLI, 'server', '--url', url, '--scenario', scenario, '--spec-version', revision];
  const run = spawn(process.execPath, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, error] = await Promise.all([text(run.stdout), text(run.stderr)]);
  const code = run.exitCode ?? (await new Promise<number | null>((resolve) => run.once('exit', resolve)));
  return { code, output: out + error };
}
