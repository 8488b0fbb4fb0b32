import assert from 'node:assert/strict';
import type { Proposal } from '../../../src/recommendations/proposal.ts';
import type { Propose, Proposing } from '../recommend.ts';
import type { Edit } from './organization-model.ts';

/** What a detector would propose to have these edits made. */
export const proposeEdits =
  (edits: readonly Edit[]): Propose =>
  (standing) =>
    edits.map((edit) => proposalOf(edit, standing));

function proposalOf(edit: Edit, { campaign, ads, keywords, negatives }: Proposing): Proposal {
  const campaign_id = campaign.id;
  const keyword = () => {
    const found = keywords.find(({ text, match_type }) => 'of' in edit && `${text}/${match_type}` === edit.of);
    assert.ok(found);
    const { id: keyword_id, ad_id, text, match_type } = found;
    return { campaign_id, ad_id, keyword_id, text, match_type };
  };
  switch (edit.what) {
    case 'state':
      return edit.to === 'paused'
        ? { op: 'pause_keyword', ...keyword(), from: edit.from, to: 'paused' }
        : { op: 'enable_keyword', ...keyword(), from: edit.from, to: 'enabled' };
    case 'bid':
      return {
        op: 'set_keyword_bid',
        ...keyword(),
        from: edit.from === null ? null : edit.from.toFixed(2),
        to: Number(edit.to).toFixed(2),
      };
    case 'add': {
      const [text = ''] = edit.of.split('/');
      return { op: 'add_keyword', campaign_id, ad_id: ads[0]?.id ?? 0, text, match_type: 'exact', cpc_bid: null };
    }
    case 'exclude': {
      const [text = ''] = edit.of.split('/');
      return { op: 'add_negative_keyword', campaign_id, ad_id: null, text, match_type: 'phrase' };
    }
    case 'lift': {
      const found = negatives.find(({ text, match_type }) => `${text}/${match_type}` === edit.of);
      assert.ok(found);
      const { id: negative_keyword_id, text, match_type } = found;
      return { op: 'remove_negative_keyword', campaign_id, ad_id: null, negative_keyword_id, text, match_type };
    }
    case 'budget':
      return { op: 'set_budget', campaign_id, from: edit.from.toFixed(2), to: edit.to.toFixed(2) };
    case 'target':
      return {
        op: 'set_target_cpa',
        campaign_id,
        from: edit.from === null ? null : edit.from.toFixed(2),
        to: Number(edit.to).toFixed(2),
      };
    case 'remove':
      throw new Error('nothing proposes that');
  }
}
