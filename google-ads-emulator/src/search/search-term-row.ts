import type { JsonObject } from '../json.ts';
import { textAt } from '../json.ts';
import type { Stream } from '../metrics/leaf.ts';
import type { Account } from '../store/account.ts';
import { campaignOf, customerOf } from './entity-rows.ts';

/** The row of a search term in an ad group, with whether it is a keyword or excluded already. */
export function searchTermRow(account: Account, stream: Stream): JsonObject {
  const adGroup = account.get(stream.adGroup) ?? {};
  const campaign = campaignOf(account, stream.campaign) ?? {};
  const text = stream.term.text;
  const ids = `${textAt(campaign, 'id')}~${textAt(adGroup, 'id')}~${Buffer.from(text).toString('base64url')}`;
  return {
    customer: customerOf(account),
    campaign,
    adGroup,
    searchTermView: {
      resourceName: `customers/${account.id}/searchTermViews/${ids}`,
      searchTerm: text,
      adGroup: stream.adGroup,
      status: targetingStatus(account, stream),
    },
  };
}

function targetingStatus(account: Account, { adGroup, campaign, term }: Stream): string {
  const held = MATCH_TYPES.map((matchType) => account.holderOf(`adGroupCriteria|${adGroup}|${matchType}|${term.text}`));
  const criteria = held.map((name) => (name === undefined ? undefined : account.get(name)));
  const isAdded = criteria.some((criterion) => criterion?.negative === false);
  const isExcludedHere = criteria.some((criterion) => criterion?.negative === true);
  const isExcluded =
    isExcludedHere || account.holderOf(`campaignCriteria|${campaign}|EXACT|${term.text}`) !== undefined;
  if (isAdded) return isExcluded ? 'ADDED_EXCLUDED' : 'ADDED';
  return isExcluded ? 'EXCLUDED' : 'NONE';
}

const MATCH_TYPES = ['EXACT', 'PHRASE', 'BROAD'];
