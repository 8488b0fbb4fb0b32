import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, test } from 'node:test';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  createMcpHandler,
  INVALID_PARAMS as LIBRARY_INVALID_PARAMS,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { isRecord } from '../../../src/base/json.ts';
import { ENVELOPE, LEGACY_REVISIONS, MODERN_REVISION, plainRequest } from '../../../src/surfaces/mcp/era.ts';
import { ownPages } from '../../../src/surfaces/mcp/own-pages.ts';
import { INVALID_PARAMS, SERVER_INFO } from '../../../src/surfaces/mcp/reply.ts';

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

describe('what is an ordinary request', () => {
  test('names of the protocol are those of its library', () => {
    assert.deepEqual(ENVELOPE, {
      version: PROTOCOL_VERSION_META_KEY,
      client: CLIENT_INFO_META_KEY,
      capabilities: CLIENT_CAPABILITIES_META_KEY,
    });
    assert.deepEqual([SERVER_INFO, INVALID_PARAMS], [SERVER_INFO_META_KEY, LIBRARY_INVALID_PARAMS]);
    assert.deepEqual(LEGACY_REVISIONS, SUPPORTED_PROTOCOL_VERSIONS);
  });

  test('whatever is taken for one is one of the same era to the library', () => {
    let [legacy, modern] = [0, 0];
    fc.assert(
      fc.property(message, headers, (body, given) => {
        const plain = plainRequest(body, given);
        if (!plain) return;
        const outcome = classifyInboundRequest({ httpMethod: 'POST', ...spoken(given), body });
        assert.equal(outcome.kind, plain.era);
        if (plain.era === 'modern') modern += 1;
        else legacy += 1;
      }),
      { numRuns: 5_000, seed: 1 },
    );
    assert.ok(legacy > 100 && modern > 100, `${legacy} of the older era, ${modern} of the newer`);
  });

  test('whatever the library would run is taken for one', async () => {
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(message, headers, async (body, given) => {
        if (body.method !== 'tools/call' || !(await libraryRuns(body, given))) return;
        ran += 1;
        assert.ok(plainRequest(body, given));
      }),
      { numRuns: 2_000, seed: 1 },
    );
    assert.ok(ran > 200, `${ran} were run`);
  });

  test('one without a word about the revision is of the older era, one with an envelope of the newer', () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'svc_list_campaigns' } };
    assert.equal(plainRequest(call, HEADERS)?.era, 'legacy');
    const meta = { [ENVELOPE.version]: MODERN_REVISION, [ENVELOPE.capabilities]: {}, progressToken: 'p' };
    const enveloped = { ...call, params: { ...call.params, _meta: meta } };
    const said = {
      'mcp-protocol-version': MODERN_REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': 'svc_list_campaigns',
    };
    const plain = plainRequest(enveloped, { ...HEADERS, ...said });
    assert.equal(plain?.era, 'modern');
    assert.equal(plain?.progressToken, 'p');
    assert.equal(plainRequest(enveloped, HEADERS), undefined);
    assert.equal(plainRequest(enveloped, { ...HEADERS, ...said, 'mcp-name': 'svc_undo_action' }), undefined);
  });
});

describe('whose pages may send requests', () => {
  const isOwn = ownPages({ mcpUrl: 'https://mcp.sluice.example', appUrl: 'https://sluice.example' });
  const isOwnHere = ownPages({ mcpUrl: 'http://localhost:3000', appUrl: 'http://localhost:3000' });

  for (const [host, origin, ours, here] of [
    ['mcp.sluice.example', undefined, true, false],
    ['MCP.sluice.example:443', 'https://sluice.example', true, false],
    ['mcp.sluice.example', 'https://evil.example', false, false],
    ['mcp.sluice.example', 'null', false, false],
    ['evil.example', undefined, false, false],
    ['mcp.sluice.example@evil.example', undefined, false, false],
    [undefined, undefined, false, false],
    ['localhost:3000', 'http://127.0.0.1:5173', false, true],
    ['[::1]:3000', undefined, false, true],
    ['localhost.evil.example', undefined, false, false],
  ] as const) {
    test(`${host ?? 'no host'} from ${origin ?? 'no page'}: ${ours || here ? 'own' : 'not own'}`, () => {
      const given = { ...(host !== undefined && { host }), ...(origin !== undefined && { origin }) };
      assert.deepEqual([isOwn(given), isOwnHere(given)], [ours, here]);
    });
  }
});

/** A request of either era that is as it should be. */
const WHOLE = {
  legacy: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a', _meta: { progressToken: 3 } } },
  modern: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'a',
      _meta: {
        [ENVELOPE.version]: MODERN_REVISION,
        [ENVELOPE.client]: { name: 'test', version: '1' },
        [ENVELOPE.capabilities]: { elicitation: {} },
      },
    },
  },
};
const SAID = { 'mcp-protocol-version': MODERN_REVISION, 'mcp-method': 'tools/call', 'mcp-name': 'a' };
const PATHS = [
  ...[
    'jsonrpc',
    'id',
    'method',
    'params',
    'extra',
    'result',
    'params._meta',
    'params.name',
    'params._meta.progressToken',
  ],
  ...Object.values(ENVELOPE).map((name) => `params._meta.${name}`),
  ...['name', 'version'].map((name) => `params._meta.${ENVELOPE.client}.${name}`),
  ...['elicitation', 'hologram'].map((name) => `params._meta.${ENVELOPE.capabilities}.${name}`),
];
const odd = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    '2.0',
    'initialize',
    'tools/list',
    1.5,
    2 ** 60,
    MODERN_REVISION,
    '2025-06-18',
  ),
  fc.constantFrom({}, [], [1], { name: 'x' }, { name: 1, version: '1' }),
  fc.string(),
);
const change = fc.tuple(fc.constantFrom(...PATHS), odd);
const message = fc
  .tuple(fc.constantFrom('legacy', 'modern'), fc.array(change, { maxLength: 2 }))
  .map(([era, changes]) => changes.reduce(changed, structuredClone<Record<string, unknown>>(WHOLE[era])));
const headers: fc.Arbitrary<IncomingHttpHeaders> = fc
  .tuple(
    fc.constantFrom({}, SAID),
    fc.record(
      {
        'mcp-protocol-version': fc.constantFrom(MODERN_REVISION, ...LEGACY_REVISIONS, '2027-01-01', 'x'),
        'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'initialize'),
        'mcp-name': fc.constantFrom('a', 'b', '=?base64?YQ==?=', '=?base64?!?='),
        accept: fc.constantFrom('application/json', 'text/event-stream', '*/*'),
      },
      { requiredKeys: [] },
    ),
    fc.boolean(),
  )
  .map(([said, other, mixed]) => ({ ...HEADERS, ...said, ...(mixed && other) }));

/** The message with another value at a path; undefined takes it away. */
function changed(
  message: Record<string, unknown>,
  [path, value]: [path: string, value: unknown],
): Record<string, unknown> {
  const [first = '', ...more] = path.split(/\.(?!modelcontextprotocol)/);
  if (more.length === 0) {
    const { [first]: _, ...others } = message;
    return value === undefined ? others : { ...others, [first]: value };
  }
  const inner = message[first];
  return isRecord(inner) ? { ...message, [first]: changed(inner, [more.join('.'), value]) } : message;
}

/** Whether the library calls a tool for a message. */
async function libraryRuns(body: object, given: IncomingHttpHeaders): Promise<boolean> {
  let called = false;
  const library = createMcpHandler(() => {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/call', () => {
      called = true;
      return { content: [] };
    });
    return server;
  });
  const sent = Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]);
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: sent });
  await (await library.fetch(request, { parsedBody: body })).text();
  return called;
}

function spoken(given: IncomingHttpHeaders) {
  const [version, calledMethod, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((header) =>
    given[header] === undefined ? undefined : String(given[header]),
  );
  return {
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(calledMethod !== undefined && { mcpMethodHeader: calledMethod }),
    ...(name !== undefined && { mcpNameHeader: name }),
  };
}
