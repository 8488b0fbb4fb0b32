import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownCampaign } from '../../src/engine/own-campaign.ts';
import { evidenceOf, found, term } from '../detection/evidence.ts';

const places = ownCampaign({ type: 'location', names: ['Dallas', 'Austin', 'Waco'], taken: new Set() });
const terms = [
  term(1, 'plumber dallas', { clicks: 90, cost: 500, conversions: 20 }),
  term(2, 'plumber austin', { clicks: 100, cost: 600, conversions: 30 }),
  term(3, 'plumber waco', { clicks: 10, cost: 20, conversions: 1 }),
];

/** The daily budgets of the drafts that are proposed, by what they are for; null where only the place is mentioned. */
function budgets(another?: number) {
  const { organization } = evidenceOf();
  const mostBudget = another === undefined ? null : { own: 50, another };
  const { findings } = found(places, evidenceOf({ terms, organization: { ...organization, mostBudget } }));
  return Object.fromEntries(
    findings.map(({ about, proposal }) => [
      String(about.location),
      proposal?.op === 'create_draft' ? Number(proposal.budget) : null,
    ]),
  );
}

describe('places that carry a campaign of their own', () => {
  test('have enough conversions within the target, and a budget a fifth above what they cost', () => {
    assert.deepEqual(budgets(), { Austin: 24, Dallas: 20 });
  });

  test('share what the monthly cap leaves, those with most conversions first', () => {
    assert.deepEqual(budgets(44), { Austin: 24, Dallas: 20 });
    assert.deepEqual(budgets(30), { Austin: 24, Dallas: 6 });
    assert.deepEqual(budgets(10), { Austin: 10, Dallas: null });
    assert.deepEqual(budgets(0), { Austin: null, Dallas: null });
  });
});
