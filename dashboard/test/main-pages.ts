/** The organization of the demo whose pages are full. */
export const ACME = '/o/acme-plumbing';
export const CAMPAIGN = `${ACME}/campaigns/acme-prospecting-emergency-plumbing`;

/** Pages of the demo's Owner by their addresses, and what each shows once it is whole. */
export const MAIN_PAGES: readonly [path: string, sign: string | RegExp][] = [
  [ACME, 'Needs attention'],
  [`${ACME}/campaigns`, '10 campaigns'],
  [CAMPAIGN, 'All days'],
  [`${CAMPAIGN}/ads`, 'Sponsored'],
  [`${CAMPAIGN}/keywords`, 'Average CPC'],
  [`${CAMPAIGN}/search-terms`, 'highest cost first'],
  [`${CAMPAIGN}/settings`, 'Where it is shown'],
  [`${CAMPAIGN}/history`, 'newest first'],
  [`${ACME}/optimizations`, /\d+ pending/],
  [`${ACME}/search-terms`, 'Look at more search terms'],
  [`${ACME}/performance`, 'Total'],
  [`${ACME}/reports`, 'No reports yet'],
  [`${ACME}/strategies`, 'No strategy yet'],
  [`${ACME}/activity`, 'Nothing was changed yet'],
  [`${ACME}/audit`, /^(get|list)_/],
  [`${ACME}/members`, 'mia@demo.test'],
  [`${ACME}/keys`, 'acme-owner'],
  [`${ACME}/settings`, 'A person approves every change'],
  [`${ACME}/settings/ad-account`, 'Campaigns run and sync.'],
  [`${ACME}/settings/business-profile`, 'Trust signals'],
];
