import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { Followers } from '../../../src/surfaces/mcp/follow.ts';
import { progressEvents } from '../../../src/surfaces/mcp/progress.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../../writes/organization.ts';
import { startWorld, type Writes } from '../../writes/world.ts';
import { connect, MODES } from './agent.ts';

const RESOURCE = 'http://localhost:3000/mcp';
const started = z.looseObject({ task_tracking_id: z.int() });

describe('a call that starts work, by somebody who wants to hear how far it is', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  for (const [name, mode] of Object.entries(MODES)) {
    test(`tells a client that speaks ${name} the stages of a launch, then answers`, async (t) => {
      const client = await connect(t, writes.base, { key: org.keys.owner.key, mode });
      const campaign = await org.draft({ budget: 20 });
      const launch = { campaign, state: 'live', dry_run: false };
      const { told, answer } = await heard(client, 'svc_set_campaign_state', launch);
      assert.equal(told.at(-1)?.message, 'completed', JSON.stringify(told));
      assert.deepEqual(
        told.map(({ progress }) => progress),
        told.map((_, index) => index),
        'progress only ever grows',
      );
      const { task_tracking_id } = started.parse(answer.structuredContent);
      const status = await client.callTool({ name: 'svc_get_task_status', arguments: { task_tracking_id } });
      assert.equal(z.looseObject({ status: z.string() }).parse(status.structuredContent).status, 'completed');
    });
  }

  test('tells what is being done while a campaign is written from a website', async (t) => {
    const client = await connect(t, writes.base, { key: org.keys.owner.key });
    const website_url = `${writes.emulator.origin}/sites/acme-plumbing/`;
    const { told } = await heard(client, 'svc_create_campaign', { website_url, budget: 20 });
    const words = told.map(({ message }) => message);
    assert.ok(
      words.some((said) => said?.startsWith('Reading the website')),
      words.join(' | '),
    );
    assert.equal(words.at(-1), 'completed');
  });

  test('answers also where nobody can tell any more how far it is', async () => {
    async function* stages() {
      yield 'Working';
      throw new Error('the database is away');
    }
    const events = await Array.fromAsync(progressEvents(7, stages(), '{"id":1}'));
    assert.deepEqual([events.length, events.at(-1)], [2, 'event: message\ndata: {"id":1}\n\n']);
  });

  test('says nothing on the way where the call starts nothing', async (t) => {
    const client = await connect(t, writes.base, { key: org.keys.owner.key });
    const { told } = await heard(client, 'svc_list_campaigns', {});
    assert.deepEqual(told, []);
  });
});

describe('following work', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let followers: Followers;

  before(async () => {
    service = await startService(suite);
    followers = new Followers(service.service.gate);
  });

  test('ends when the one who asked goes away, cancels it, or loses access', async () => {
    const ways: Record<string, (follow: Follow) => unknown> = {
      'goes away': ({ gone }) => gone.abort(),
      cancels: ({ credentialId }) => followers.cancel(credentialId, 7),
      'loses access': ({ issued }) => service.world.revoke(issued),
    };
    for (const [way, end] of Object.entries(ways)) {
      const follow = await begin();
      assert.equal((await follow.stages.next()).done, false, way);
      const rest = follow.stages.next();
      await end(follow);
      assert.equal((await soon(rest)).done, true, way);
    }
  });

  test('takes no more of one person at once, however many keys, and lets others in when somebody leaves', async () => {
    const { issued, task } = await begin();
    const another = await service.world.addKey();
    const many = Array.from({ length: 17 }, (_, n) => following(n % 2 === 0 ? issued.key : another.key, task));
    assert.equal(await turnedAway(many), 1, 'one person follows sixteen');
    await letGo(many);
    const next = [following(another.key, task)];
    assert.equal(await turnedAway(next), 0);
    await letGo(next);
  });

  test('takes no more of one organization at once, however many people, and still lets others in', async () => {
    const { world } = service;
    const { task } = await begin();
    const ofAll: ReturnType<typeof following>[] = [];
    for (let person = 0; person < 5; person += 1) {
      const creator = await world.addPerson(`follower-${person}`, 'owner');
      const { key } = await world.addKey({ creator });
      ofAll.push(...Array.from({ length: 16 }, () => following(key, task)));
    }
    assert.equal(await turnedAway(ofAll), 16, 'an organization follows sixty-four');
    const { stranger } = world.people;
    const elsewhere = await world.addKey({ creator: stranger, organization: world.orchard });
    const id = await service.service.services.tasks.enqueue(service.database, {
      type: 'analyse_website',
      payload: { url: 'https://orchard.example/' },
      organizationId: world.orchard.id,
    });
    assert.equal(await turnedAway([following(elsewhere.key, id)]), 0);
    await letGo(ofAll);
  });

  test('is not what a question about a task does: its answer holds when it comes, so it comes at once', async (t) => {
    const { issued, task } = await begin();
    const client = await connect(t, service.base, { key: issued.key });
    const { told, answer } = await soon(heard(client, 'svc_get_task_status', { task_tracking_id: task }));
    assert.deepEqual(told, []);
    assert.equal(z.looseObject({ status: z.string() }).parse(answer.structuredContent).status, 'running');
  });

  test('ends for everybody when the service does', async () => {
    const { stages } = await begin();
    await stages.next();
    const rest = stages.next();
    followers.end();
    assert.equal((await soon(rest)).done, true);
  });

  interface Follow extends ReturnType<typeof following> {
    issued: Awaited<ReturnType<RunningService['world']['addKey']>>;
    task: number;
    credentialId: string;
  }

  /** Nobody works in this service: what is started stays queued. */
  async function begin(): Promise<Follow> {
    const issued = await service.world.addKey();
    const answer = await service.call('POST', '/v1/organizations/_/reports/weekly', { key: issued.key });
    const task = started.parse(answer.json).task_tracking_id;
    return { ...following(issued.key, task), issued, task, credentialId: `key:${issued.id}` };
  }

  async function turnedAway(many: readonly ReturnType<typeof following>[]): Promise<number> {
    const first = await Promise.all(many.map(({ stages }) => stages.next()));
    return first.filter(({ done }) => done).length;
  }

  async function letGo(many: readonly ReturnType<typeof following>[]): Promise<void> {
    for (const { gone, stages } of many) {
      gone.abort();
      await soon(stages.return(undefined));
    }
  }

  function following(key: string, task: number) {
    const gone = new AbortController();
    const credential = { kind: 'bearer', token: key } as const;
    const follower = { credential, resource: RESOURCE, requestId: 7, gone: gone.signal };
    return { stages: followers.follow(task, follower), gone };
  }
});

const SOON_MS = 5_000;

async function soon<Value>(value: Promise<Value>): Promise<Value> {
  const late = new AbortController();
  try {
    return await Promise.race([
      value,
      sleep(SOON_MS, undefined, { signal: late.signal }).then(() => assert.fail('it takes too long')),
    ]);
  } finally {
    late.abort();
  }
}

async function heard(client: Client, name: string, args: Record<string, unknown>) {
  const told: { progress: number; message?: string | undefined }[] = [];
  const answer = await client.callTool(
    { name, arguments: args },
    { onprogress: ({ progress, message }) => void told.push({ progress, message }) },
  );
  assert.notEqual(answer.isError, true, JSON.stringify(answer.content));
  return { told, answer };
}
