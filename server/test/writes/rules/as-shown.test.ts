import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Context } from '../../../src/base/context.ts';
import { addNegativeKeywordsStep } from '../../../src/campaigns/exclude/add-negative-keywords.step.ts';
import { liftNegativeKeywords } from '../../../src/campaigns/exclude/lift-negative-keywords.step.ts';
import { addKeywords } from '../../../src/keywords/add-keywords.step.ts';
import { setKeywordBid } from '../../../src/keywords/set-keyword-bid.step.ts';
import { setKeywordState } from '../../../src/keywords/set-keyword-state.step.ts';
import { mustBeAsShown, NotAsShown } from '../../../src/writes/approvals/as-shown.ts';
import type { Step } from '../../../src/writes/step.ts';

const target = { campaign_id: 1, slug: 'one', account_id: null, platform_id: null };
const keyword = { text: 'shoes', match_type: 'exact', platform_id: null } as const;

/** The same change, made on one of several. */
const KINDS: Record<string, (n: number) => Step> = {
  'a negative keyword of a campaign': (n) =>
    addNegativeKeywordsStep.of({ ...target, campaign_id: n, negatives: [keyword] }),
  'a negative keyword of an ad': (n) =>
    addNegativeKeywordsStep.of({ ...target, negatives: [{ ...keyword, ad: { id: n, platform_id: null } }] }),
  'a keyword of an ad': (n) =>
    addKeywords.of({ ...target, ad: { id: n, platform_id: null }, keywords: [{ ...keyword, cpc_bid: null }] }),
  'the state of a keyword': (n) =>
    setKeywordState.of({ ...target, keywords: [{ ...keyword, keyword_id: n, from: 'enabled', to: 'paused' }] }),
};

/** Something of that name, removed. */
const REMOVALS: Record<string, (text: string) => Step> = {
  'a negative keyword of a campaign': (text) =>
    liftNegativeKeywords.of({ ...target, negatives: [{ ...keyword, text }] }),
  'a negative keyword of an ad': (text) =>
    liftNegativeKeywords.of({ ...target, negatives: [{ ...keyword, text, ad: { id: 1, platform_id: null } }] }),
};

function approve(shown: readonly unknown[], step: Step): void {
  const approving: Context['approving'] = { queuedWriteId: 'qw_1', approverId: 1, shown };
  mustBeAsShown({ approving }, [step], false);
}

suite('an approved change', () => {
  for (const [what, made] of Object.entries(KINDS)) {
    test(`is made where its approver saw it: ${what}`, () => {
      const shown: unknown[] = JSON.parse(JSON.stringify(made(1).placedChanges()));
      approve(shown, made(1));
      assert.throws(() => approve(shown, made(2)), NotAsShown);
    });
  }

  for (const [what, removing] of Object.entries(REMOVALS)) {
    test(`removes what its approver saw: ${what}`, () => {
      const shown: unknown[] = JSON.parse(JSON.stringify(removing('apple pie').placedChanges()));
      approve(shown, removing('apple pie'));
      assert.throws(() => approve(shown, removing('pear pie')), NotAsShown);
      const before = removing('apple pie').changes();
      approve(before, removing('apple pie'));
      assert.throws(() => approve(before, removing('pear pie')), NotAsShown);
    });
  }

  test('that takes a value away is the same whatever the value has become', () => {
    const lift = (from: string) =>
      setKeywordBid.of({ ...target, keywords: [{ ...keyword, keyword_id: 1, from, to: null }] });
    approve(lift('1.00').placedChanges(), lift('2.00'));
  });

  test('that was queued before it was kept where it is made can still be approved', () => {
    for (const made of Object.values(KINDS)) approve(made(1).changes(), made(1));
  });
});
