import { textAt } from '../../../google-ads-emulator/src/json.ts';
import type { MutateOperation } from '../../../google-ads-emulator/src/wire.gen.ts';
import { GENERATED_CUSTOMER } from '../../../google-ads-emulator/src/worlds/generate.ts';
import { type Proposal, proposalKey } from '../../../server/src/recommendations/proposal.ts';
import type { AdviceAccount } from './account.ts';

/** Does what is proposed, each change once. Drafts are left alone: nothing of them runs until a person launches them. */
export function apply(account: AdviceAccount, proposals: readonly Proposal[]): void {
  const once = new Map(proposals.map((one) => [`${one.campaign_id} ${proposalKey(one)}`, one]));
  for (const one of once.values()) {
    const operation = operationOf(account, one);
    if (!operation) continue;
    const { errors } = account.simulation.mutate(GENERATED_CUSTOMER, [operation]);
    if (errors.length > 0) throw new Error(`${JSON.stringify(one)}: ${JSON.stringify(errors)}`);
    if (one.op === 'set_target_cpa') account.targetChanges.set(one.campaign_id, account.today);
  }
}

function operationOf(account: AdviceAccount, one: Proposal): MutateOperation | undefined {
  const named = (number: number) => account.nameOf(number);
  switch (one.op) {
    case 'pause_keyword':
      return keywordUpdate({ resourceName: named(one.keyword_id), status: 'PAUSED' }, 'status');
    case 'enable_keyword':
      return keywordUpdate({ resourceName: named(one.keyword_id), status: 'ENABLED' }, 'status');
    case 'set_keyword_bid':
      return keywordUpdate({ resourceName: named(one.keyword_id), cpcBidMicros: micros(one.to) }, 'cpc_bid_micros');
    case 'add_keyword': {
      const keyword = { text: one.text, matchType: typeOf(one) };
      return { adGroupCriterionOperation: { create: { adGroup: named(one.ad_id), status: 'ENABLED', keyword } } };
    }
    case 'add_negative_keyword': {
      const keyword = { text: one.text, matchType: typeOf(one) };
      if (one.ad_id !== null) {
        return { adGroupCriterionOperation: { create: { adGroup: named(one.ad_id), negative: true, keyword } } };
      }
      return { campaignCriterionOperation: { create: { campaign: named(one.campaign_id), negative: true, keyword } } };
    }
    case 'remove_negative_keyword': {
      const remove = named(one.negative_keyword_id);
      return one.ad_id === null
        ? { campaignCriterionOperation: { remove } }
        : { adGroupCriterionOperation: { remove } };
    }
    case 'set_target_cpa': {
      const update = { resourceName: named(one.campaign_id), maximizeConversions: { targetCpaMicros: micros(one.to) } };
      return { campaignOperation: { update, updateMask: 'maximize_conversions.target_cpa_micros' } };
    }
    case 'set_budget': {
      const resourceName = textAt(account.account.get(named(one.campaign_id)), 'campaignBudget');
      const update = { resourceName, amountMicros: micros(one.to) };
      return { campaignBudgetOperation: { update, updateMask: 'amount_micros' } };
    }
    case 'create_draft':
      return undefined;
  }
}

function keywordUpdate(
  update: { resourceName: string; status?: 'PAUSED' | 'ENABLED'; cpcBidMicros?: string },
  updateMask: string,
): MutateOperation {
  return { adGroupCriterionOperation: { update, updateMask } };
}

function typeOf({ match_type }: { match_type: 'exact' | 'phrase' | 'broad' }): 'EXACT' | 'PHRASE' | 'BROAD' {
  return match_type === 'exact' ? 'EXACT' : match_type === 'phrase' ? 'PHRASE' : 'BROAD';
}

function micros(decimal: string): string {
  return String(Math.round(Number(decimal) * 100) * 10_000);
}
