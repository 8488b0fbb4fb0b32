/** What can be read FROM a resource: the resources joined to it, and the level at which it has metrics. */
export interface ResourceScope {
  joins: readonly string[];
  level: 'customer' | 'campaign' | 'ad_group' | 'ad' | 'keyword' | 'search_term' | 'none';
}

/** The resources a query can name in FROM. */
export const SCOPES: ReadonlyMap<string, ResourceScope> = new Map<string, ResourceScope>([
  ['customer', { joins: ['customer'], level: 'customer' }],
  ['customer_client', { joins: ['customer_client', 'customer'], level: 'none' }],
  ['campaign', { joins: ['campaign', 'campaign_budget', 'customer'], level: 'campaign' }],
  ['campaign_budget', { joins: ['campaign_budget', 'campaign', 'customer'], level: 'none' }],
  ['campaign_criterion', { joins: ['campaign_criterion', 'campaign', 'customer'], level: 'none' }],
  ['campaign_asset', { joins: ['campaign_asset', 'asset', 'campaign', 'customer'], level: 'none' }],
  ['asset', { joins: ['asset', 'customer'], level: 'none' }],
  ['ad_group', { joins: ['ad_group', 'campaign', 'customer'], level: 'ad_group' }],
  ['ad_group_ad', { joins: ['ad_group_ad', 'ad_group', 'campaign', 'customer'], level: 'ad' }],
  ['ad_group_criterion', { joins: ['ad_group_criterion', 'ad_group', 'campaign', 'customer'], level: 'none' }],
  [
    'keyword_view',
    { joins: ['keyword_view', 'ad_group_criterion', 'ad_group', 'campaign', 'customer'], level: 'keyword' },
  ],
  ['search_term_view', { joins: ['search_term_view', 'ad_group', 'campaign', 'customer'], level: 'search_term' }],
  ['geo_target_constant', { joins: ['geo_target_constant'], level: 'none' }],
  ['change_event', { joins: ['change_event', 'campaign', 'ad_group', 'customer'], level: 'none' }],
  ['change_status', { joins: ['change_status', 'campaign', 'ad_group', 'customer'], level: 'none' }],
]);
