import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Replies } from '../../../src/surfaces/mcp/reply.ts';

test('what the ad platform or a website wrote holds nothing that an agent reads and a person does not see', () => {
  const replies = new Replies({ name: 'sluice', version: '1' });
  const tags = [...'SYSTEM'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)));
  const name = `Spring promo${tags.join('')}`;
  const body = JSON.stringify({ name, note: 'two\nlines' });
  const shown = {
    name: 'Spring promo\\u{e0053}\\u{e0059}\\u{e0053}\\u{e0054}\\u{e0045}\\u{e004d}',
    note: 'two\nlines',
  };
  const request = { era: 'modern', id: 1, method: 'tools/call', params: {} } as const;
  const answer = { status: 200, headers: {}, body, errorCode: null, requestId: 'req_1', via: null };
  const called = JSON.parse(replies.calledText(request, answer)).result;
  assert.deepEqual(called.structuredContent, shown);
  assert.deepEqual(JSON.parse(called.content[0].text), shown);
  const resource = { uri: 'sluice://campaigns/x', mimeType: 'application/json', text: body };
  const { result } = JSON.parse(String(replies.contents(request, resource, {}).body));
  assert.deepEqual(JSON.parse(result.contents[0].text), shown);
});
