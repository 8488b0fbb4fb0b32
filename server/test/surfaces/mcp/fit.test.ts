import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { visibleInJson } from '../../../src/base/visible-text.ts';
import { fitted, fittedInTurns, LARGEST_RESULT } from '../../../src/surfaces/mcp/fit.ts';

/** One list after the other, with all of it written for each, took 20 seconds. */
const LONGEST_MS = 5_000;

describe('a result for an agent', () => {
  test('that is small enough is left as it was written', () => {
    const json = '{"budget":40.0,"findings":[]}';
    assert.equal(fitted(json), json);
  });

  test('that is too long has its longest list cut, says so, and keeps its numbers to the digit', () => {
    const findings = Array.from({ length: 1_000 }, (_, index) => ({ finding: `${index} `.padEnd(200, 'x') }));
    const json = JSON.stringify({ detector: 'high_cpc', saving: 0, findings, warnings: [1, 2] });
    const text = fitted(json.replace('"saving":0', '"saving":40.0'));
    assert.ok(text.length <= LARGEST_RESULT, `${text.length}`);
    assert.match(text, /"saving":40\.0,/);
    const answer = JSON.parse(text);
    assert.deepEqual(answer.findings, findings.slice(0, 125));
    assert.deepEqual(answer.warnings, [1, 2]);
    assert.deepEqual(answer.shortened.lists, [{ path: 'findings', shown: 125, of: 1_000 }]);
  });

  test('loses what is deep in its entries before it loses entries', () => {
    const entries = Array.from({ length: 20 }, (_, id) => ({
      id,
      changes: Array.from({ length: 400 }, () => 'a change of a keyword'),
    }));
    const answer = JSON.parse(fitted(JSON.stringify({ entries, next_cursor: 'x' })));
    assert.equal(answer.entries.length, 20);
    assert.equal(answer.next_cursor, 'x');
    assert.equal(answer.shortened.lists[0].path, 'entries.0.changes');
  });

  test('that is a page says how to see what was left out, which its cursor leads past', () => {
    const actions = Array.from({ length: 100 }, (_, id) => ({ id, detail: 'x'.repeat(900) }));
    const messageOf = (answer: object) => JSON.parse(fitted(JSON.stringify({ actions, ...answer }))).shortened.message;
    assert.match(messageOf({ next_cursor: 'x' }), /next_cursor leads past what is left out: .* with limit 50\./);
    for (const last of [{ next_cursor: null }, {}]) assert.doesNotMatch(messageOf(last), /next_cursor/);
  });

  test('is cut alike in turns, from what it was written from', async () => {
    const rows = (count: number, name: string) => Array.from({ length: count }, (_, id) => ({ id, name }));
    const unseen = 'a\u200bb';
    for (const answer of [
      { rows: rows(3_000, 'x'), total: 3_000 },
      { rows: rows(1_000, unseen), others: rows(1_500, 'x') },
      { rows: rows(210, 'x').map((row) => ({ ...row, parts: rows(row.id < 3 ? 400 + row.id : 0, unseen) })) },
      { rows: rows(1_250, unseen) },
      { rows: rows(300, 'x') },
    ]) {
      const json = JSON.stringify(answer);
      const expected = fitted(visibleInJson(json));
      assert.equal(await fittedInTurns(json, structuredClone(answer)), expected);
    }
  });

  test('is cut in the time of its length, however many lists it has to be cut in', async () => {
    const many = { entries: Array.from({ length: 500 }, () => ({ parts: Array.from({ length: 499 }, () => 'part') })) };
    const json = JSON.stringify(many);
    const began = performance.now();
    const texts = [fitted(json), await fittedInTurns(json, many)];
    const took = performance.now() - began;
    for (const text of texts) assert.ok(text.length <= LARGEST_RESULT, `${text.length}`);
    assert.ok(took < LONGEST_MS, `${took} ms`);
  });

  test('is at most 25,000 tokens long even where a token is two and a half characters', () => {
    assert.ok(LARGEST_RESULT / 2.5 <= 25_000);
  });
});
