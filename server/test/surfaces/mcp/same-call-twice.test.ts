import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const HEADERS = { accept: 'application/json, text/event-stream' };
const answered = z.object({
  result: z.object({ isError: z.boolean().optional(), content: z.array(z.object({ text: z.string() })) }),
});

describe('a tool that is called twice under one key', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;

  before(async () => {
    service = await startService(suite);
    key = (await service.world.addKey()).key;
  });

  async function exclude(word: string, named: object, headers: Record<string, string> = {}) {
    const args = { campaign: service.world.campaignSlug, keywords: [word], dry_run: false };
    const params = { name: 'svc_add_negative_keywords', arguments: args, _meta: named };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer = await service.call('POST', '/mcp', {
      key,
      body,
      headers: { ...HEADERS, ...headers },
      unchecked: true,
    });
    const { isError, content } = answered.parse(answer.json).result;
    return { isError, told: z.looseObject({}).parse(JSON.parse(content[0]?.text ?? '')) };
  }

  test('is made once and answers the same; with other arguments it is refused', async () => {
    const named = { 'sluice/idempotency_key': 'spring' };
    const first = await exclude('free', named);
    assert.equal(first.told.added, 1);
    assert.deepEqual(await exclude('free', named), first);
    const { told } = await exclude('cheap', named);
    assert.equal(Object(told.error).code, 'idempotency_conflict');
  });

  for (const odd of [777, true, ['a'], { a: 1 }]) {
    test(`under ${JSON.stringify(odd)}, which is no text, it is refused: it must not pass for none`, async () => {
      const { isError, told } = await exclude(
        'jobs',
        { 'sluice/idempotency_key': odd },
        { 'idempotency-key': 'header' },
      );
      assert.equal(isError, true);
      assert.deepEqual(Object(told.error).fields, [
        { path: '_meta.sluice/idempotency_key', message: 'must be a text' },
      ]);
    });
  }

  test('under null there is none', async () => {
    assert.equal((await exclude('jobs', { 'sluice/idempotency_key': null })).told.added, 1);
    assert.equal((await exclude('jobs', { 'sluice/idempotency_key': null })).told.added, 0);
  });
});
