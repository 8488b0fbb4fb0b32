import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, type Endpoint } from '../src/call.ts';

interface Named {
  name: string;
  texts: { text: string }[];
}

const change: Endpoint<Named, Named> = { route: 'PUT /things' };
const find: Endpoint<{ name: string }, Named> = { route: 'GET /things' };

const KEPT: Named = {
  name: 'Emer\u200bgency',
  texts: [
    { text: 'turned \u202e round' },
    { text: 'lone \ud800 half' },
    { text: `marks${'\u0301'.repeat(9)} blanks${'\u00a0'.repeat(9)}` },
  ],
};

test('what is shown made visible goes back as it was read', async (t) => {
  const sent: unknown[] = [];
  t.mock.method(globalThis, 'fetch', async (address: string, { body }: RequestInit) => {
    sent.push(body ? JSON.parse(String(body)) : new URLSearchParams(address.split('?')[1]).get('name'));
    return new Response(JSON.stringify(KEPT));
  });
  const read = await call(find, { name: 'plain' });
  assert.equal(read.name, 'Emer\\u{200b}gency');
  await call(change, read);
  await call(find, { name: read.name });
  assert.deepEqual(sent, ['plain', KEPT, KEPT.name]);
});

test('what somebody writes that only looks like such a number is sent as they wrote it', async (t) => {
  const written = { name: 'letter \\u{61}, none \\u{ffffff} \\u{} \\u200b', texts: [] };
  const sent: unknown[] = [];
  t.mock.method(globalThis, 'fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return new Response('{}');
  });
  await call(change, written);
  assert.deepEqual(sent, [written]);
});
