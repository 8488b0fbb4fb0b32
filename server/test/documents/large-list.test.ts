import assert from 'node:assert/strict';
import { test } from 'node:test';
import { written } from '../../src/documents/page.ts';
import { fact, say } from '../../src/documents/prose.ts';
import { threadMs } from '../harness/longest-block.ts';

/** Of processor time; where each line is written again with all before it, several times as much. */
const MOST_MS = 600;

test('a list or a table of thousands of lines is written once, line by line', () => {
  const items = Array.from({ length: 10_000 }, (_, n) => say`Account ${fact(`${n}`, 'Ad accounts')} is linked.`);
  for (const block of [{ bullets: items }, { table: { head: ['A', 'B'], rows: items.map((item) => [item, item]) } }]) {
    const begun = threadMs();
    const { markdown } = written({
      title: say`Report`,
      sections: [{ title: 'How complete this is', blocks: [block] }],
    });
    const took = Math.round(threadMs() - begun);
    assert.equal(markdown.match(/^(?:- |\| )Account \d+ is linked\./gm)?.length, items.length);
    assert.ok(took < MOST_MS, `${took} ms`);
  }
});
