import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { RowScanner } from '../../../src/adapters/google-ads/row-scanner.ts';
import { AdPlatformError } from '../../../src/ports/ad-platform.ts';
import { ScriptedGoogle } from './scripted-google.ts';

const MANY = 100_000;
const CHUNK = 10_000;

let google: ScriptedGoogle;
beforeEach(async () => {
  google = await new ScriptedGoogle().start();
});
afterEach(() => google.stop());

function termRow(index: number): object {
  return {
    segments: { date: '2026-11-13', searchTermMatchType: 'BROAD' },
    campaign: { resourceName: 'customers/100/campaigns/7', id: '7' },
    adGroup: { resourceName: 'customers/100/adGroups/8', id: '8' },
    searchTermView: { resourceName: 'x', searchTerm: `term "${index}" \\ ] } [{`, status: 'NONE' },
    metrics: { impressions: '10', clicks: '2', costMicros: '1230000', conversions: 0.5, conversionsValue: 9.5 },
  };
}

async function sendChunks(response: ServerResponse, count: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  for (let sent = 0; sent < count; sent += CHUNK) {
    const results = Array.from({ length: CHUNK }, (_, index) => termRow(sent + index));
    const text = `${sent === 0 ? '[' : ',\r\n'}${JSON.stringify({ results, fieldMask: 'a', requestId: 'r' })}`;
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(']');
}

test('an answer of any size is read in batches without being held', async () => {
  google.will((_request, response) => void sendChunks(response, MANY));
  let count = 0;
  let largest = 0;
  let peak = 0;
  for await (const batch of google.account().searchTermDays('2026-11-13', '2026-11-13')) {
    count += batch.length;
    largest = Math.max(largest, batch.length);
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  }
  assert.equal(count, MANY);
  assert.ok(largest < 5_000, `a batch of ${largest}`);
  assert.ok(peak < 250_000_000, `a heap of ${peak}`);
});

test('rows are typed: amounts in millionths, hostile terms kept as they are', async () => {
  google.will((_request, response) => response.end(JSON.stringify([{ results: [termRow(1)] }])));
  for await (const [day] of google.account().searchTermDays('2026-11-13', '2026-11-13')) {
    assert.deepEqual(day, {
      date: '2026-11-13',
      campaignId: '7',
      adId: '8',
      term: 'term "1" \\ ] } [{',
      matchType: 'broad',
      status: 'none',
      impressions: 10,
      clicks: 2,
      costMicros: 1_230_000,
      conversions: 0.5,
      conversionsValue: 9.5,
    });
  }
});

async function consume(batches: AsyncIterable<unknown[]>): Promise<number> {
  let count = 0;
  for await (const batch of batches) count += batch.length;
  return count;
}

test('a stream that breaks off after rows were handed on fails instead of repeating them', async () => {
  const start = JSON.stringify([{ results: Array.from({ length: 5_000 }, (_, index) => termRow(index)) }]).slice(0, -1);
  google.will((_request, response) => {
    response.write(start, () => setTimeout(() => response.destroy(), 50));
  });
  await assert.rejects(consume(google.account().searchTermDays('2026-11-13', '2026-11-13')), (error) => {
    return error instanceof AdPlatformError && error.retryable && error.reason === 'task_error';
  });
  assert.equal(google.calls.length, 1);
});

test('an error inside a stream is read like any other', async () => {
  const failure = {
    '@type': 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure',
    errors: [{ errorCode: { authorizationError: 'USER_PERMISSION_DENIED' }, message: 'no access' }],
  };
  const error = { code: 403, message: 'x', details: [failure] };
  google.will((_request, response) => response.end(JSON.stringify([{ results: [termRow(1)] }, { error }])));
  await assert.rejects(consume(google.account().searchTermDays('2026-11-13', '2026-11-13')), (thrown) => {
    return thrown instanceof AdPlatformError && thrown.reason === 'google_ads_connection_broken';
  });
});

test('a stream may be slow but not silent', async () => {
  google.will(async (_request, response) => {
    response.write('[{"results":[');
    for (let index = 0; index < 5; index += 1) {
      await delay(150);
      response.write(`${index === 0 ? '' : ','}${JSON.stringify(termRow(index))}`);
    }
    response.end(']}]');
  });
  assert.equal(await consume(google.account().searchTermDays('2026-11-13', '2026-11-13')), 5);
  const silent = (_request: unknown, response: ServerResponse) => void response.write('[{"results":[');
  google.will(silent, silent, silent, silent);
  await assert.rejects(consume(google.account().searchTermDays('2026-11-13', '2026-11-13')), AdPlatformError);
});

test('a reader that stops early ends the request', async () => {
  let closed = false;
  google.will((_request, response) => {
    response.on('close', () => {
      closed = true;
    });
    response.write(
      JSON.stringify([{ results: Array.from({ length: 3_000 }, (_, index) => termRow(index)) }]).slice(0, -1),
    );
  });
  for await (const _batch of google.account().searchTermDays('2026-11-13', '2026-11-13')) break;
  await delay(50);
  assert.equal(closed, true);
});

test('however an answer is cut into pieces, the same rows come out', () => {
  const row = fc.record({ text: fc.string(), deep: fc.array(fc.record({ results: fc.string(), error: fc.string() })) });
  const chunks = fc.array(fc.record({ fieldMask: fc.string(), results: fc.array(row), requestId: fc.string() }));
  fc.assert(
    fc.property(chunks, fc.array(fc.nat({ max: 40 }), { minLength: 1 }), (answer, cuts) => {
      const text = JSON.stringify(answer);
      const scanner = new RowScanner();
      const found: unknown[] = [];
      for (let at = 0, cut = 0; at < text.length; cut += 1) {
        const size = 1 + (cuts[cut % cuts.length] ?? 0);
        found.push(...scanner.push(text.slice(at, at + size)).rows);
        at += size;
      }
      scanner.finish();
      assert.deepEqual(found, JSON.parse(JSON.stringify(answer.flatMap((chunk) => chunk.results))));
    }),
  );
});
