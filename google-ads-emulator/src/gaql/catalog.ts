/** The type of a queryable field; it decides comparison and which operators fit. */
export type FieldType = 'STRING' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'DATETIME' | 'ENUM' | 'MESSAGE';

/** What the query checks need to know about a field. */
export interface Field {
  type: FieldType;
  repeated: boolean;
  values: readonly string[];
}

/** A queryable field by its full name, such as `campaign.status`. */
export function fieldNamed(name: string): Field | undefined {
  return FIELDS.get(name);
}

/** Whether a path names a field or a message that holds fields: what a request body may contain. */
export function isKnownPath(path: string): boolean {
  return KNOWN_PATHS.has(path);
}

const ENABLED = 'ENABLED PAUSED REMOVED';
const MATCH_TYPES = 'EXACT PHRASE BROAD';
const CRITERION_TYPES =
  'KEYWORD LOCATION LANGUAGE PROXIMITY DEVICE AD_SCHEDULE AGE_RANGE GENDER INCOME_RANGE PLACEMENT TOPIC USER_LIST IP_BLOCK WEBPAGE';
const ASSET_TYPES = 'SITELINK CALLOUT CALL STRUCTURED_SNIPPET PROMOTION PRICE LEAD_FORM MOBILE_APP';
const CLIENT_TYPES =
  'GOOGLE_ADS_WEB_CLIENT GOOGLE_ADS_AUTOMATED_RULE GOOGLE_ADS_SCRIPTS GOOGLE_ADS_BULK_UPLOAD GOOGLE_ADS_API GOOGLE_ADS_EDITOR GOOGLE_ADS_MOBILE_APP GOOGLE_ADS_RECOMMENDATIONS INTERNAL_TOOL OTHER';
const CHANGED_TYPES =
  'AD_GROUP AD_GROUP_AD AD_GROUP_CRITERION CAMPAIGN CAMPAIGN_ASSET CAMPAIGN_BUDGET CAMPAIGN_CRITERION ASSET';
const CHANNELS =
  'SEARCH DISPLAY SHOPPING HOTEL VIDEO MULTI_CHANNEL LOCAL SMART PERFORMANCE_MAX LOCAL_SERVICES TRAVEL DEMAND_GEN';
const STRATEGIES =
  'MANUAL_CPC ENHANCED_CPC MANUAL_CPM MANUAL_CPV MAXIMIZE_CONVERSIONS MAXIMIZE_CONVERSION_VALUE TARGET_CPA TARGET_ROAS TARGET_SPEND TARGET_IMPRESSION_SHARE';
const POLITICAL = 'CONTAINS_EU_POLITICAL_ADVERTISING DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING';
const DAYS = 'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY';

/** For each resource, its fields by type; `[]` marks repeated fields, and an enum lists its values. */
const DECLARED: Record<string, string[]> = {
  customer: [
    'STRING resource_name descriptive_name currency_code time_zone',
    'INT64 id',
    'BOOLEAN manager test_account auto_tagging_enabled',
    'ENUM status = ENABLED CANCELED SUSPENDED CLOSED',
  ],
  customer_client: [
    'STRING resource_name client_customer descriptive_name currency_code time_zone',
    'INT64 id level',
    'BOOLEAN manager test_account hidden',
    'ENUM status = ENABLED CANCELED SUSPENDED CLOSED',
  ],
  campaign: [
    'STRING resource_name name campaign_budget bidding_strategy tracking_url_template final_url_suffix',
    'STRING[] primary_status_reasons',
    'ENUM advertising_channel_sub_type = SEARCH_MOBILE_APP SEARCH_EXPRESS',
    'INT64 id maximize_conversions.target_cpa_micros maximize_conversions.cpc_bid_ceiling_micros maximize_conversions.cpc_bid_floor_micros target_cpa.target_cpa_micros target_cpa.cpc_bid_ceiling_micros target_cpa.cpc_bid_floor_micros target_spend.cpc_bid_ceiling_micros target_spend.target_spend_micros',
    'BOOLEAN network_settings.target_google_search network_settings.target_search_network network_settings.target_content_network network_settings.target_partner_search_network network_settings.target_youtube network_settings.target_google_tv_network manual_cpc.enhanced_cpc_enabled missing_eu_political_advertising_declaration',
    'DATETIME start_date_time end_date_time',
    `ENUM status = ${ENABLED}`,
    'ENUM serving_status = SERVING NONE ENDED PENDING SUSPENDED',
    'ENUM primary_status = ELIGIBLE PAUSED REMOVED ENDED PENDING MISCONFIGURED LIMITED LEARNING NOT_ELIGIBLE',
    `ENUM advertising_channel_type = ${CHANNELS}`,
    `ENUM bidding_strategy_type = ${STRATEGIES}`,
    `ENUM contains_eu_political_advertising = ${POLITICAL}`,
    'ENUM geo_target_type_setting.positive_geo_target_type = PRESENCE PRESENCE_OR_INTEREST',
    'ENUM geo_target_type_setting.negative_geo_target_type = PRESENCE PRESENCE_OR_INTEREST',
    'MESSAGE maximize_conversions target_cpa target_spend manual_cpc network_settings geo_target_type_setting',
  ],
  campaign_budget: [
    'STRING resource_name name',
    'INT64 id amount_micros total_amount_micros reference_count',
    'BOOLEAN explicitly_shared',
    'ENUM status = ENABLED REMOVED',
    'ENUM delivery_method = STANDARD ACCELERATED',
    'ENUM period = DAILY CUSTOM_PERIOD',
    'ENUM type = STANDARD FIXED_CPA',
  ],
  campaign_criterion: [
    'STRING resource_name campaign display_name keyword.text location.geo_target_constant language.language_constant proximity.address.city_name proximity.address.country_code proximity.address.postal_code proximity.address.province_name proximity.address.street_address proximity.address.street_address2 proximity.address.province_code',
    'INT64 criterion_id proximity.geo_point.latitude_in_micro_degrees proximity.geo_point.longitude_in_micro_degrees',
    'DOUBLE proximity.radius',
    'BOOLEAN negative',
    `ENUM status = ${ENABLED}`,
    `ENUM type = ${CRITERION_TYPES}`,
    `ENUM keyword.match_type = ${MATCH_TYPES}`,
    'ENUM proximity.radius_units = MILES KILOMETERS',
  ],
  campaign_asset: [
    'STRING resource_name campaign asset',
    `ENUM status = ${ENABLED}`,
    `ENUM field_type = ${ASSET_TYPES}`,
    'ENUM source = ADVERTISER AUTOMATICALLY_CREATED',
  ],
  asset: [
    'STRING resource_name name sitelink_asset.link_text sitelink_asset.description1 sitelink_asset.description2 callout_asset.callout_text',
    'STRING[] final_urls',
    'INT64 id',
    `ENUM type = ${ASSET_TYPES}`,
  ],
  ad_group: [
    'STRING resource_name name campaign',
    'INT64 id cpc_bid_micros target_cpa_micros effective_target_cpa_micros',
    `ENUM status = ${ENABLED}`,
    'ENUM type = SEARCH_STANDARD SEARCH_DYNAMIC_ADS',
  ],
  ad_group_ad: [
    'STRING resource_name ad_group ad.resource_name ad.name ad.tracking_url_template ad.final_url_suffix ad.responsive_search_ad.path1 ad.responsive_search_ad.path2',
    'STRING[] ad.final_urls ad.final_mobile_urls',
    'INT64 ad.id',
    `ENUM status = ${ENABLED}`,
    'ENUM ad.type = RESPONSIVE_SEARCH_AD EXPANDED_TEXT_AD TEXT_AD EXPANDED_DYNAMIC_SEARCH_AD IMAGE_AD',
    'ENUM ad_strength = PENDING NO_ADS POOR AVERAGE GOOD EXCELLENT',
    'ENUM policy_summary.review_status = REVIEW_IN_PROGRESS REVIEWED UNDER_APPEAL ELIGIBLE_MAY_SERVE',
    'ENUM policy_summary.approval_status = DISAPPROVED APPROVED_LIMITED APPROVED AREA_OF_INTEREST_ONLY',
    'MESSAGE[] ad.responsive_search_ad.headlines ad.responsive_search_ad.descriptions policy_summary.policy_topic_entries',
    'MESSAGE ad ad.responsive_search_ad policy_summary',
  ],
  ad_group_criterion: [
    'STRING resource_name ad_group keyword.text',
    'STRING[] final_urls disapproval_reasons',
    'INT64 criterion_id cpc_bid_micros effective_cpc_bid_micros quality_info.quality_score position_estimates.first_page_cpc_micros position_estimates.top_of_page_cpc_micros',
    'BOOLEAN negative',
    `ENUM status = ${ENABLED}`,
    `ENUM type = ${CRITERION_TYPES}`,
    `ENUM keyword.match_type = ${MATCH_TYPES}`,
    'ENUM quality_info.creative_quality_score = BELOW_AVERAGE AVERAGE ABOVE_AVERAGE',
    'ENUM quality_info.post_click_quality_score = BELOW_AVERAGE AVERAGE ABOVE_AVERAGE',
    'ENUM quality_info.search_predicted_ctr = BELOW_AVERAGE AVERAGE ABOVE_AVERAGE',
    'ENUM approval_status = APPROVED DISAPPROVED PENDING_REVIEW UNDER_REVIEW',
    'ENUM system_serving_status = ELIGIBLE RARELY_SERVED',
  ],
  keyword_view: ['STRING resource_name'],
  search_term_view: ['STRING resource_name search_term ad_group', 'ENUM status = ADDED EXCLUDED ADDED_EXCLUDED NONE'],
  geo_target_constant: [
    'STRING resource_name name country_code target_type canonical_name parent_geo_target',
    'INT64 id',
    'ENUM status = ENABLED REMOVAL_PLANNED',
  ],
  change_event: [
    'STRING resource_name change_resource_name user_email changed_fields campaign ad_group asset',
    'DATETIME change_date_time',
    `ENUM change_resource_type = AD ${CHANGED_TYPES}`,
    `ENUM client_type = ${CLIENT_TYPES}`,
    'ENUM resource_change_operation = CREATE UPDATE REMOVE',
    'MESSAGE[] old_resource new_resource',
  ],
  change_status: [
    'STRING resource_name campaign ad_group ad_group_ad ad_group_criterion campaign_criterion campaign_asset campaign_budget asset',
    'DATETIME last_change_date_time',
    `ENUM resource_type = ${CHANGED_TYPES}`,
    'ENUM resource_status = ADDED CHANGED REMOVED',
  ],
  metrics: [
    'INT64 impressions clicks cost_micros interactions',
    'DOUBLE conversions conversions_value all_conversions ctr average_cpc average_cost cost_per_conversion conversions_from_interactions_rate value_per_conversion search_impression_share search_budget_lost_impression_share search_rank_lost_impression_share',
  ],
  segments: [
    'DATE date week month',
    `ENUM day_of_week = ${DAYS}`,
    'STRING keyword.ad_group_criterion keyword.info.text',
    `ENUM keyword.info.match_type = ${MATCH_TYPES}`,
    'ENUM search_term_match_type = BROAD EXACT PHRASE NEAR_EXACT NEAR_PHRASE',
  ],
};

const TYPES: readonly FieldType[] = ['STRING', 'INT64', 'DOUBLE', 'BOOLEAN', 'DATE', 'DATETIME', 'ENUM', 'MESSAGE'];
const FIELDS = new Map<string, Field>();
const KNOWN_PATHS = new Set<string>();
for (const [resource, lines] of Object.entries(DECLARED)) {
  for (const line of lines) declare(resource, line);
}

function declare(resource: string, line: string): void {
  const [names = '', values = ''] = line.split(' = ');
  const [head = '', ...fields] = names.split(' ');
  const type = TYPES.find((known) => known === head.replace('[]', '')) ?? 'STRING';
  for (const field of fields) {
    FIELDS.set(`${resource}.${field}`, { type, repeated: head.endsWith('[]'), values: values.split(' ') });
    const steps = `${resource}.${field}`.split('.');
    for (let length = 1; length <= steps.length; length += 1) KNOWN_PATHS.add(steps.slice(0, length).join('.'));
  }
}
