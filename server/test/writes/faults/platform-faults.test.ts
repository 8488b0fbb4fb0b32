import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import type { SettledTask } from '../settled-task.ts';
import { startWorld, type Writes } from '../world.ts';
import { agreed } from './agreed.ts';
import { VICTIMS, type Victim } from './victims.ts';

type Method = 'mutate' | 'search' | 'token';

/** A fault that passes, and one that lasts; what callers and tasks are told of the second. */
interface Lasting {
  kind: string;
  method: Method;
  code: 'ad_platform_unavailable' | 'setup_required' | 'validation_error';
  reason: string;
  message: RegExp;
}

const LASTS = 1_000;

/** Faults that say for certain that nothing was done: the platform declined, or never got that far. */
const CERTAIN: readonly Lasting[] = [
  ...(['quota_short', 'concurrent'] as const).map((kind) => unavailable(kind, 'mutate')),
  ...(['internal', 'deadline', 'drop'] as const).map((kind) => unavailable(kind, 'search')),
  unavailable('internal', 'token'),
  unavailable('unauthenticated', 'mutate'),
  broken('permission', 'mutate'),
  broken('revoked', 'search'),
  broken('revoked', 'token'),
  { kind: 'policy', method: 'mutate', code: 'validation_error', reason: 'google_ads_refused', message: /polic/i },
];

/** Faults after which nobody knows: the step looks, and goes on. */
const UNCERTAIN = ['internal', 'deadline', 'drop', 'drop_after_commit'] as const;

function unavailable(kind: string, method: Method): Lasting {
  return { kind, method, code: 'ad_platform_unavailable', reason: 'task_error', message: /Google|ad platform/ };
}

function broken(kind: string, method: Method): Lasting {
  return { kind, method, code: 'setup_required', reason: 'google_ads_connection_broken', message: /reconnect/ };
}

const ON_PLATFORM = VICTIMS.filter(({ platform }) => platform);
const EVERY_FAULT = ['PATCH', 'launch', 'undo of an edit'];

describe('a platform that fails', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  for (const victim of ON_PLATFORM) {
    const faults = EVERY_FAULT.includes(victim.name) || process.env.FAULTS === 'all' ? CERTAIN : CERTAIN.slice(-1);
    for (const fault of faults.filter(({ method }) => victim.looks !== false || method === 'mutate')) {
      test(`${victim.name}: ${fault.kind} at every ${fault.method} answers ${fault.code}, and nothing has changed`, () =>
        lasting(victim, fault));
    }
    for (const kind of UNCERTAIN) {
      test(`${victim.name}: ${kind} leaves nobody knowing, and it happens exactly once`, () => passing(victim, kind));
    }
    for (const kind of ['quota_short', 'concurrent', 'unauthenticated'] as const) {
      test(`${victim.name}: ${kind} that passes goes unnoticed`, () => passing(victim, kind));
    }
  }

  test('a call that hangs is given up and looked for', async () => {
    const organization = await writes.organization();
    const slug = await organization.live({ budget: 40 });
    await writes.platform.fail('hang', 1, 'mutate');
    await organization.edited(slug, { budget: 44 });
    assert.equal((await agreed(writes, organization, slug)).budget, 44);
  });

  test('a platform that is gone after it was told is asked until it is back', async () => {
    const organization = await writes.organization();
    const slug = await organization.live({ name: 'Asked for long', budget: 40 });
    const answer = goneAfterCommit('internal', () => organization.patch(slug, { budget: 44, dry_run: false }));
    await sleep(1_000);
    const other = organization.patch(slug, { name: 'Not yet', dry_run: false });
    await sleep(6_000);
    assert.equal((await organization.log()).actions[0]?.status, 'in_progress', 'nobody calls it undone');
    await writes.platform.heal();
    assert.equal((await answer).status, 200, (await answer).text);
    assert.equal((await other).status, 200, (await other).text);
    const standing = await agreed(writes, organization, slug);
    assert.deepEqual([standing.budget, standing.name], [44, 'Not yet']);
  });

  test('a login that is revoked after the platform was told fails the change without calling it undone', async () => {
    const organization = await writes.organization();
    const slug = await organization.live({ budget: 40 });
    const used = await organization.writesUsed();
    const answer = await goneAfterCommit('revoked', () => organization.patch(slug, { budget: 44, dry_run: false }));
    await writes.platform.heal();
    refused(answer, 'setup_required');
    assert.match(String(answer.error.message), /does not tell whether/);
    const [entry] = (await organization.log()).actions;
    assert.equal(entry?.status, 'failed');
    assert.equal((await organization.writesUsed()) - used, 1, 'it may have been made');
  });

  test('a campaign of the same name that others made is never taken for ours', async () => {
    const organization = await writes.organization();
    const elsewhere = await organization.live({ name: 'Somebody’s' });
    const slug = await organization.draft({ name: 'Ours' });
    await writes.platform.edit('Somebody’s', 'name', 'Ours');
    await writes.platform.fail('drop', 1, 'mutate');
    const { task_tracking_id } = bodyOf(await organization.state(slug, 'live'));
    const task = await organization.settled(Number(task_tracking_id));
    await writes.platform.heal();
    assert.deepEqual([task.status, task.error?.reason], ['failed', 'google_ads_refused']);
    assert.equal((await organization.campaign(slug)).state, 'error');
    await writes.platform.edit('Ours', 'name', 'Somebody’s');
    await organization.moved(slug, 'live');
    assert.notEqual(slug, elsewhere);
  });

  /** The platform makes the change, does not answer, and cannot be read from then on. */
  async function goneAfterCommit(kind: string, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    await writes.platform.forgetRequests();
    await writes.platform.fail('drop_after_commit', 1, 'mutate');
    const answer = send();
    while ((await writes.platform.mutates()) === 0) await sleep(5);
    await writes.platform.fail(kind, LASTS, 'search');
    return answer;
  }

  /** The fault goes away before the caller would notice, or is got over by looking. */
  async function passing(victim: Victim, kind: string): Promise<void> {
    const organization = await writes.organization();
    const prepared = await victim.prepare(organization);
    await organization.quiet();
    const used = await organization.writesUsed();
    await writes.platform.forgetRequests();
    await writes.platform.fail(kind, 1, 'mutate');
    const answer = await prepared.send({});
    assert.equal(answer.status, 200, answer.text);
    await organization.quiet();
    const standing = await agreed(writes, organization, prepared.slug);
    assert.deepEqual({ ...standing, ...prepared.after }, standing);
    assert.equal((await organization.writesUsed()) - used, 1);
    const repeated = kind === 'drop_after_commit' && !victim.name.startsWith('undo of negative') ? 1 : 2;
    assert.equal(await writes.platform.mutates(), repeated, 'mutates');
  }

  async function lasting(victim: Victim, fault: Lasting): Promise<void> {
    const organization = await writes.organization();
    const prepared = await victim.prepare(organization);
    await organization.quiet();
    const before = await agreed(writes, organization, prepared.slug);
    const used = await organization.writesUsed();
    await writes.platform.fail(fault.kind, LASTS, fault.method);
    if (fault.method === 'token') await writes.platform.fail('unauthenticated', LASTS, 'search');
    const answer = await prepared.send({});
    const task = await told(organization, answer, fault);
    await writes.platform.heal();
    await organization.quiet();
    const after = await agreed(writes, organization, prepared.slug, { failed: task !== undefined });
    assert.deepEqual(after, task ? { ...before, state: 'error' } : before);
    assert.equal(await organization.writesUsed(), used, 'the quota is given back');
    const [entry] = (await organization.log()).actions;
    assert.match(String(entry?.detail), prepared.entries === 1 ? /\(not done: / : /\(not undone: /);
    assert.deepEqual([entry?.status, entry?.undone], [prepared.entries === 1 ? 'failed' : 'executed', false]);
  }

  /** What waits for the platform is told by the answer; what goes on in the background, by its task. */
  async function told(
    organization: Organization,
    answer: HttpAnswer,
    fault: Lasting,
  ): Promise<SettledTask | undefined> {
    if (answer.status !== 200) {
      refused(answer, fault.code);
      assert.match(String(answer.error.message), fault.message);
      if (fault.code === 'ad_platform_unavailable') assert.match(String(answer.headers['retry-after']), /^\d+$/);
      return undefined;
    }
    const task = await organization.settled(Number(bodyOf(answer).task_tracking_id));
    assert.deepEqual([task.status, task.error?.reason], ['failed', fault.reason], JSON.stringify(task));
    assert.match(String(task.error?.message), fault.message);
    return task;
  }
});
