import type { MarketPlan } from '../metrics/plan.ts';
import type { AccountFacts } from '../store/account.ts';
import type { Login } from '../store/world.ts';
import { ACME_CAMPAIGNS } from './acme.ts';
import { type CampaignSeed, keywordsOf } from './campaign-seed.ts';
import { GLOBEX_CAMPAIGNS } from './globex.ts';

/** A demo customer with its campaigns and its market. */
export interface CustomerSeed {
  facts: AccountFacts;
  campaigns: readonly CampaignSeed[];
  plan: MarketPlan;
}

/** The demo logins and what they reach. */
export const DEMO_LOGINS: readonly Login[] = [
  { email: 'olivia@demo.test', name: 'Olivia Owner', customers: ['1000000001', '1000000002'] },
  { email: 'nora@demo.test', name: 'Nora Newcomer', customers: ['1000000003', '1000000004'] },
  { email: 'agency@demo.test', name: 'Demo Agency', customers: ['1000000009'] },
];

/** The demo customers. */
export const DEMO_CUSTOMERS: readonly CustomerSeed[] = [
  customer(
    { id: '1000000009', name: 'Demo Agency', currency: 'USD', timeZone: 'America/New_York', manager: true },
    [],
    { base: { cpc: 2, ctr: 0.07, cvr: 0.1, value: 100 }, places: [] },
  ),
  customer(
    {
      id: '1000000001',
      name: 'Acme Plumbing',
      currency: 'USD',
      timeZone: 'America/New_York',
      manager: false,
      parent: '1000000009',
    },
    ACME_CAMPAIGNS,
    {
      base: { cpc: 2.9, ctr: 0.075, cvr: 0.12, value: 310 },
      places: ['austin', 'near me', 'round rock', 'cedar park', 'georgetown tx', 'south austin', 'pflugerville'],
      leaks: new Map([['local plumbing company', ['acme plumbing', 'acme plumbing hours']]]),
    },
  ),
  customer(
    {
      id: '1000000002',
      name: 'Globex Clinic',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      manager: false,
      parent: '1000000009',
    },
    GLOBEX_CAMPAIGNS,
    {
      base: { cpc: 2.3, ctr: 0.07, cvr: 0.085, value: 420 },
      places: ['berlin', 'near me', 'berlin mitte', 'potsdam', 'charlottenburg', 'prenzlauer berg'],
    },
  ),
  customer({ id: '1000000003', name: 'Initech', currency: 'USD', timeZone: 'America/New_York', manager: false }, [], {
    base: { cpc: 3.4, ctr: 0.06, cvr: 0.08, value: 260 },
    places: ['near me', 'texas', 'online'],
  }),
  customer(
    { id: '1000000004', name: 'Umbrella Legal', currency: 'USD', timeZone: 'America/New_York', manager: false },
    [],
    { base: { cpc: 6.5, ctr: 0.05, cvr: 0.07, value: 900 }, places: ['near me', 'austin', 'texas'] },
  ),
];

/** Completes a market with the archetypes and demand that the campaigns plant. */
export function customer(
  facts: AccountFacts,
  campaigns: readonly CampaignSeed[],
  market: Pick<MarketPlan, 'base' | 'places' | 'leaks' | 'termsPerKeyword'>,
): CustomerSeed {
  const keywords = campaigns.flatMap(({ adGroups }) => adGroups.flatMap((adGroup) => keywordsOf(adGroup.keywords)));
  const plan = {
    ...market,
    archetypes: new Map(keywords.map(({ text, archetype }) => [text.toLowerCase(), archetype])),
    demand: new Map(campaigns.map(({ name, demand }) => [name, demand])),
  };
  return { facts, campaigns, plan };
}
