import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { operations } from '../../../catalogue.ts';
import { type Gate, openGate } from '../../harness/gate.ts';
import { temporaryDirectory } from '../../harness/server.ts';
import { wholeSuite } from '../../harness/service.ts';
import { argumentsOf } from './tool-arguments.ts';

/**
 * `npm run inspector`: the Inspector of the second generation lists and calls every tool. It carries a web client, a
 * terminal and native modules, so that it is fetched when it is wanted and is no dependency.
 */
const PACKAGE = '@modelcontextprotocol/inspector@2.12.0';
const ERAS = ['legacy', 'auto', 'modern'] as const;
const AT_ONCE = 4;
const LARGEST_OUTPUT = 16 * 1024 * 1024;
/** In the world of these tests nothing is set up that they could make a campaign or an ad from. */
const NOT_SET_UP = ['svc_create_campaign', 'svc_create_ad'];

const run = promisify(execFile);
const tools = operations.filter(({ tool }) => tool !== null);
const listed = z.object({ tools: z.array(z.looseObject({ name: z.string() })) });
const refused = z.looseObject({ stdout: z.string(), stderr: z.string().includes('"code":"tool_is_error"') });
const called = z.looseObject({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});

describe('the Inspector', () => {
  const suite = wholeSuite();
  let gate: Gate;
  let key: string;
  let launcher: string;

  before(async () => {
    const folder = temporaryDirectory('sluice-inspector-');
    suite.after(() => rmSync(folder, { recursive: true, force: true }));
    await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE]);
    launcher = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    gate = await openGate(suite);
    key = (await gate.service.world.addKey()).key;
  });

  for (const era of ERAS) {
    test(`finds nothing wrong with the tools, speaking ${era}`, async () => {
      const list = listed.parse(await inspect(era, ['--method', 'tools/list', '--strict']));
      assert.deepEqual(list.tools.map(({ name }) => name).sort(), tools.map(({ tool }) => tool).sort());
    });

    test(`calls every tool, speaking ${era}`, async () => {
      for (let at = 0; at < tools.length; at += AT_ONCE) await Promise.all(tools.slice(at, at + AT_ONCE).map(calls));

      async function calls(operation: (typeof tools)[number]): Promise<void> {
        const name = String(operation.tool);
        const args = JSON.stringify(argumentsOf(operation, await gate.requestOf(operation)));
        const wanted = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', args];
        const { content, structuredContent, isError } = called.parse(await inspect(era, wanted));
        if (NOT_SET_UP.includes(name)) assert.match(content[0].text, /"code":"setup_required"/, name);
        else assert.deepEqual(structuredContent, JSON.parse(content[0].text), name);
        assert.equal(isError ?? false, NOT_SET_UP.includes(name), `${name}: ${content[0].text}`);
      }
    });
  }

  /** What it prints. Where a tool refused it ends as if it had failed itself, and prints that all the same. */
  async function inspect(era: (typeof ERAS)[number], args: string[]): Promise<unknown> {
    const target = [`${gate.service.base}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
    const all = [launcher, '--cli', ...target, '--protocol-era', era, ...args];
    const { stdout } = await run(process.execPath, all, { maxBuffer: LARGEST_OUTPUT }).catch((error) => {
      const ended = refused.safeParse(error);
      return ended.success ? ended.data : Promise.reject(error);
    });
    return JSON.parse(stdout);
  }
});
