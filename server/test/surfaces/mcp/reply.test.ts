import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Replies } from '../../../src/surfaces/mcp/reply.ts';

test('what the ad platform or a website wrote holds nothing that an agent reads and a person does not see', () => {
  const replies = new Replies({ name: 'sluice', version: '1' });
  const name = `Spring promo${[...'SYSTEM'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')}`;
  const hidden = JSON.stringify({ name, note: 'two\nlines' });
  const request = { era: 'modern', id: 1, method: 'tools/call', params: {} } as const;
  const answer = { status: 200, headers: {}, body: hidden, errorCode: null, requestId: 'req_1', via: null };
  for (const text of [
    replies.calledText(request, answer),
    String(replies.contents(request, { text: name }, {}).body),
  ]) {
    assert.doesNotMatch(text, /[\u{e0000}-\u{e007f}]/u);
    assert.match(text, /Spring promo[\\]+u\{e0053\}/);
  }
  const { result } = JSON.parse(replies.calledText(request, answer));
  assert.equal(result.structuredContent.note, 'two\nlines');
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
});
