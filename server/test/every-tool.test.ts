import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { operations } from '../catalogue.ts';
import type { Operation } from '../src/base/operation.ts';
import { eventOf } from './harness/audit-events.ts';
import type { HttpAnswer } from './harness/client.ts';
import { each, type Gate, openGate, REST } from './harness/gate.ts';
import { wholeSuite } from './harness/service.ts';
import type { World } from './harness/world.ts';
import type { IssuedKey } from './harness/world-people.ts';
import { argumentsOf } from './surfaces/mcp/tool-arguments.ts';

const tools = operations.filter(({ tool }) => tool !== null);
const MCP_METADATA = 'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"';

const result = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.literal('q'),
  result: z.object({
    content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
    structuredContent: z.unknown().optional(),
    isError: z.boolean().optional(),
  }),
});

/** What differs from call to call: ids of what was just made, and instants. */
const CHANGING =
  /"(request_id|updated_at|generated_at|recommendation_id|strategy|url)":"[^"]*"|"task_tracking_id":\d+(?=,"url")/g;

/** Credentials with what is wrong about each, if anything. */
const CREDENTIALS: Record<string, (world: World, operation: Operation) => Promise<IssuedKey>> = {
  'a key that may': (world) => world.addKey(),
  'a key without the scope': (world, { scope }) =>
    world.addKey({ scopes: [scope === 'performance:read' ? 'reports:read' : 'performance:read'] }),
  'a key of another organization': (world) =>
    world.addKey({ organization: world.orchard, creator: world.people.stranger }),
  'a member’s key': (world) =>
    world.addKey({
      creator: world.people.member,
      scopes: ['organizations:read', 'campaigns:read', 'performance:read'],
    }),
};

describe('every tool', () => {
  const suite = wholeSuite();
  let gate: Gate;

  before(async () => {
    gate = await openGate(suite);
  });

  for (const [who, credential] of Object.entries(CREDENTIALS)) {
    test(`answers ${who} as REST does, with the same data and the same event`, async () => {
      await each(
        tools,
        async (operation) => {
          const issued = await credential(gate.service.world, operation);
          const request = await gate.requestOf(operation);
          const rest = await gate.service.call(request.method, REST + request.path, {
            body: request.body,
            key: issued.key,
          });
          const mcp = await call(operation, argumentsOf(operation, request), issued.key);
          same(operation, rest, mcp);
          const [one, other] = await Promise.all(
            [rest, mcp].map(({ requestId }) => eventOf(gate.service.database, requestId)),
          );
          assert.deepEqual(
            { ...other, path: '', request_id: '' },
            { ...one, path: '', request_id: '' },
            operation.name,
          );
          assert.equal(other?.path, '/mcp');
        },
        { oneByOne: true },
      );
    });
  }

  test('an argument that it does not take is named, and nothing is guessed', async () => {
    const { key } = await gate.service.world.addKey();
    await each(tools, async (operation) => {
      const args = argumentsOf(operation, await gate.requestOf(operation));
      const answer = await call(operation, { ...args, dryrun: false }, key);
      const { error } = errorOf(answer);
      assert.equal(error.code, 'validation_error', operation.name);
      assert.deepEqual(error.fields, [{ path: 'dryrun', message: 'is not an argument of this tool' }]);
    });
  });

  test('a credential that is not known is answered by HTTP, naming the metadata of this resource', async () => {
    const revoked = await gate.service.world.addKey();
    await gate.service.world.revoke(revoked);
    await each(tools, async (operation) => {
      for (const key of [undefined, revoked.key]) {
        const answer = await call(operation, {}, key);
        assert.equal(answer.status, 401, operation.name);
        assert.equal(answer.headers['www-authenticate'], MCP_METADATA);
      }
    });
  });

  test('a key that is sent twice in one message is refused: neither of the two is meant', async () => {
    const { key } = await gate.service.world.addKey();
    const raw = `{"jsonrpc":"2.0","id":"q","method":"tools/call","params":{"name":"svc_set_campaign_state","arguments":{"campaign":"${gate.service.world.campaignSlug}","state":"live","dry_run":true,"dry_run":false}}}`;
    const answer = await send(raw, key);
    assert.equal(answer.status, 422, answer.text);
  });

  function same(operation: Operation, rest: HttpAnswer, mcp: HttpAnswer): void {
    assert.equal(mcp.status, 200, `${operation.name}: ${mcp.text}`);
    const { content, structuredContent, isError } = result.parse(mcp.json).result;
    assert.equal(content[0].text.replaceAll(CHANGING, ''), rest.text.replaceAll(CHANGING, ''), operation.name);
    assert.equal(isError ?? false, rest.status >= 300 || rest.error.code !== undefined, operation.name);
    if (isError) assert.equal(structuredContent, undefined);
    else assert.deepEqual(structuredContent, JSON.parse(content[0].text));
  }

  function call(operation: Operation, args: object, key: string | undefined): Promise<HttpAnswer> {
    const params = { name: operation.tool, arguments: args };
    return send(JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'tools/call', params }), key);
  }

  function send(raw: string, key: string | undefined): Promise<HttpAnswer> {
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    return gate.service.call('POST', '/mcp', { raw, headers, key });
  }
});

function errorOf(answer: HttpAnswer) {
  const text = result.parse(answer.json).result.content[0].text;
  return z.object({ error: z.looseObject({ code: z.string() }) }).parse(JSON.parse(text));
}
