import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../../writes/organization.ts';
import { ACME, startWorld, type Writes } from '../../writes/world.ts';
import { connect } from './agent.ts';

const answer = z.record(z.string(), z.unknown());
const slugs = z.array(z.looseObject({ slug: z.string() }));
const findings = z.array(z.looseObject({ recommendation_id: z.string().optional() }));
const POLLED_EVERY_MS = 100;

/**
 * Knows of the service what its instructions, its list of tools and its answers say, and nothing else: it looks up each
 * tool by the words that teach it, and passes only arguments that the tool declares.
 */
class Agent {
  readonly #client: Client;
  readonly #instructions: string;
  readonly #tools: ReadonlyMap<string, Tool>;

  constructor(client: Client, tools: readonly Tool[]) {
    this.#client = client;
    this.#instructions = client.getInstructions() ?? '';
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  static async of(client: Client): Promise<Agent> {
    const { tools } = await client.listTools();
    return new Agent(client, tools);
  }

  /** Every tool that is named anywhere exists. */
  checkNames(): void {
    const texts = [this.#instructions, ...[...this.#tools.values()].map(({ description = '' }) => description)];
    const named = new Set(texts.flatMap((text) => text.match(/svc_\w+/g) ?? []));
    assert.deepEqual(
      [...named].filter((name) => !this.#tools.has(name)),
      [],
    );
  }

  /** The tool that the instructions, or what is said of another tool, name after some words. */
  toolAfter(words: string, about?: string): string {
    const text = about === undefined ? this.#instructions : this.description(about);
    const found = /svc_\w+/.exec(text.slice(text.indexOf(words)));
    assert.ok(text.includes(words) && found, `“${words}” names a tool`);
    return found[0];
  }

  description(name: string): string {
    return this.#tools.get(name)?.description ?? '';
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { properties = {}, required = [] } = this.#tools.get(name)?.inputSchema ?? {};
    for (const given of Object.keys(args)) assert.ok(given in properties, `${name} declares ${given}`);
    for (const needed of required) assert.ok(needed in args, `${name} wants ${needed}`);
    const called = await this.#client.callTool({ name, arguments: args });
    assert.notEqual(called.isError, true, JSON.stringify(called.content));
    return answer.parse(called.structuredContent);
  }

  /** Asks for the task of an answer until it has ended. */
  async followed({ task_tracking_id }: Record<string, unknown>): Promise<void> {
    for (;;) {
      const { status, error } = await this.call(this.toolAfter('Follow:'), { task_tracking_id });
      if (status === 'completed') return;
      assert.equal(status, 'running', JSON.stringify(error));
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
    return Agent.of(await connect(suite, writes.base, { key: org.keys.owner.key }));
  }

  async function organizationOf(agent: Agent): Promise<string> {
    const { organizations } = await agent.call(agent.toolAfter('Begin with'));
    return slugs.parse(organizations)[0]?.slug ?? assert.fail('there is an organization');
  }

  test('is named no tool that does not exist', async () => {
    (await agentOf(await writes.organization())).checkNames();
  });

  test('audits for waste, previews, applies and takes it back', async () => {
    const org = await writes.organization({ account: ACME, synced: true });
    await org.quiet();
    const agent = await agentOf(org);
    const organization = await organizationOf(agent);
    const listed = await agent.call(agent.toolAfter('Read:'), { organization, state: 'live' });
    const detect = agent.toolAfter('Find waste:');
    const detectors = /Detectors: ([\w, ]+)\./.exec(agent.description(detect))?.[1]?.split(', ') ?? [];
    assert.ok(detectors.length >= 10, 'the detectors are named');
    const recommendation = await firstWaste(slugs.parse(listed.campaigns), detectors, (campaign, detector) =>
      agent.call(detect, { organization, campaign, detector }),
    );
    const apply = agent.toolAfter('preview it with', detect);
    const asked = { organization, recommendation_id: recommendation };
    assert.equal((await agent.call(apply, asked)).dry_run, true, 'a preview unless told otherwise');
    const applied = await agent.call(apply, { ...asked, dry_run: false });
    assert.equal(applied.applied, true);
    const undone = await agent.call(agent.toolAfter('Take back:'), { organization, action_id: applied.action_id });
    assert.equal(undone.undone, true);
  });

  test('writes a campaign from a website, launches it and pauses it again', async () => {
    const agent = await agentOf(await writes.organization());
    const organization = await organizationOf(agent);
    const create = agent.toolAfter('recommendation_id. ');
    const website_url = `${writes.emulator.origin}/sites/acme-plumbing/`;
    const created = await agent.call(create, { organization, website_url, budget: 20 });
    await agent.followed(created);
    const { campaigns } = await agent.call(agent.toolAfter('Read:'), { organization, state: 'draft' });
    const campaign = slugs.parse(campaigns)[0]?.slug;
    const set = agent.toolAfter('launch it with', create);
    const asked = { organization, campaign, state: 'live' };
    assert.equal((await agent.call(set, asked)).blocked_by, null);
    await agent.followed(await agent.call(set, { ...asked, dry_run: false }));
    const live = await agent.call(agent.toolAfter('Read:'), { organization, state: 'live' });
    assert.deepEqual(
      slugs.parse(live.campaigns).map(({ slug }) => slug),
      [campaign],
    );
    await agent.followed(await agent.call(set, { ...asked, state: 'paused', dry_run: false }));
  });
});

/** The recommendation of the first finding that has one. */
async function firstWaste(
  campaigns: readonly { slug: string }[],
  detectors: readonly string[],
  detect: (campaign: string, detector: string) => Promise<Record<string, unknown>>,
): Promise<string> {
  for (const { slug } of campaigns) {
    for (const detector of detectors) {
      const found = findings.parse((await detect(slug, detector)).findings);
      const acted = found.find(({ recommendation_id }) => recommendation_id !== undefined);
      if (acted?.recommendation_id !== undefined) return acted.recommendation_id;
    }
  }
  return assert.fail('the demo has waste in it');
}
