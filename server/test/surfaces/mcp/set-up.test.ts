import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { startService } from '../../harness/service.ts';

const ROOT = new URL('../../../../', import.meta.url);
const input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
});
/** What registries take, as their schema of 2025-12-11 says, as far as we use it. */
const serverFile = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string().regex(/^https?:\/\/[^\s]+$/),
      variables: z.record(z.string(), input),
      headers: z.array(input.extend({ name: z.string() })),
    }),
  ),
});

/** What each client is told, by its place on the page. */
const CLIENTS = {
  claude: /Add custom connector/,
  'claude-code': /claude mcp add --transport http sluice http:\/\/localhost:3000\/mcp/,
  chatgpt: /Developer mode/,
  cursor: /cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=sluice&[^;]+;config=\S+/,
  vscode: /vscode:mcp\/install\?%7B%22name%22%3A%22sluice%22/,
  gemini: /gemini mcp add --transport http sluice http:\/\/localhost:3000\/mcp/,
  stdio: /mcp-remote/,
} as const;

describe('setting up an agent', () => {
  test('registries take server.json, which is of this version and names every variable of its address', () => {
    const read = (name: string) => JSON.parse(readFileSync(new URL(name, ROOT), 'utf8'));
    const { version, remotes } = serverFile.parse(read('server.json'));
    assert.equal(version, read('package.json').version);
    for (const { url, variables } of remotes) {
      assert.deepEqual(
        [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
        Object.keys(variables),
      );
    }
  });

  test('the page says for each client how it is connected, with the address to copy', async (t) => {
    const service = await startService(t);
    const page = await fetch(`${service.base}/docs/mcp`).then((answer) => answer.text());
    for (const [id, line] of Object.entries(CLIENTS)) {
      const section = page.split('<section id="').find((part) => part.startsWith(`${id}"`)) ?? '';
      assert.match(section, line, id);
      assert.match(section, /localhost(:|%3A)3000|bG9jYWxob3N0OjMwMDA/, `${id} names the address`);
    }
  });
});
