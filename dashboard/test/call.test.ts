import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAs, CallError, call, type Endpoint } from '../src/call.ts';
import { errorWords, isUncertain } from '../src/changes/error-words.ts';

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

test('a change says for whom it is made, a read does not', async (t) => {
  const sent: unknown[] = [];
  t.mock.method(globalThis, 'fetch', async (_address: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('acting-as'));
    return new Response('{}');
  });
  await call(change, { name: 'One', texts: [] });
  actAs(7);
  await call(change, { name: 'One', texts: [] });
  await call(find, { name: 'One' });
  assert.deepEqual(sent, [null, '7', null]);
});

/** How an answer looks whose connection broke after its headers. */
const BROKEN_OFF: Record<string, () => BodyInit> = {
  'the connection was reset': () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
        controller.error(new TypeError('network error'));
      },
    }),
  'it ended early': () => '{"name": "Emer',
  'nothing came of it': () => '',
};

for (const [how, body] of Object.entries(BROKEN_OFF)) {
  test(`an answer that breaks off leaves open whether the change was made: ${how}`, async (t) => {
    for (const status of [200, 202, 409, 500]) {
      t.mock.method(globalThis, 'fetch', async () => new Response(body(), { status }));
      await assert.rejects(
        call(change, { name: 'One', texts: [] }),
        (error) => error instanceof CallError && error.code === 'unreachable' && isUncertain(error),
      );
    }
  });
}

test('what nobody waits for any more is no failure of the service', async (t) => {
  const leaving = new AbortController();
  t.mock.method(globalThis, 'fetch', async () => {
    leaving.abort();
    return new Response(BROKEN_OFF['the connection was reset']?.() ?? null);
  });
  await assert.rejects(
    call(find, { name: 'One' }, { signal: leaving.signal }),
    (error) => !(error instanceof CallError),
  );
});

test('that trying again makes a change once is said of what was sent under a key, and of nothing else', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => Promise.reject(new TypeError('network')));
  const told = async (sent: Promise<unknown>) => {
    const error = await sent.then(
      () => assert.fail(),
      (error: unknown) => error,
    );
    assert.ok(error instanceof CallError);
    return errorWords(error).replace('The service could not be reached. Check your connection.', '').trim();
  };
  const once = 'Nothing was lost: trying again makes the change once.';
  const perhaps = 'It may have been done all the same: look whether it was before you try again.';
  const thing = { name: 'one', texts: [] };
  const previewed: Endpoint<{ dry_run: boolean }, unknown> = { route: 'POST /things' };
  assert.equal(await told(call(change, thing, { idempotencyKey: 'k' })), once);
  assert.equal(await told(call(change, thing)), perhaps);
  assert.equal(await told(call(previewed, { dry_run: false })), perhaps);
  assert.equal(await told(call(previewed, { dry_run: true })), '');
  assert.equal(await told(call(find, { name: 'one' })), '');
});
