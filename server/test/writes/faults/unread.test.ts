import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueSync } from '../../../src/ad-accounts/queue-sync.ts';
import { budgetLimits } from '../../../src/campaigns/campaign-write.store.ts';
import { noonEmulator } from '../../ad-accounts/world.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { exclude, pauseAll, setBudget } from '../recommend.ts';
import { ACME, INITECH, startWorld, type Writes } from '../world.ts';
import { agreed } from './agreed.ts';
import { PlatformGate } from './platform-gate.ts';

const LASTS = 1_000;

describe('a campaign that the platform may have otherwise than we know', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let gate: PlatformGate;

  before(async () => {
    const emulator = await noonEmulator(['--daily-operations', '10000000']);
    gate = await new PlatformGate(emulator.origin).start();
    suite.after(async () => {
      await gate.stop();
      await emulator.stop();
    });
    writes = await startWorld(suite, { emulator: gate.inFrontOf(emulator) });
  });

  afterEach(async () => {
    gate.tellLate(false);
    await writes.platform.heal();
  });

  /** The answer of the change that is sent after `before` others is lost, together with the access. */
  async function lost<Answer>(fault: 'drop_after_commit' | 'drop', before: number, send: () => Promise<Answer>) {
    await writes.platform.forgetRequests();
    await writes.platform.fail(fault, 1, 'mutate', before);
    const answer = send();
    while ((await writes.platform.mutates()) <= before) await sleep(2);
    await writes.platform.fail('revoked', LASTS, 'search');
    await answer;
    await writes.platform.heal();
    return answer;
  }

  /** Pauses keywords, and raises the budget without anybody knowing. */
  async function raisedUnseen() {
    const organization = await writes.organization({ synced: true });
    const slug = await organization.live({ budget: 40 });
    const standing = await agreed(writes, organization, slug);
    gate.tellLate(true);
    const id = await organization.recommend(slug, (there) => [...pauseAll(there), ...setBudget('50.00')(there)]);
    const { error } = await lost('drop_after_commit', 1, () => organization.apply(id));
    assert.equal(String(error.message).split('Part of the change was made').length, 2, 'that is said once');
    return { organization, slug, standing, action: await lastAction(organization) };
  }

  const lastAction = async (organization: Organization) => String((await organization.log()).actions[0]?.id);

  test('undone, it is what it was, though the platform tells of changes late', async () => {
    const { organization, slug, standing, action } = await raisedUnseen();
    await writes.reconnect(organization);
    assert.equal((await organization.undone(action)).skipped, undefined);
    assert.deepEqual(await agreed(writes, organization, slug), standing);
  });

  test('undone where the platform cannot be read, it stays as it is, and who undoes it is told to connect again', async () => {
    const { organization, slug, standing, action } = await raisedUnseen();
    const refusal = await organization.undo(action);
    refused(refusal, 'setup_required');
    assert.match(String(refusal.error.message), /not known whether all of the change was made.*reconnect/);
    await writes.reconnect(organization);
    assert.equal((await organization.undone(action)).skipped, undefined);
    assert.deepEqual(await agreed(writes, organization, slug), standing);
  });

  test('a sync that had read the campaigns before reads it again', async () => {
    const organization = await writes.organization({ synced: true });
    const slug = await organization.live({ budget: 40 });
    const standing = await agreed(writes, organization, slug);
    const figures = gate.hold('asked', 'searchStream', /metrics/);
    await queueSync(writes.service.services, organization.tenancy, INITECH.accountId, null, { afresh: true });
    await figures.reached;
    const id = await organization.recommend(slug, (there) => [...pauseAll(there), ...exclude('free', 'jobs')(there)]);
    const withheld = gate.hold('answered', 'mutate', /egative/);
    const applied = organization.apply(id);
    await withheld.reached;
    await organization.moved(slug, 'paused');
    assert.ok((await applied).status >= 400);
    withheld.open();
    figures.open();
    const action = (await organization.log()).actions.find(({ op }) => op !== 'set_campaign_state');
    assert.equal((await organization.undone(action?.id)).skipped, undefined);
    assert.deepEqual(await agreed(writes, organization, slug), { ...standing, state: 'paused' });
  });

  test('it is read after a change that it was found otherwise by, so that the same change goes through', async () => {
    const organization = await writes.organization({ synced: true });
    const slug = await organization.live({ budget: 40 });
    const { name } = await agreed(writes, organization, slug);
    gate.tellLate(true);
    await writes.platform.edit(name, 'budget', 44);
    refused(await organization.patch(slug, { budget: 50, dry_run: false }), 'sync_conflict');
    await organization.quiet();
    await organization.edited(slug, { budget: 50 });
    assert.equal((await agreed(writes, organization, slug)).budget, 50);
  });

  for (const [fault, room] of [
    ['drop_after_commit', false],
    ['drop', true],
  ] as const) {
    test(`the cap counts what may have arrived until it was read, and then ${room ? 'not' : 'as well'} (${fault})`, async () => {
      const organization = await writes.organization({ synced: true });
      await writes.reconnect(organization, ACME);
      const raised = await organization.live({ budget: 40 });
      const other = await organization.live({ budget: 50, ad_account_id: ACME.accountId });
      await organization.quiet();
      const { others: taken } = await budgetLimits(organization.tenancy, 0);
      await organization.setCap((Number(taken) + 10) * 30);
      gate.tellLate(true);
      await lost(fault, 0, () => organization.patch(raised, { budget: 50, dry_run: false }));
      const raise = () => organization.patch(other, { budget: 60, dry_run: false });
      refused(await raise(), 'budget_cap_exceeded');
      refused(await organization.patch(raised, { budget: 30, dry_run: false }), 'setup_required');
      refused(await raise(), 'budget_cap_exceeded');
      await writes.reconnect(organization);
      await organization.quiet();
      const answer = await raise();
      if (room) assert.equal(answer.status, 200, answer.text);
      else refused(answer, 'budget_cap_exceeded');
      await agreed(writes, organization, raised);
    });
  }
});
