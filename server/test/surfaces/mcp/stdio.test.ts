import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { temporaryDirectory } from '../../harness/server.ts';
import { startService } from '../../harness/service.ts';

const PACKAGE = createRequire(import.meta.url).resolve('mcp-remote/package.json');
const PROXY = join(dirname(PACKAGE), 'dist', 'proxy.js');

test('a client that only starts programs reaches every tool through mcp-remote, with a key', async (t) => {
  const service = await startService(t);
  const { key } = await service.world.addKey();
  const folder = temporaryDirectory('sluice-remote-');
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROXY, `${service.base}/mcp`, '--allow-http', '--header', `Authorization:Bearer ${key}`],
    env: { MCP_REMOTE_CONFIG_DIR: folder, PATH: process.env.PATH ?? '' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  t.after(() => client.close());
  const { tools } = await client.listTools();
  assert.ok(tools.length > 15, `${tools.length}`);
  const called = await client.callTool({ name: 'svc_list_campaigns', arguments: {} });
  const rest = await service.call('GET', '/v1/organizations/_/campaigns', { key });
  assert.deepEqual(called.structuredContent, rest.json);
});
