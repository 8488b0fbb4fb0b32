import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { operations } from '../../../catalogue.ts';
import { bodyLimitOf } from '../../../src/surfaces/rest/body-limit.ts';
import { inputValuesOf } from '../../../src/surfaces/rest/value-limit.ts';
import { eventOf } from '../../harness/audit-events.ts';
import { rawConnection, readAnswer } from '../../harness/raw-connection.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const KIB = 1024;
const ENVELOPE = 64 * KIB;
const ENVELOPE_VALUES = 200;
const BOTH = { accept: 'application/json, text/event-stream' };
const failure = z.object({ error: z.object({ code: z.int(), message: z.string() }) });
const called = z.object({ result: z.looseObject({ structuredContent: z.looseObject({}) }) });

describe('messages of the Model Context Protocol', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: 100_000 } });
    key = (await service.world.addKey()).key;
  });

  test('that call a tool carry no more than its operation takes over REST, beside the envelope', async () => {
    for (const operation of operations.filter(({ tool }) => tool !== null)) {
      const size = bodyLimitOf(operation) + ENVELOPE + 32 * KIB;
      const answer = await send('tools/call', { name: operation.tool, arguments: { x: 'x'.repeat(size) } });
      assert.equal(answer.status, 413, `${operation.tool}: ${answer.text.slice(0, 300)}`);
      const event = await eventOf(service.database, answer.requestId);
      assert.deepEqual([event.operation, event.error_code], ['mcp_message', 'validation_error']);
    }
  });

  test('that call a tool hold no more values than its operation takes, beside the envelope', async () => {
    for (const operation of operations.filter(({ tool }) => tool !== null)) {
      const limit = inputValuesOf(operation) + ENVELOPE_VALUES;
      const args = Object.fromEntries(Array.from({ length: limit }, (_, n) => [`x${n}`, 1]));
      const answer = await send('tools/call', { name: operation.tool, arguments: args });
      assert.equal(answer.status, 422, `${operation.tool}: ${answer.text.slice(0, 300)}`);
      assert.match(String(answer.error.message), /^[\w.]+: holds more than \d+ values$/);
      const few = await send('tools/call', {
        name: operation.tool,
        arguments: Object.fromEntries(Object.entries(args).slice(0, 100)),
      });
      assert.match(few.text, /and 99 more; fields names the first 20/, `${operation.tool}: ${few.text.slice(0, 300)}`);
    }
  });

  test('may carry all documents that a strategy takes, whichever way they are written', async () => {
    const content = '\\u00e9'.repeat(20_000);
    const documents = Array.from({ length: 5 }, () => `{"name":"Notes","content":"${content}"}`).join(',');
    const args = `{"documents":[${documents}]}`;
    const raw = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_generate_strategy","arguments":${args}}}`;
    const answer = await service.call('POST', '/mcp', { key, raw, headers: BOTH });
    assert.equal(answer.status, 200, answer.text);
    assert.notEqual(called.parse(answer.json).result.structuredContent.code, 'validation_error', answer.text);
  });

  for (const method of ['initialize', 'tools/list', 'prompts/get', 'nothing', 'tools/call']) {
    test(`that call no tool are small: ${method}`, async () => {
      const answer = await send(method, { name: 'none', x: 'x'.repeat(ENVELOPE) });
      assert.equal(answer.status, 413, answer.text.slice(0, 300));
    });
  }

  test('whose headers say what they are for are refused before they are read', async () => {
    for (const said of ['mcp-method: tools/list', 'mcp-method: tools/call\r\nmcp-name: svc_list_campaigns']) {
      const connection = await rawConnection(service.base);
      const length = 300 * KIB;
      const headers = `host: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${said}\r\n`;
      connection.send(`POST /mcp HTTP/1.1\r\n${headers}content-length: ${length}\r\n\r\n`);
      assert.equal(readAnswer(await connection.closed).status, 413, said);
    }
  });

  for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
    test(`${method} has one page: a cursor, which nobody was given, is refused`, async () => {
      for (const cursor of ['', 'bmV4dA', 7]) {
        const answer = await send(method, { cursor });
        const { error } = failure.parse(answer.json);
        assert.deepEqual([answer.status, error.code], [200, -32602], answer.text);
        const event = await eventOf(service.database, answer.requestId);
        assert.deepEqual([event.operation, event.error_code], ['mcp_message', 'validation_error']);
      }
    });
  }

  function send(method: string, params: object) {
    const body = { jsonrpc: '2.0', id: 1, method, params };
    return service.call('POST', '/mcp', { key, body, headers: BOTH, unchecked: true });
  }
});
