import { z } from 'zod';
import { quoted } from '../base/visible-text.ts';

/** An exact decimal as text, in the organization's currency. */
const decimal = z.string().regex(/^\d+\.\d{2}$/);
const matchType = z.enum(['phrase', 'exact', 'broad']);
const state = z.enum(['enabled', 'paused']);
const worded = { text: z.string(), match_type: matchType };
const ofCampaign = { campaign_id: z.int() };
const ofKeyword = { ...ofCampaign, ad_id: z.int(), keyword_id: z.int(), ...worded };

/**
 * One thing that applying a recommendation would do, kept as JSON. Ids are ours; `from` is how things stood when it was
 * proposed, so that applying can tell whether they still do.
 */
export const proposal = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('pause_keyword'), ...ofKeyword, from: state, to: z.literal('paused') }),
  z.strictObject({ op: z.literal('enable_keyword'), ...ofKeyword, from: state, to: z.literal('enabled') }),
  /** A bid of null: the ad's holds. */
  z.strictObject({ op: z.literal('set_keyword_bid'), ...ofKeyword, from: decimal.nullable(), to: decimal }),
  z.strictObject({
    op: z.literal('add_keyword'),
    ...ofCampaign,
    ad_id: z.int(),
    ...worded,
    cpc_bid: decimal.nullable(),
  }),
  /** For the whole campaign, unless it names an ad. */
  z.strictObject({ op: z.literal('add_negative_keyword'), ...ofCampaign, ad_id: z.int().nullable(), ...worded }),
  z.strictObject({
    op: z.literal('remove_negative_keyword'),
    ...ofCampaign,
    ad_id: z.int().nullable(),
    negative_keyword_id: z.int(),
    ...worded,
  }),
  z.strictObject({ op: z.literal('set_target_cpa'), ...ofCampaign, from: decimal.nullable(), to: decimal }),
  z.strictObject({ op: z.literal('set_budget'), ...ofCampaign, from: decimal, to: decimal }),
  z.strictObject({
    op: z.literal('create_draft'),
    type: z.enum(['hipo', 'location', 'icp']),
    /** The campaign that the draft grows out of. */
    ...ofCampaign,
    name: z.string(),
    budget: decimal,
    target_cpa: decimal.nullable(),
    /** The city or customer profile that it is for; null for hipo. */
    focus: z.string().nullable(),
    /** Each with the ad of the source whose texts and landing page it takes over. */
    keywords: z.array(z.strictObject({ ...worded, source_ad_id: z.int() })),
    /** What the source excludes once the draft is launched, and not before. */
    source_negatives_at_launch: z.array(z.strictObject(worded)),
  }),
]);

export type Proposal = z.infer<typeof proposal>;

/** A proposal in a sentence; texts that others wrote stand in quotation marks. */
export function summaryOf(one: Proposal): string {
  switch (one.op) {
    case 'pause_keyword':
      return `Pause the ${one.match_type} keyword ${quoted(one.text)}`;
    case 'enable_keyword':
      return `Enable the ${one.match_type} keyword ${quoted(one.text)}`;
    case 'set_keyword_bid':
      return `Bid ${one.to} instead of ${one.from ?? 'what its ad bids'} on the ${one.match_type} keyword ${quoted(one.text)}`;
    case 'add_keyword':
      return `Add the ${one.match_type} keyword ${quoted(one.text)}`;
    case 'add_negative_keyword':
      return `Exclude ${quoted(one.text)} (${one.match_type})`;
    case 'remove_negative_keyword':
      return `Stop excluding ${quoted(one.text)} (${one.match_type})`;
    case 'set_target_cpa':
      return `Set the target CPA to ${one.to}${one.from === null ? '' : ` instead of ${one.from}`}`;
    case 'set_budget':
      return `Set the daily budget to ${one.to} instead of ${one.from}`;
    case 'create_draft':
      return `Create the ${one.type} draft ${quoted(one.name)} with ${one.keywords.length} keywords and a daily budget of ${one.budget}`;
  }
}

/** The same for proposals that would do the same: several findings may lead to one change. */
export function proposalKey(one: Proposal): string {
  switch (one.op) {
    case 'pause_keyword':
    case 'enable_keyword':
    case 'set_keyword_bid':
      return `${one.op} ${one.keyword_id}`;
    case 'add_keyword':
      return `${one.op} ${one.ad_id} ${one.match_type} ${one.text.toLowerCase()}`;
    case 'add_negative_keyword':
      return `${one.op} ${one.campaign_id} ${one.ad_id} ${one.match_type} ${one.text.toLowerCase()}`;
    case 'remove_negative_keyword':
      return `${one.op} ${one.negative_keyword_id}`;
    case 'set_target_cpa':
    case 'set_budget':
      return `${one.op} ${one.campaign_id}`;
    case 'create_draft':
      return `${one.op} ${one.type} ${one.name}`;
  }
}
