import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../../writes/organization.ts';
import { ACME, startWorld, type Writes } from '../../writes/world.ts';
import { connect } from './agent.ts';

const answer = z.record(z.string(), z.unknown());
const rows = z.array(z.looseObject({ slug: z.string() }));
const findings = z.array(z.looseObject({ recommendation_id: z.string().optional() }));
const POLLED_EVERY_MS = 100;
const DETECTORS = ['no_conversion_keywords', 'negative_keywords', 'new_keywords', 'zero_impression'];

/** Knows of the service what its instructions, its list of tools and its answers say, and nothing else. */
class Agent {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The tools that the instructions name, each of which must exist. */
  async taught(): Promise<Set<string>> {
    const named = new Set(this.#client.getInstructions()?.match(/svc_\w+/g) ?? []);
    const { tools } = await this.#client.listTools();
    const listed = new Set(tools.map(({ name }) => name));
    assert.deepEqual([...named.difference(listed)], [], 'the instructions name tools that are not there');
    return named;
  }

  async call(name: string, args: object = {}): Promise<Record<string, unknown>> {
    const called = await this.#client.callTool({ name, arguments: { ...args } });
    assert.notEqual(called.isError, true, JSON.stringify(called.content));
    return answer.parse(called.structuredContent);
  }

  async followed(task: unknown): Promise<Record<string, unknown>> {
    for (;;) {
      const status = await this.call('svc_get_task_status', { task_tracking_id: task });
      if (status.status !== 'running') return status;
      await sleep(POLLED_EVERY_MS);
    }
  }
}

describe('an agent that knows only what the server tells it', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  async function agentOf(org: Organization): Promise<Agent> {
    return new Agent(await connect(suite, writes.base, { key: org.keys.owner.key }));
  }

  test('audits for waste, previews, applies and takes it back', async () => {
    const org = await writes.organization({ account: ACME, synced: true });
    await org.quiet();
    const agent = await agentOf(org);
    const taught = await agent.taught();
    for (const tool of ['svc_list_campaigns', 'svc_run_detector', 'svc_undo_action']) assert.ok(taught.has(tool), tool);
    const live = rows.parse((await agent.call('svc_list_campaigns', { state: 'live' })).campaigns);
    const found: string[] = [];
    for (const { slug } of live) {
      for (const detector of DETECTORS) {
        const detected = await agent.call('svc_run_detector', { campaign: slug, detector });
        found.push(...findings.parse(detected.findings).flatMap((one) => one.recommendation_id ?? []));
      }
    }
    const [recommendation] = found;
    assert.ok(recommendation, 'the demo has waste in it');
    const asked = { recommendation_id: recommendation };
    const preview = await agent.call('svc_apply_recommendation', asked);
    assert.equal(preview.dry_run, true);
    const applied = await agent.call('svc_apply_recommendation', { ...asked, dry_run: false });
    assert.equal(applied.applied, true);
    const undone = await agent.call('svc_undo_action', { action_id: applied.action_id });
    assert.equal(undone.undone, true);
  });

  test('launches a draft and stops it again', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 20 });
    const agent = await agentOf(org);
    const asked = { campaign: slug, state: 'live' };
    const preview = await agent.call('svc_set_campaign_state', asked);
    assert.equal(preview.blocked_by, null);
    const launched = await agent.call('svc_set_campaign_state', { ...asked, dry_run: false });
    assert.equal((await agent.followed(launched.task_tracking_id)).status, 'completed');
    assert.equal((await agent.call('svc_get_campaign', { campaign: slug })).state, 'live');
    const paused = await agent.call('svc_set_campaign_state', { ...asked, state: 'paused', dry_run: false });
    assert.equal((await agent.followed(paused.task_tracking_id)).status, 'completed');
  });
});
