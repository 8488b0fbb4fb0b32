import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Cleaned } from '../../harness/database.ts';
import { temporaryDirectory } from '../../harness/server.ts';

/** The protocol's own checks: the last of the older era alone, and the ones for both. */
const PACKAGES = { '0.1.16': 'conformance-2025', '0.2.0-alpha.12': '@modelcontextprotocol/conformance' } as const;
/** Directories of results are named after a scenario and an instant. */
const NAME = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/;
const checks = z.array(z.object({ id: z.string(), status: z.string() }));

/** What the checks of one scenario came to. */
export interface Scenario {
  passed: number;
  /** Ids of those that failed. */
  failed: string[];
}

/** Runs every scenario for a revision of the protocol in one process. */
export async function conformance(
  url: string,
  version: keyof typeof PACKAGES,
  revision: string,
): Promise<{ code: number | null; scenarios: Map<string, Scenario> }> {
  const folder = temporaryDirectory('sluice-conformance-');
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGES[version]}/package.json`);
  assert.equal(JSON.parse(readFileSync(manifest, 'utf8')).version, version);
  const cli = join(dirname(manifest), 'dist', 'index.js');
  const args = ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '--output-dir', folder];
  try {
    const run = spawn(process.execPath, [cli, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = new Promise<number | null>((resolve) => run.once('close', resolve));
    await Promise.all([text(run.stdout), text(run.stderr)]);
    return { code: await closed, scenarios: new Map(readdirSync(folder).map((name) => resultIn(folder, name))) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultIn(folder: string, name: string): [string, Scenario] {
  const all = checks.parse(JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')));
  const failed = all.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
  const passed = all.filter(({ status }) => status === 'SUCCESS').length;
  return [NAME.exec(name)?.[1] ?? name, { passed, failed }];
}

/** The checks send no credential: a proxy adds it and changes nothing else. */
export async function withCredential(t: Cleaned, base: string, key: string): Promise<string> {
  const { hostname, port } = new URL(base);
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
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://localhost:${address.port}/mcp`;
}
