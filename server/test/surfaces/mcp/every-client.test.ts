import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { operations } from '../../../catalogue.ts';
import type { Cleaned } from '../../harness/database.ts';
import { type Gate, openGate } from '../../harness/gate.ts';
import { temporaryDirectory } from '../../harness/server.ts';
import { wholeSuite } from '../../harness/service.ts';
import { connect, MODES } from './agent.ts';
import { argumentsOf } from './tool-arguments.ts';

const tools = operations.filter(({ tool }) => tool !== null);
const NAMES = tools.map(({ tool }) => String(tool)).sort();
const content = z.tuple([z.object({ type: z.literal('text'), text: z.string() })]);
/** In the world of these tests nothing is set up that they could make a campaign or an ad from. */
const NOT_SET_UP = ['svc_create_campaign', 'svc_create_ad'];
const resolve = createRequire(import.meta.url).resolve;

describe('every client', () => {
  const suite = wholeSuite();
  let gate: Gate;
  let key: string;

  before(async () => {
    gate = await openGate(suite);
    key = (await gate.service.world.addKey()).key;
  });

  for (const [name, mode] of Object.entries(MODES)) {
    test(`of the protocol’s library that speaks ${name} lists and calls every tool`, async (t) => {
      await callsEveryTool(await connect(t, gate.service.base, { key, mode }));
    });
  }

  test('that only starts programs lists and calls every tool through mcp-remote', async (t) => {
    await callsEveryTool(await throughRemote(t, `${gate.service.base}/mcp`, key));
  });

  test('reads what the Inspector shows: the tools, what one answers, and what it refuses', async () => {
    const { tools: listed } = z
      .object({ tools: z.array(z.looseObject({ name: z.string() })) })
      .parse(await inspect(['--method', 'tools/list']));
    assert.deepEqual(listed.map((tool) => tool.name).sort(), NAMES);
    const called = await inspect(['--method', 'tools/call', '--tool-name', 'svc_list_campaigns']);
    const rest = await gate.service.call('GET', '/v1/organizations/_/campaigns', { key });
    assert.deepEqual(called.structuredContent, rest.json);
    const args = ['--tool-name', 'svc_get_campaign', '--tool-arg', 'campaign=none'];
    const refused = await inspect(['--method', 'tools/call', ...args]);
    assert.equal(refused.isError, true);
    assert.match(content.parse(refused.content)[0].text, /"code":"not_found"/);
  });

  /** The client itself holds each answer to the schema that the tool declares. */
  async function callsEveryTool(client: Client): Promise<void> {
    const { tools: listed } = await client.listTools();
    assert.deepEqual(listed.map(({ name }) => name).sort(), NAMES);
    for (const operation of tools) {
      const name = String(operation.tool);
      const args = argumentsOf(operation, await gate.requestOf(operation));
      const called = await client.callTool({ name, arguments: args });
      const said = content.parse(called.content)[0].text;
      if (NOT_SET_UP.includes(name)) assert.match(said, /"code":"setup_required"/, name);
      else assert.deepEqual(called.structuredContent, JSON.parse(said), name);
      assert.equal(called.isError ?? false, NOT_SET_UP.includes(name), `${name}: ${said}`);
    }
  }

  async function inspect(args: string[]): Promise<Record<string, unknown>> {
    // It finds its own package from the working directory.
    const cwd = join(dirname(resolve('@modelcontextprotocol/inspector-cli/package.json')), 'build');
    const target = [`${gate.service.base}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
    const run = spawn(process.execPath, ['cli.js', '--cli', ...target, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, error] = await Promise.all([text(run.stdout), text(run.stderr)]);
    assert.ok(out.includes('{'), error);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(out.slice(out.indexOf('{'))));
  }
});

async function throughRemote(t: Cleaned, address: string, key: string): Promise<Client> {
  const folder = temporaryDirectory('sluice-remote-');
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const proxy = join(dirname(resolve('mcp-remote/package.json')), 'dist', 'proxy.js');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [proxy, address, '--allow-http', '--header', `Authorization:Bearer ${key}`],
    env: { MCP_REMOTE_CONFIG_DIR: folder, PATH: process.env.PATH ?? '' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  t.after(() => client.close());
  return client;
}
