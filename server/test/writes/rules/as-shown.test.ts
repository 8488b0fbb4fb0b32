import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Context } from '../../../src/base/context.ts';
import { addNegativeKeywordsStep } from '../../../src/campaigns/exclude/add-negative-keywords.step.ts';
import { addKeywords } from '../../../src/keywords/add-keywords.step.ts';
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

  test('that was queued before it was kept where it is made can still be approved', () => {
    for (const made of Object.values(KINDS)) approve(made(1).changes(), made(1));
  });
});
