import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

describe('budget limits', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  /** Executes and previews the same move: both must say the same. */
  async function moves(org: Organization, slug: string, budget: number, extra?: Record<string, number>): Promise<void> {
    const preview = await org.patch(slug, { budget });
    assert.equal(preview.status, 200, preview.text);
    const within = /"within_limits":(true|false)/.exec(preview.text)?.[1] === 'true';
    assert.equal(within, extra === undefined, `${budget}: ${preview.text}`);
    const before = (await org.campaign(slug)).budget;
    const executed = await org.patch(slug, { budget, dry_run: false });
    if (extra) refused(executed, 'budget_cap_exceeded', extra);
    else assert.equal(executed.status, 200, executed.text);
    assert.equal((await org.campaign(slug)).budget, extra ? before : budget);
  }

  test('one call may move a budget by at most 25 percent, up and down', async () => {
    const org = await writes.organization();
    const allowed = { allowed_min: 30, allowed_max: 50 };
    for (const [budget, extra] of [
      [51, allowed],
      [29, allowed],
      [0, allowed],
      [1_000_000_000, allowed],
      [50, undefined],
      [38, undefined],
    ] as const) {
      await moves(org, await org.draft({ budget: 40 }), budget, extra);
    }
    const slug = await org.draft({ budget: 40 });
    await moves(org, slug, 30);
    await moves(org, slug, 40, { allowed_min: 23, allowed_max: 37 });
  });

  test('the breach names allowed_min rounded up and allowed_max rounded down', async () => {
    const org = await writes.organization();
    for (const [from, allowed_min, allowed_max] of [
      [41, 31, 51],
      [43, 33, 53],
      [10, 8, 12],
      [3, 3, 3],
      [1, 1, 1],
      [101, 76, 126],
    ] as const) {
      const slug = await org.draft({ budget: from });
      await moves(org, slug, allowed_max + 1, { allowed_min, allowed_max });
      await moves(org, slug, allowed_min - 1, { allowed_min, allowed_max });
      if (allowed_max > from) await moves(org, slug, allowed_max);
    }
  });

  test('an organization may have a percentage of its own', async () => {
    const cases = [
      [10, 40, 36, 44],
      [100, 40, 0, 80],
      [33.3, 40, 27, 53],
      [0, 40, 40, 40],
      [250, 40, 0, 140],
    ] as const;
    for (const [percent, from, allowed_min, allowed_max] of cases) {
      const org = await writes.organization({ percent });
      const slug = await org.draft({ budget: from });
      await moves(org, slug, allowed_max + 1, { allowed_min, allowed_max });
      if (allowed_min > 0) await moves(org, slug, allowed_min - 1, { allowed_min, allowed_max });
      else await moves(org, await org.draft({ budget: from }), 0);
      if (allowed_max > from) await moves(org, slug, allowed_max);
    }
  });

  test('a budget that is 0 may move to any value', async () => {
    const org = await writes.organization();
    await moves(org, await org.draft({ budget: 0 }), 1_000_000);
    await moves(org, await org.draft({ budget: 0 }), 1);
  });

  test('daily budgets of all campaigns times 30, drafts and paused included, stay within max_spend', async () => {
    const org = await writes.organization({ cap: 3_000 });
    await org.draft({ budget: 20 });
    await org.draft({ budget: 10, state: 'error' });
    const paused = await org.live({ budget: 15 });
    await org.moved(paused, 'paused');
    await org.live({ budget: 10 });
    const slug = await org.draft({ budget: 40 });
    await moves(org, slug, 46, { monthly_cap: 3_000, allowed_max_daily: 45 });
    await moves(org, slug, 45);
    const other = await org.draft({ budget: 0 });
    await moves(org, other, 1, { monthly_cap: 3_000, allowed_max_daily: 0 });
  });

  test('a cap that is no multiple of 30 is compared exactly', async () => {
    const org = await writes.organization({ cap: 1_229.99 });
    const slug = await org.draft({ budget: 40 });
    await moves(org, slug, 41, { monthly_cap: 1_229.99, allowed_max_daily: 40 });
    await org.setCap(1_230);
    await moves(org, slug, 41);
  });

  test('allowed_max_daily is never below 0, and lowering a budget is never refused by the cap', async () => {
    const org = await writes.organization({ cap: 300 });
    await org.draft({ budget: 100 });
    const slug = await org.draft({ budget: 40 });
    await moves(org, slug, 41, { monthly_cap: 300, allowed_max_daily: 0 });
    await moves(org, slug, 39);
    await moves(org, slug, 30);
    await moves(org, slug, 31, { monthly_cap: 300, allowed_max_daily: 0 });
  });

  test('a cap of 0 leaves no budget, and no cap leaves every budget', async () => {
    const org = await writes.organization({ cap: 0 });
    const slug = await org.draft({ budget: 0 });
    await moves(org, slug, 1, { monthly_cap: 0, allowed_max_daily: 0 });
    await org.setCap(null);
    await moves(org, slug, 1_000_000_000);
  });

  test('the campaigns of other organizations do not count', async () => {
    const other = await writes.organization();
    await other.draft({ budget: 1_000 });
    const org = await writes.organization({ cap: 1_200 });
    await moves(org, await org.draft({ budget: 0 }), 40);
  });

  test('a change that breaks both limits names the per-call limit', async () => {
    const org = await writes.organization({ cap: 1_200 });
    await moves(org, await org.draft({ budget: 40 }), 60, { allowed_min: 30, allowed_max: 50 });
  });

  test('a name or target CPA changes whatever the budgets are', async () => {
    const org = await writes.organization({ cap: 30 });
    const slug = await org.draft({ budget: 40 });
    const answer = await org.patch(slug, { name: 'Over the cap', target_cpa: 4 });
    assert.match(answer.text, /"within_limits":true/);
    await org.edited(slug, { name: 'Over the cap', target_cpa: 4 });
  });

  test('a breach keeps the other fields of the call from changing too', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ name: 'Steady', budget: 40 });
    refused(await org.patch(slug, { name: 'Moved', budget: 90, dry_run: false }), 'budget_cap_exceeded');
    assert.equal((await org.campaign(slug)).name, 'Steady');
    assert.equal(await org.writesUsed(), 0);
    assert.equal((await org.log()).total, 0);
  });

  test('the limits hold on a live campaign, and nothing reaches the platform that breaks them', async () => {
    const org = await writes.organization({ cap: 1_500 });
    const slug = await org.live({ budget: 40 });
    const { name } = await org.campaign(slug);
    await moves(org, slug, 51, { allowed_min: 30, allowed_max: 50 });
    await moves(org, slug, 48);
    await moves(org, slug, 51, { monthly_cap: 1_500, allowed_max_daily: 50 });
    assert.equal((await writes.platform.campaign(String(name)))?.budget, '48.00');
  });
});
