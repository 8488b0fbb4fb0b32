import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../server/src/base/errors.ts';
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

const previewed: Endpoint<{ dry_run: boolean }, unknown> = { route: 'POST /things' };
const thing = { name: 'one', texts: [] };
/** Every way to call, and what is added to the words of an answer that leaves its outcome open. */
const WAYS: [send: () => Promise<unknown>, added: string][] = [
  [
    () => call(change, thing, { idempotencyKey: 'k' }),
    ' It is not known whether this was done: trying again does it at most once.',
  ],
  [() => call(change, thing), ' It may have been done all the same: look whether it was before you try again.'],
  [
    () => call(previewed, { dry_run: false }),
    ' It may have been done all the same: look whether it was before you try again.',
  ],
  [() => call(previewed, { dry_run: true }), ''],
  [() => call(find, { name: 'one' }), ''],
];

async function failureOf(sent: Promise<unknown>): Promise<CallError> {
  const error = await sent.then(
    () => assert.fail(),
    (error: unknown) => error,
  );
  assert.ok(error instanceof CallError);
  return error;
}

test('that trying again makes a change once is said of what was sent under a key, and of nothing else', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => Promise.reject(new TypeError('network')));
  for (const [send, added] of WAYS) {
    const told = errorWords(await failureOf(send()));
    assert.equal(told, `The service could not be reached. Check your connection.${added}`);
  }
});

test('an answer of 500 or more leaves open whether a change was made, whatever its code; a refusal does not', async (t) => {
  const codes = Object.entries(ERRORS).flatMap(([code, { status }]) => [
    { code, status },
    { code, status: 503 },
  ]);
  for (const { code, status } of codes) {
    const error = { code, message: 'So it is.', ...(code === 'internal_error' && { request_id: 'req_1' }) };
    t.mock.method(globalThis, 'fetch', async () => Response.json({ error }, { status }));
    // The one that says itself that nothing was done.
    const isOpen = status >= 500 && code !== 'ad_platform_unavailable';
    for (const [send, added] of WAYS) {
      const failure = await failureOf(send());
      assert.equal(isUncertain(failure), isOpen && added !== '', `${code} ${status}`);
      assert.equal(errorWords(failure).includes(added), isOpen || added === '', `${code} ${status}`);
    }
  }
});

test('a change that goes on being tried at the ad platform is not told as one that was not made', async (t) => {
  const error = { code: 'ad_platform_unavailable', message: 'It has not answered yet.', action_id: 'act_1' };
  t.mock.method(globalThis, 'fetch', async () => Response.json({ error }, { status: 503 }));
  const failure = await failureOf(call(change, thing, { idempotencyKey: 'k' }));
  assert.ok(isUncertain(failure));
  assert.match(errorWords(failure), /^It has not answered yet\. It goes on being tried: follow it in the log/);
});
