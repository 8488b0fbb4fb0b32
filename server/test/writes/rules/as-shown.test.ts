import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Context } from '../../../src/base/context.ts';
import { editCampaign } from '../../../src/campaigns/edit/edit-campaign.step.ts';
import { addNegativeKeywordsStep } from '../../../src/campaigns/exclude/add-negative-keywords.step.ts';
import { liftNegativeKeywords } from '../../../src/campaigns/exclude/lift-negative-keywords.step.ts';
import { changeState } from '../../../src/campaigns/launch/change-state.step.ts';
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
    addKeywords.of({ ...target, keywords: [{ ...keyword, ad: { id: n, platform_id: null }, cpc_bid: null }] }),
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

/** A value that becomes the same, from what it was when the change was asked for or what it has become since. */
const REPLACED: Record<string, (when: 'before' | 'since') => Step> = {
  'a name': (when) => editCampaign.of({ ...target, changes: { name: { from: when, to: 'asked' } } }),
  'a budget': (when) => editCampaign.of({ ...target, changes: { budget: { from: amounts[when], to: '50.00' } } }),
  'a target CPA': (when) =>
    editCampaign.of({ ...target, changes: { target_cpa: { from: amounts[when], to: '50.00' } } }),
  'a target CPA, taken away': (when) =>
    editCampaign.of({ ...target, changes: { target_cpa: { from: amounts[when], to: null } } }),
  'the state of a campaign': (when) =>
    changeState.of({ ...target, from: when === 'before' ? 'paused' : 'draft', to: 'live', budget: '40.00' }),
  'the state of a keyword': (when) =>
    setKeywordState.of({
      ...target,
      keywords: [{ ...keyword, keyword_id: 1, from: when === 'before' ? 'enabled' : 'removed', to: 'paused' }],
    }),
  'the bid of a keyword': (when) =>
    setKeywordBid.of({ ...target, keywords: [{ ...keyword, keyword_id: 1, from: amounts[when], to: '50.00' }] }),
  'the bid of a keyword, taken away': (when) =>
    setKeywordBid.of({ ...target, keywords: [{ ...keyword, keyword_id: 1, from: amounts[when], to: null }] }),
};
const amounts = { before: '45.00', since: '5.00' };

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

  for (const [what, replacing] of Object.entries(REPLACED)) {
    test(`replaces what its approver saw: ${what}`, () => {
      const shown: unknown[] = JSON.parse(JSON.stringify(replacing('before').placedChanges()));
      approve(shown, replacing('before'));
      assert.throws(() => approve(shown, replacing('since')), NotAsShown);
    });
  }

  test('that stops a campaign is the same whatever the campaign was', () => {
    const stop = (from: 'live' | 'paused' | 'error') => changeState.of({ ...target, from, to: 'draft' });
    for (const from of ['paused', 'error'] as const) approve(stop('live').placedChanges(), stop(from));
  });

  test('that was queued before it was kept where it is made can still be approved', () => {
    for (const made of Object.values(KINDS)) approve(made(1).changes(), made(1));
  });
});
