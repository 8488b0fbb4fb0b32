/** A way of working that a person can start by name in their client. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  /** What to say to the agent; the organization is named in it. */
  text(organization: string): string;
}

/** The ways of working that are offered; each takes an organization. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'waste_audit',
    title: 'Waste audit',
    description: 'Finds spending that buys nothing, and proposes what to do about it.',
    text: (organization) => `Audit the organization ${organization} for wasted ad spend.
1. svc_list_campaigns with state live. 2. For each, svc_run_detector with negative_keywords, no_conversion_keywords and high_cpc; leave a campaign out whose answer warns of broken tracking, and say so. 3. Put the findings in one table: campaign, what, cost, conversions, monthly saving, blast radius. 4. For those worth acting on, preview svc_apply_recommendation with dry_run true and show what would change. 5. Execute nothing before I have said yes to it; then use dry_run false and give me each action_id, so that it can be undone.`,
  },
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'Says what happened in the last complete week and why, in five minutes of reading.',
    text: (organization) => `Review the last complete week, Monday to Sunday, of the organization ${organization}.
Use svc_get_performance with compare for that week, by campaign and by day, svc_get_search_terms for the terms that cost most, and svc_get_action_log for what was changed. Say what changed against the week before, by how much and through what (clicks, price of a click, conversion rate), which campaigns need attention, and at most three things to do, each with the figure it stands on. Say where data are missing instead of guessing.`,
  },
  {
    name: 'launch_check',
    title: 'Launch check',
    description: 'Looks through drafts before money is spent on them.',
    text: (organization) => `Check the drafts of the organization ${organization} before they go live.
svc_list_campaigns with state draft; for each svc_get_campaign, svc_list_keywords and svc_set_campaign_state to live with dry_run true. Report what blocks each launch, whether keywords and budget fit the business (svc_get_business_profile), and what you would change first. Launch nothing.`,
  },
  {
    name: 'budget_plan',
    title: 'Budget plan',
    description: 'Proposes how to divide the budget, within the limits.',
    text: (organization) => `Plan the daily budgets of the organization ${organization}.
svc_get_account_overview shows the monthly cap and how far one call may move a budget; svc_get_performance by campaign over the last 30 and 90 days shows cost and CPA. Propose a budget for each live campaign: more where CPA is within target and impressions are lost to budget, less where it is not. Keep the sum times 30 within the cap and each step within the limit. Preview each change with svc_update_campaign and dry_run true, show the table, and execute only what I agree to.`,
  },
];
