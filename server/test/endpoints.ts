/** Where the specification puts an operation that keys and connected apps can call. */
export interface Endpoint {
  route: string;
  scope: string | null;
  /** null where the specification names no tool. */
  tool: string | null;
  /** Takes limit and cursor, and answers total and next_cursor. */
  paginated?: true;
  /** Checked before the scope: anyone else gets role_denied. */
  forOwners?: true;
}

/**
 * Every endpoint of the specification by the name of its operation, in the specification's order: literals, imported from
 * nowhere. A change of a row is a change of the interface, and within v1 only additions are allowed.
 */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  list_organizations: {
    route: 'GET /organizations',
    scope: 'organizations:read',
    tool: 'svc_list_organizations',
  },
  get_organization: {
    route: 'GET /organizations/{org}',
    scope: 'organizations:read',
    tool: 'svc_get_account_overview',
  },
  get_business_profile: {
    route: 'GET /organizations/{org}/business-profile',
    scope: 'organizations:read',
    tool: 'svc_get_business_profile',
  },
  list_campaigns: {
    route: 'GET /organizations/{org}/campaigns',
    scope: 'campaigns:read',
    tool: 'svc_list_campaigns',
    paginated: true,
  },
  get_campaign: {
    route: 'GET /organizations/{org}/campaigns/{slug}',
    scope: 'campaigns:read',
    tool: 'svc_get_campaign',
  },
  create_campaign: {
    route: 'POST /organizations/{org}/campaigns',
    scope: 'campaigns:write',
    tool: 'svc_create_campaign',
  },
  create_ad: {
    route: 'POST /organizations/{org}/campaigns/{slug}/ads',
    scope: 'campaigns:write',
    tool: 'svc_create_ad',
  },
  update_campaign: {
    route: 'PATCH /organizations/{org}/campaigns/{slug}',
    scope: 'campaigns:write',
    tool: 'svc_update_campaign',
  },
  set_campaign_state: {
    route: 'PUT /organizations/{org}/campaigns/{slug}/state',
    scope: 'campaigns:write',
    tool: 'svc_set_campaign_state',
  },
  list_keywords: {
    route: 'GET /organizations/{org}/campaigns/{slug}/keywords',
    scope: 'campaigns:read',
    tool: 'svc_list_keywords',
    paginated: true,
  },
  add_negative_keywords: {
    route: 'POST /organizations/{org}/campaigns/{slug}/negative-keywords',
    scope: 'keywords:write',
    tool: 'svc_add_negative_keywords',
  },
  get_performance: {
    route: 'GET /organizations/{org}/performance',
    scope: 'performance:read',
    tool: 'svc_get_performance',
  },
  get_search_terms: {
    route: 'GET /organizations/{org}/search-terms',
    scope: 'performance:read',
    tool: 'svc_get_search_terms',
    paginated: true,
  },
  list_reports: {
    route: 'GET /organizations/{org}/reports/{type}',
    scope: 'reports:read',
    tool: null,
    paginated: true,
  },
  get_latest_report: {
    route: 'GET /organizations/{org}/reports/{type}/latest',
    scope: 'reports:read',
    tool: null,
  },
  get_report: {
    route: 'GET /organizations/{org}/reports/{type}/{report_id}',
    scope: 'reports:read',
    tool: 'svc_get_report',
  },
  generate_report: {
    route: 'POST /organizations/{org}/reports/{type}',
    scope: 'reports:generate',
    tool: 'svc_generate_report',
  },
  generate_strategy: {
    route: 'POST /organizations/{org}/strategy',
    scope: 'reports:generate',
    tool: 'svc_generate_strategy',
  },
  list_strategies: {
    route: 'GET /organizations/{org}/strategy',
    scope: 'reports:read',
    tool: 'svc_list_strategies',
    paginated: true,
  },
  get_strategy: {
    route: 'GET /organizations/{org}/strategy/{strategy_id}',
    scope: 'reports:read',
    tool: 'svc_get_strategy',
  },
  run_detector: {
    route: 'POST /organizations/{org}/campaigns/{slug}/detect',
    scope: 'campaigns:read',
    tool: 'svc_run_detector',
  },
  list_recommendations: {
    route: 'GET /organizations/{org}/recommendations',
    scope: 'recommendations:read',
    tool: 'svc_list_recommendations',
    paginated: true,
  },
  apply_recommendation: {
    route: 'POST /recommendations/{recommendation_id}/apply',
    scope: 'recommendations:apply',
    tool: 'svc_apply_recommendation',
  },
  undo_action: {
    route: 'POST /actions/{action_id}/undo',
    scope: 'recommendations:apply',
    tool: 'svc_undo_action',
  },
  get_action_log: {
    route: 'GET /organizations/{org}/actions',
    scope: 'audit:read',
    tool: 'svc_get_action_log',
    paginated: true,
    forOwners: true,
  },
  export_audit: {
    route: 'GET /organizations/{org}/audit/export',
    scope: 'audit:read',
    tool: null,
    forOwners: true,
  },
  get_task_status: {
    route: 'GET /task-tracking/{task_tracking_id}',
    scope: null,
    tool: 'svc_get_task_status',
  },
  get_queued_write: {
    route: 'GET /queued-writes/{queued_write_id}',
    scope: null,
    tool: 'svc_get_queued_write',
  },
};
