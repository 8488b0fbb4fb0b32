import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import type { SettledTask } from '../settled-task.ts';
import { startWorld, type Writes } from '../world.ts';
import { agreed } from './agreed.ts';
import type { Victim } from './victims.ts';

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
  ...(['internal', 'deadline', 'not_found', 'drop'] as const).map((kind) => unavailable(kind, 'search')),
  unavailable('internal', 'token'),
  unavailable('unauthenticated', 'mutate'),
  broken('permission', 'mutate'),
  broken('revoked', 'search'),
  broken('revoked', 'token'),
  { kind: 'policy', method: 'mutate', code: 'validation_error', reason: 'google_ads_refused', message: /polic/i },
];

/** Faults after which nobody knows: the step looks, and goes on. */
const UNCERTAIN = ['internal', 'deadline', 'drop', 'drop_after_commit'] as const;
/** The same, told by what stands before the Ads API. */
const GIVEN_UP = ['aborted', 'cancelled'] as const;

function unavailable(kind: string, method: Method): Lasting {
  return { kind, method, code: 'ad_platform_unavailable', reason: 'task_error', message: /Google|ad platform/ };
}

function broken(kind: string, method: Method): Lasting {
  return { kind, method, code: 'setup_required', reason: 'google_ads_connection_broken', message: /reconnect/ };
}

const EVERY_FAULT = ['PATCH', 'launch', 'undo of an edit'];

/** Lets the platform fail in every way during each of these writes: it happens exactly once, or not at all. */
export function failEach(about: string, victims: readonly Victim[]): void {
  describe(about, () => failing(victims.filter(({ platform }) => platform)));
}

function failing(victims: readonly Victim[]): void {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  for (const victim of victims) {
    const faults = EVERY_FAULT.includes(victim.name) || process.env.FAULTS === 'all' ? CERTAIN : CERTAIN.slice(-1);
    const ends = ({ code, method }: Lasting) =>
      victim.stops ? code !== 'ad_platform_unavailable' : victim.looks !== false || method === 'mutate';
    for (const fault of faults.filter(ends)) {
      test(`${victim.name}: ${fault.kind} at every ${fault.method} answers ${fault.code}, and nothing has changed`, () =>
        lasting(victim, fault));
    }
    for (const kind of victim.stops || EVERY_FAULT.includes(victim.name) ? [...UNCERTAIN, ...GIVEN_UP] : UNCERTAIN) {
      test(`${victim.name}: ${kind} leaves nobody knowing, and it happens exactly once`, () => passing(victim, kind));
    }
    for (const kind of ['quota_short', 'concurrent', 'unauthenticated'] as const) {
      test(`${victim.name}: ${kind} that passes goes unnoticed`, () => passing(victim, kind));
    }
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
    const repeated = kind === 'drop_after_commit' && !victim.repeats ? 0 : 1;
    assert.equal(await writes.platform.mutates(), (victim.steps ?? 1) + repeated, 'mutates');
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
}
