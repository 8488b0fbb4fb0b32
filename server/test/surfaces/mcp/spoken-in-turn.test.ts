import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { startService, wholeSuite } from '../../harness/service.ts';
import { serveSpeech } from './other-speech.ts';

const AT_ONCE_OF_ONE = 2;

describe('messages that the library of the protocol speaks', () => {
  const suite = wholeSuite();

  test('are under way two at a time for one person, by however many keys, and nobody else waits for them', async (t) => {
    const service = await startService(suite);
    const { world } = service;
    const own = [await world.addKey(), await world.addKey(), await world.addKey(), await world.addKey()];
    const others = await world.addKey({ organization: world.orchard, creator: world.people.stranger });
    const begun: number[] = [];
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    const { app, base } = await serveSpeech(service, async ({ personId }) => {
      begun.push(personId);
      if (personId === begun[0]) await allowed;
      return createMcpHandler(() => new Server({ name: 'slow', version: '0' }, { capabilities: { prompts: {} } }));
    });
    t.after(() => app.close());

    const waiting = own.map(({ key }) => speak(base, key));
    const first = await Promise.race([...waiting, until(() => begun.length >= AT_ONCE_OF_ONE)]);
    assert.equal(first, undefined, 'nobody is answered yet');
    assert.ok((await speak(base, others.key)) < 500);
    assert.equal(begun.filter((person) => person === begun[0]).length, AT_ONCE_OF_ONE);
    allow();
    for (const status of await Promise.all(waiting)) assert.ok(status < 500, `${status}`);
    assert.equal(begun.length, own.length + 1);
  });
});

async function speak(base: string, key: string): Promise<number> {
  const answer = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  await answer.text();
  return answer.status;
}

async function until(isSo: () => boolean): Promise<undefined> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
