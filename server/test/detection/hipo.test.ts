import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hipo } from '../../src/detection/detectors/hipo.ts';
import { proposal as proposalSchema } from '../../src/recommendations/proposal.ts';
import { daysOf, evidenceOf, found, term } from './evidence.ts';

const lossy = (lostToBudget: number, more: object = {}) =>
  daysOf(100, () => ({ impressionShare: 0.5, lostToBudget, ...more }));
/** Two terms about burst pipes with so many conversions at that price, among others about something else. */
const clusterOf = (conversions: number, cpa: number) => [
  term(1, 'burst pipe austin', { clicks: 100, cost: conversions * cpa, conversions: conversions - 1 }),
  term(2, 'burst pipes', { clicks: 10, cost: 0, conversions: 1 }),
  ...['drain', 'tap', 'toilet', 'sink', 'boiler'].map((word, n) => term(10 + n, word, { clicks: 9, cost: 50 })),
];
const on = (terms: ReturnType<typeof clusterOf>, more: object = {}) =>
  found(hipo, evidenceOf({ terms, days: lossy(0.3), ...more })).findings;

describe('searches with more potential than budget', () => {
  test('are a cluster of 15 conversions at 80 % of the target while a fifth is lost to the budget', () => {
    assert.equal(on(clusterOf(15, 32))[0]?.proposal?.op, 'create_draft');
    assert.equal(on(clusterOf(15, 32.1))[0], undefined);
    assert.notEqual(on(clusterOf(14.9, 32))[0]?.proposal?.op, 'create_draft');
    assert.equal(on(clusterOf(15, 32), { days: lossy(0.2) })[0]?.proposal?.op, 'create_draft');
    assert.equal(on(clusterOf(15, 32), { days: lossy(0.19) })[0], undefined);
    assert.equal(on(clusterOf(15, 32), { days: daysOf(100) })[0], undefined);
  });

  test('become a draft with their exact keywords, its budget a fifth above what they cost', () => {
    const [finding] = on(clusterOf(30, 20));
    assert.deepEqual(finding?.proposal, {
      op: 'create_draft',
      type: 'hipo',
      campaign_id: 7,
      name: 'Leaks – burst pipe',
      budget: '24.00',
      target_cpa: '40.00',
      focus: null,
      keywords: [
        { text: 'burst pipe austin', match_type: 'exact', source_ad_id: 1 },
        { text: 'burst pipes', match_type: 'exact', source_ad_id: 1 },
      ],
      source_negatives_at_launch: [
        { text: 'burst pipe austin', match_type: 'exact' },
        { text: 'burst pipes', match_type: 'exact' },
      ],
    });
    assert.ok(proposalSchema.safeParse(finding?.proposal).success);
    // 30 conversions × (1 / 0.5 − 1) × (40 − 20)
    assert.equal(JSON.stringify(finding?.about.score), '600.0');
  });

  test('stay within the monthly cap, and are only mentioned where it leaves nothing', () => {
    const within = (another: number) => {
      const organization = { ...evidenceOf().organization, mostBudget: { own: 50, another } };
      return on(clusterOf(30, 20), { organization })[0];
    };
    const { proposal } = within(10) ?? {};
    assert.ok(proposal?.op === 'create_draft' && proposal.budget === '10.00');
    assert.deepEqual([within(0)?.advice, within(0)?.proposal], ['information', null]);
  });

  test('share what the monthly cap leaves when they are several, the best first', () => {
    const terms = [
      ...clusterOf(30, 20),
      term(20, 'leaking roof', { clicks: 90, cost: 500, conversions: 20 }),
      term(21, 'leaking roof austin', { clicks: 9, cost: 0, conversions: 0 }),
    ];
    const budgets = (another: number) =>
      on(terms, { organization: { ...evidenceOf().organization, mostBudget: { own: 50, another } } })
        .map(({ proposal }) => (proposal?.op === 'create_draft' ? Number(proposal.budget) : 0))
        .toSorted((a, b) => b - a);
    assert.deepEqual(budgets(100), [24, 20]);
    assert.deepEqual(budgets(30), [24, 6]);
    assert.deepEqual(budgets(24), [24, 0]);
  });

  test('are a reason for a higher budget where they are fewer, within what one call may move', () => {
    const cheap = { cost: 10 };
    const small = clusterOf(5, 20);
    const budget = (more: object = {}) => {
      const [finding] = on(small, { days: lossy(0.5, cheap), ...more });
      return finding?.proposal?.op === 'set_budget' ? finding.proposal.to : finding?.advice;
    };
    assert.equal(budget(), '62.00');
    assert.equal(budget({ days: lossy(0.2, cheap) }), '62.00');
    assert.equal(budget({ campaign: { budgetShared: true } }), 'information');
    const organization = { ...evidenceOf().organization, mostBudget: { own: 55, another: 5 } };
    assert.equal(budget({ organization }), '55.00');
    assert.equal(budget({ organization: { ...organization, mostBudget: { own: 50, another: 0 } } }), 'information');
    assert.equal(budget({ days: lossy(0.5, { cost: 16.1 }) }), undefined);
  });

  test('are no reason where the last month alone was cheap: that was luck', () => {
    const months = (cost: number) =>
      daysOf(100, (back) => ({ impressionShare: 0.5, lostToBudget: 0.5, cost: back < 33 ? 10 : cost }));
    assert.equal(on(clusterOf(5, 20), { days: months(12) })[0]?.proposal?.op, 'set_budget');
    assert.equal(on(clusterOf(5, 20), { days: months(30) })[0], undefined);
  });

  test('are not looked for in a campaign that is one already, nor while conversions are not counted', () => {
    assert.deepEqual(on(clusterOf(30, 20), { campaign: { type: 'hipo' } }), []);
    assert.deepEqual(on(clusterOf(30, 20), { days: lossy(0.3, { conversions: 0 }) }), []);
  });

  test('are no theme that nearly all terms share', () => {
    const terms = ['burst pipe', 'burst tap', 'burst drain'].map((text, n) =>
      term(n, text, { clicks: 50, cost: 200, conversions: 10 }),
    );
    assert.notEqual(on(terms)[0]?.proposal?.op, 'create_draft');
  });
});
