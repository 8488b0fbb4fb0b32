import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { operations } from '../../../catalogue.ts';
import { auditEvents } from '../../harness/audit-events.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { connect, MODES } from './agent.ts';

const envelope = z.object({ error: z.looseObject({ code: z.string(), message: z.string() }) });
const TOOLS = operations.flatMap(({ tool }) => (tool === null ? [] : [tool]));

describe('clients of the Model Context Protocol', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
  });

  for (const [name, mode] of Object.entries(MODES)) {
    test(`one that speaks ${name} lists the tools and calls one, with the same data as REST`, async (t) => {
      const { key } = await service.world.addKey();
      const client = await connect(t, service.base, { key, mode });
      assert.match(client.getInstructions() ?? '', /svc_list_organizations/);
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map((tool) => tool.name).sort(), TOOLS.toSorted());
      const called = await client.callTool({ name: 'svc_list_campaigns', arguments: { limit: 5 } });
      const rest = await service.call('GET', '/v1/organizations/_/campaigns?limit=5', { key });
      assert.deepEqual(called.structuredContent, rest.json);
      const [content] = z.array(z.object({ type: z.literal('text'), text: z.string() })).parse(called.content);
      assert.equal(content?.text, rest.text);
      assert.notEqual(called.isError, true);
    });

    test(`one that speaks ${name} gets a refusal as a result with the envelope of REST`, async (t) => {
      const { key } = await service.world.addKey();
      const client = await connect(t, service.base, { key, mode });
      const asked = { organization: 'harbor', campaign: 'no-such-campaign' };
      const called = await client.callTool({ name: 'svc_get_campaign', arguments: asked });
      assert.equal(called.isError, true);
      const [content] = z.array(z.object({ text: z.string() })).parse(called.content);
      const { error } = envelope.parse(JSON.parse(content?.text ?? ''));
      assert.equal(error.code, 'not_found');
      await assert.rejects(client.callTool({ name: 'svc_no_such_tool', arguments: {} }), { code: -32602 });
    });

    test(`one that speaks ${name} finds prompts, resources and completions`, async (t) => {
      const { key } = await service.world.addKey();
      const client = await connect(t, service.base, { key, mode });
      const { prompts } = await client.listPrompts();
      assert.deepEqual(
        prompts.map((prompt) => prompt.name),
        ['waste_audit', 'weekly_review', 'launch_check', 'budget_plan'],
      );
      const prompt = await client.getPrompt({ name: 'waste_audit', arguments: { organization: 'harbor' } });
      assert.match(JSON.stringify(prompt.messages), /svc_run_detector/);
      const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name: 'waste_audit' },
        argument: { name: 'organization', value: 'ha' },
      });
      assert.deepEqual(completion.values, ['harbor']);
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate.includes('/campaigns/')));
      const uri = `sluice://harbor/campaigns/${service.world.campaignSlug}`;
      const { contents } = await client.readResource({ uri });
      const rest = await service.call('GET', `/v1/organizations/harbor/campaigns/${service.world.campaignSlug}`, {
        key,
      });
      assert.equal(z.object({ text: z.string() }).parse(contents[0]).text, rest.text);
      await assert.rejects(client.readResource({ uri: 'sluice://orchard/campaigns/x' }));
      await assert.rejects(client.readResource({ uri: 'sluice://nowhere' }));
    });
  }

  test('a caller is shown the tools that its scopes allow, and told of others as REST does', async (t) => {
    const { key } = await service.world.addKey({ scopes: ['organizations:read', 'performance:read'] });
    const client = await connect(t, service.base, { key });
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'svc_get_account_overview',
      'svc_get_business_profile',
      'svc_get_performance',
      'svc_get_queued_write',
      'svc_get_search_terms',
      'svc_get_task_status',
      'svc_list_organizations',
    ]);
    const called = await client.callTool({ name: 'svc_list_campaigns', arguments: {} });
    assert.match(JSON.stringify(called.content), /insufficient_scope/);
  });

  test('every tool has its four hints, a strict input and an output that is an object', async (t) => {
    const { key } = await service.world.addKey();
    const { tools } = await (await connect(t, service.base, { key })).listTools();
    for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const) {
        assert.equal(typeof annotations?.[hint], 'boolean', `${name} ${hint}`);
      }
      assert.equal(inputSchema.additionalProperties, false, name);
      assert.equal(outputSchema?.type, 'object', name);
      assert.ok((description ?? '').length > 60, name);
    }
  });

  test('every message leaves one event', async (t) => {
    const { key, lastFour } = await service.world.addKey();
    const client = await connect(t, service.base, { key });
    await client.listTools();
    await client.callTool({ name: 'svc_list_campaigns', arguments: {} });
    const events = (await auditEvents(service.database)).filter(({ key_last_four }) => key_last_four === lastFour);
    // The clock of the tests stands still, so that their order is not told.
    const kept = events.map(({ operation, path }) => `${operation} ${path}`).sort();
    assert.deepEqual(kept, ['list_campaigns /mcp', 'mcp_message /mcp', 'mcp_message /mcp']);
  });
});
