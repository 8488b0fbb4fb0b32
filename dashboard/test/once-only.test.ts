import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../server/src/base/errors.ts';
import { CallError, call, type Endpoint } from '../src/call.ts';
import { isUncertain } from '../src/changes/error-words.ts';
import { OnceOnly } from '../src/changes/once-only.ts';

const make: Endpoint<{ name: string }, { made: string }> = { route: 'POST /things' };
/** Refused before anybody looks what was sent under the key. */
const BEFORE_THE_KEY = ['unauthorized', 'insufficient_scope', 'org_access_denied', 'role_denied', 'rate_limited'];

type Answer = 'lost' | 'made' | { code: string; status: number };

/** Sends wishes, each of which gets the next answer, and tells the keys that they went out under. */
async function sendAll(wishes: readonly (readonly [wish: string, answer: Answer])[]) {
  const once = new OnceOnly<{ made: string }>();
  const sent: { key: string | null; failure: CallError | undefined }[] = [];
  const fetched = globalThis.fetch;
  for (const [name, answer] of wishes) {
    let key: string | null = null;
    globalThis.fetch = async (_address, init) => {
      key = new Headers(init?.headers).get('idempotency-key');
      if (answer === 'lost') throw new TypeError('network');
      if (answer === 'made') return Response.json({ made: name });
      return Response.json({ error: { code: answer.code, message: 'So it is.' } }, { status: answer.status });
    };
    const failure = await once
      .send(name, (idempotencyKey) => call(make, { name }, { idempotencyKey }))
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    assert.ok(failure === undefined || failure instanceof CallError);
    sent.push({ key, failure });
  }
  globalThis.fetch = fetched;
  return sent;
}

const OUTAGE = { code: 'rate_limited', status: 503 };
const OPENING: readonly Answer[] = ['lost', OUTAGE, { code: 'internal_error', status: 500 }];

test('a wish whose outcome is not known keeps its key until an answer tells of it, whatever comes in between', async () => {
  const between = Object.entries(ERRORS).flatMap(([code, { status }]) => [
    { code, status },
    { code, status: 503 },
  ]);
  for (const opening of OPENING) {
    for (const answer of between) {
      const decides = answer.status < 500 && !BEFORE_THE_KEY.includes(answer.code);
      const [first, second, third, fourth] = await sendAll([
        ['one', opening],
        ['one', answer],
        ['one', 'made'],
        ['one', 'made'],
      ]);
      const what = `${JSON.stringify(opening)}, then ${JSON.stringify(answer)}`;
      assert.equal(second?.key, first?.key, what);
      assert.equal(third?.key === first?.key, !decides, what);
      assert.notEqual(fourth?.key, third?.key, 'made, it is over');
      assert.ok(first?.failure && isUncertain(first.failure), what);
      assert.equal(second?.failure && isUncertain(second.failure), !decides, `${what}: what is told stays open too`);
    }
  }
});

test('every wish has a key of its own, and comes back to it', async () => {
  const [one, other, again, otherAgain] = await sendAll([
    ['one', OUTAGE],
    ['other', OUTAGE],
    ['one', 'made'],
    ['other', 'made'],
  ]);
  assert.notEqual(other?.key, one?.key);
  assert.equal(again?.key, one?.key);
  assert.equal(otherAgain?.key, other?.key);
});

test('what was refused before anything was open is not told as open', async () => {
  for (const code of [...BEFORE_THE_KEY, 'validation_error', 'ad_platform_unavailable']) {
    const [refused] = await sendAll([['one', { code, status: code === 'ad_platform_unavailable' ? 503 : 429 }]]);
    assert.equal(refused?.failure && isUncertain(refused.failure), false, code);
  }
});
