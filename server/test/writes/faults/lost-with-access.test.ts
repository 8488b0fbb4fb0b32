import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { WISHES, type Wish } from '../wishes.ts';
import { startWorld, type Writes } from '../world.ts';
import { agreed } from './agreed.ts';

const LASTS = 1_000;

describe('a change whose answer was lost together with the access', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  const lastAction = async (org: Organization) => {
    const [entry] = (await org.log()).actions;
    assert.ok(entry);
    return entry;
  };

  async function lost({ prepare, make }: Wish, fault: 'drop_after_commit' | 'drop') {
    const org = await writes.organization({ synced: true });
    const slug = await org.live({ budget: 40 });
    await prepare?.(org, slug);
    const before = await agreed(writes, org, slug);
    await writes.platform.forgetRequests();
    await writes.platform.fail(fault, 1, 'mutate');
    const made = make(org, slug);
    while ((await writes.platform.mutates()) === 0) await sleep(2);
    await writes.platform.fail('revoked', LASTS, 'search');
    await made;
    await org.quiet();
    await writes.platform.heal();
    const { id, status, detail, outcome_unknown } = await lastAction(org);
    assert.deepEqual([status, outcome_unknown], ['failed', true]);
    assert.match(String(detail), /not known whether done/);
    return { org, slug, before, id };
  }

  for (const [what, wish] of Object.entries(WISHES)) {
    test(`${what}: what arrived can be undone once the platform was read`, async () => {
      const { org, slug, before, id } = await lost(wish, 'drop_after_commit');
      refused(await org.undo(id), 'setup_required');
      await writes.reconnect(org);
      await writes.sync(org);
      assert.notDeepEqual(await agreed(writes, org, slug), before);
      const { restored, skipped } = await org.undone(id);
      await org.quiet();
      assert.ok(Array.isArray(restored) && restored.length > 0);
      assert.equal(skipped, undefined);
      assert.deepEqual(await agreed(writes, org, slug), before);
      const { undone, detail } = await lastAction(org);
      assert.equal(undone, true);
      assert.match(String(detail), /not known whether done/);
    });

    test(`${what}: of what did not arrive nothing is left to restore`, async () => {
      const { org, slug, before, id } = await lost(wish, 'drop');
      await writes.reconnect(org);
      await writes.platform.forgetRequests();
      const answer = await org.undo(id);
      refused(answer, 'not_reversible');
      assert.match(String(answer.error.message), /never known whether this was done/);
      await org.quiet();
      assert.equal(await writes.platform.mutates(), 0);
      const state = wish.op === 'set_campaign_state' ? 'error' : before.state;
      assert.deepEqual(await agreed(writes, org, slug, { failed: true }), { ...before, state });
    });
  }
});
