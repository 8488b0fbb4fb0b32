import type { JsonObject } from '../json.ts';
import { textAt } from '../json.ts';
import type { PerformanceModel } from '../metrics/model.ts';
import { HIDDEN_BELOW_MONTHLY_SEARCHES } from '../metrics/terms.ts';

/** What is planted in an account: the archetype of every keyword and the nature of every search term. */
export function groundTruth(model: PerformanceModel): object {
  const keywords: JsonObject[] = [];
  const terms: JsonObject[] = [];
  for (const keyword of model.account.all('adGroupCriteria')) {
    if (keyword.negative === true) continue;
    const adGroup = model.account.get(textAt(keyword, 'adGroup'));
    const campaign = model.account.get(textAt(adGroup, 'campaign'));
    const text = textAt(keyword, 'keyword', 'text');
    const place = {
      campaign: textAt(campaign, 'name'),
      campaign_id: textAt(campaign, 'id'),
      ad_group_id: textAt(adGroup, 'id'),
      keyword: text,
      match_type: textAt(keyword, 'keyword', 'matchType'),
    };
    const archetype = model.archetypeOf(text);
    keywords.push({
      ...place,
      criterion_id: textAt(keyword, 'criterionId'),
      status: textAt(keyword, 'status'),
      archetype,
    });
    for (const { term } of model.streamsOf(keyword)) {
      const convertsNever = term.cvr === 0 || archetype === 'no_conv';
      terms.push({ ...place, term: term.text, kind: term.kind, hidden: term.hidden, converts_never: convertsNever });
    }
  }
  return {
    customer_id: model.account.id,
    hidden_below_monthly_searches: HIDDEN_BELOW_MONTHLY_SEARCHES,
    keywords,
    search_terms: terms,
  };
}
