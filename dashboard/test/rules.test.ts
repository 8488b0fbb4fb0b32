import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgetBounds } from '../../server/src/campaigns/budget-bounds.ts';
import type { Act } from '../src/changes/act.ts';
import { changesOfPreview, withLimits } from '../src/changes/change.ts';
import { moveWords, valueWords } from '../src/changes/change-words.ts';
import { madeInTurn } from '../src/changes/made-in-turn.ts';
import { combination } from '../src/pages/campaigns/ads/shuffled.ts';
import { blocksSaving, textProblem } from '../src/pages/campaigns/ads/text-problems.ts';
import { keywordsIn, linesOf } from '../src/pages/campaigns/detail/keyword-lines.ts';
import { pathThrough, ticksUpTo } from '../src/parts/chart/scale.ts';
import { daysIn, periodBefore, periodIn } from '../src/parts/period/period.ts';

test('a budget moves within the percentage and the cap; lowering it never meets the cap', () => {
  const free = { percent: 25, maxSpend: null, others: 0 };
  assert.deepEqual(budgetBounds({ ...free, budget: 60 }), { min: 45, max: 75 });
  assert.deepEqual(budgetBounds({ ...free, budget: 7 }), { min: 6, max: 8 });
  assert.equal(budgetBounds({ ...free, budget: 0 }), undefined);
  assert.deepEqual(budgetBounds({ ...free, percent: 15, budget: 100 }), { min: 85, max: 115 });
  assert.deepEqual(budgetBounds({ ...free, budget: 258.4 }), { min: 194, max: 323 }, 'to the cent');
  const capped = { percent: 25, maxSpend: 3000, others: 30 };
  assert.deepEqual(budgetBounds({ ...capped, budget: 60 }), { min: 45, max: 70 });
  assert.deepEqual(budgetBounds({ ...capped, budget: 0 }), { min: 0, max: 70 });
  assert.deepEqual(budgetBounds({ ...capped, budget: 80 }), { min: 60, max: 80 }, 'over the cap already');
});

test('every kind of preview is read as changes, with what is in its way', () => {
  const limits = { min: 45, max: 75 };
  const edit = { dry_run: true, would_change: { budget: { from: 60, to: 90 } }, within_limits: false };
  const { changes, blockedBy } = withLimits(changesOfPreview(edit), limits);
  assert.deepEqual(changes, [{ field: 'budget', from: 60, to: 90, limits }]);
  assert.match(blockedBy ?? '', /monthly cap/);
  const state = { dry_run: true, would_change: { state: { from: 'live', to: 'live' } }, blocked_reason: null };
  assert.deepEqual(changesOfPreview(state), { ...changesOfPreview(state), changes: [], blockedBy: undefined });
  const blast_radius = { clicks: 0.1, cost: 0.2, conversions: 0 };
  const negatives = changesOfPreview({
    dry_run: true,
    would_apply: [{ op: 'add_negative_keyword', term: 'free', match_type: 'exact' }],
    would_be_refused: [{ term: 'free!', reason: 'no' }],
    blast_radius,
    blocks_converting_terms: [],
  });
  assert.deepEqual(negatives.changes, [{ field: 'negative keyword (exact)', from: null, to: 'free' }]);
  assert.deepEqual(negatives.impact, { blast_radius, blocks_converting_terms: [] });
  const stopped = changesOfPreview({
    dry_run: true,
    would_change: { state: { from: 'live', to: 'paused' } },
    blast_radius,
    blast_radius_of: 'ad_account',
    blocks_converting_terms: [],
  });
  assert.deepEqual(stopped.impact, { blast_radius, blast_radius_of: 'ad_account', blocks_converting_terms: [] });
  const drafted = { dry_run: true, would_change: [{ field: 'headline', from: 'A', to: null }], refused_because: 'why' };
  assert.deepEqual(changesOfPreview(drafted).changes, drafted.would_change);
  assert.equal(changesOfPreview(drafted).blockedBy, 'why');
});

test('of several moves of budgets each has what those before it leave; what is not made takes nothing', () => {
  const seen = (from: number, to: number, blockedBy?: string) => {
    const limits = (added: number) =>
      budgetBounds({ budget: from, percent: 25, maxSpend: 3000, others: 90 - from + added });
    const never = () => Promise.reject(new Error('only looked at'));
    const act: Act = { id: `${from}`, label: '', done: '', limits, preview: never, execute: never };
    return { act, shown: { changes: [{ field: 'budget', from, to }], blockedBy } };
  };
  const told = (...looked: ReturnType<typeof seen>[]) =>
    madeInTurn(
      looked,
      looked.map(({ act }) => act),
    ).map((one) => ('shown' in one ? one.shown.blockedBy : one.error));
  const together = 'Together with those above, this goes beyond the monthly cap.';
  assert.deepEqual(told(seen(40, 46), seen(30, 34)), [undefined, undefined], 'to the cap');
  assert.deepEqual(told(seen(40, 46), seen(30, 35), seen(20, 24)), [undefined, together, undefined]);
  assert.deepEqual(told(seen(40, 46, 'why'), seen(30, 35)), ['why', undefined]);
  assert.deepEqual(told(seen(40, 35), seen(30, 37)), [undefined, undefined], 'one that is lowered leaves room');
});

test('a move of money is told in percent, and of a budget in a month too', () => {
  assert.equal(moveWords({ field: 'budget', from: 60, to: 70 }, 'USD'), '+16.7%, +$300 a month');
  assert.equal(moveWords({ field: 'target_cpa', from: 40, to: 30 }, 'USD'), '-25%');
  assert.equal(moveWords({ field: 'budget', from: 0, to: 10 }, 'USD'), '+$300 a month');
  assert.equal(moveWords({ field: 'name', from: 'A', to: 'B' }, 'USD'), undefined);
  assert.equal(valueWords({ field: 'target_cpa' }, null, 'USD'), 'no target');
});

test('keywords are read as marketers write them, each once', () => {
  const lines = '[Drain cleaning]\n"plumber  austin"\nleak\n\n[drain cleaning]';
  const keywords = keywordsIn(lines);
  assert.deepEqual(keywords, [
    { text: 'drain cleaning', match_type: 'exact' },
    { text: 'plumber austin', match_type: 'phrase' },
    { text: 'leak', match_type: 'broad' },
  ]);
  assert.equal(linesOf(keywords), '[drain cleaning]\n"plumber austin"\nleak');
});

test('texts of ads are warned about as one types, and kept from being saved where the platform refuses them', () => {
  assert.equal(textProblem(['x'.repeat(32)], 0, 30, 'headline'), '2 too many');
  assert.equal(
    textProblem(['東京の水道修理なら今すぐお電話を'], 0, 30, 'headline'),
    '2 too many',
    'wide ones count double',
  );
  assert.equal(textProblem(['Same', 'same '], 1, 30, 'headline'), 'The same as another');
  assert.match(textProblem(['Call now!'], 0, 30, 'headline') ?? '', /exclamation/);
  assert.equal(textProblem(['Call now!'], 0, 90, 'description'), undefined);
  assert.equal(blocksSaving(['Same', 'same'], 30), true);
  assert.equal(blocksSaving(['Call now!', ''], 30), false, 'what may be declined is a warning');
});

test('an ad is shown as it was written first, then in combinations that stay while one types', () => {
  const ad = { headlines: ['A', 'B', 'C', 'D'], descriptions: ['x', 'y', 'z'] };
  assert.deepEqual(combination(ad, 0), { headlines: ['A', 'B', 'C'], descriptions: ['x', 'y'] });
  assert.deepEqual(combination(ad, 3), combination(ad, 3));
  const seen = new Set([0, 1, 2, 3, 4, 5].map((seed) => combination(ad, seed).headlines.join()));
  assert.ok(seen.size > 3);
});

test('an axis counts in round steps beyond the largest value; a line breaks where a figure is missing', () => {
  assert.deepEqual(ticksUpTo(63), [0, 20, 40, 60, 80]);
  assert.deepEqual(ticksUpTo(0), [0, 1]);
  assert.deepEqual(ticksUpTo(0.9), [0, 0.25, 0.5, 0.75, 1]);
  assert.equal(
    pathThrough([
      [0, 1],
      [1, null],
      [2, 3],
      [3, 4],
    ]),
    'M0.0 1.0M2.0 3.0L3.0 4.0',
  );
});

test('a period in an address is its days, or one that has a name; what is wrong there is left out', () => {
  const custom = periodIn({ from: '2026-02-01', to: '2026-02-28', compare: 'none' });
  assert.deepEqual(custom, { name: 'custom', from: '2026-02-01', to: '2026-02-28', compare: false });
  assert.deepEqual(periodBefore(custom), { from: '2026-01-04', to: '2026-01-31' });
  assert.equal(periodIn({ from: '2026-03-01', to: '2026-02-01' }).name, '30d');
  assert.equal(periodIn({ from: 'yesterday', to: '2026-02-31x', period: '90d' }).name, '90d');
  assert.equal(daysIn(periodIn({ period: '7d' })).length, 7);
});

test('a period that has a name ends with the last complete day, whatever day it is where it is looked at', () => {
  const days = (period: string, lastDay: string) => {
    const { from, to } = periodIn({ period }, lastDay);
    return [from, to];
  };
  assert.deepEqual(days('7d', '2026-11-15'), ['2026-11-09', '2026-11-15']);
  assert.deepEqual(days('14d', '2026-11-15'), ['2026-11-02', '2026-11-15']);
  assert.deepEqual(days('30d', '2026-11-15'), ['2026-10-17', '2026-11-15']);
  assert.deepEqual(days('90d', '2026-11-15'), ['2026-08-18', '2026-11-15']);
  assert.deepEqual(days('month', '2026-11-15'), ['2026-11-01', '2026-11-15']);
  assert.deepEqual(days('last-month', '2026-11-15'), ['2026-10-01', '2026-10-31']);
  // On the first of a month its own figures are still to come.
  assert.deepEqual(days('month', '2026-10-31'), ['2026-10-01', '2026-10-31']);
  assert.deepEqual(days('last-month', '2026-10-31'), ['2026-10-01', '2026-10-31']);
  assert.equal(periodIn({ from: '2026-11-01', to: '2026-11-16' }, '2026-11-15').to, '2026-11-16', 'days are days');
});
