import type { WorldDraft } from '../description.ts';
import { ACME_CAMPAIGNS } from './acme.ts';
import { ACME_MARKET } from './acme-market.ts';
import { GLOBEX_CAMPAIGNS } from './globex.ts';
import { GLOBEX_MARKET } from './globex-market.ts';
import { INITECH_MARKET, UMBRELLA_MARKET } from './open-markets.ts';

const AGENCY = '1000000009';
const NEW_YORK = 'America/New_York';

/** The world that the emulator begins with unless it is given another. */
export const DEMO_WORLD: WorldDraft = {
  seed: 42,
  logins: [
    { email: 'olivia@demo.test', name: 'Olivia Owner', customers: ['1000000001', '1000000002'] },
    { email: 'nora@demo.test', name: 'Nora Newcomer', customers: ['1000000003', '1000000004'] },
    { email: 'agency@demo.test', name: 'Demo Agency', customers: [AGENCY] },
  ],
  accounts: [
    { id: AGENCY, name: 'Demo Agency', currency: 'USD', time_zone: NEW_YORK, manager: true },
    {
      id: '1000000001',
      name: 'Acme Plumbing',
      currency: 'USD',
      time_zone: NEW_YORK,
      parent: AGENCY,
      campaigns: ACME_CAMPAIGNS,
      market: ACME_MARKET,
    },
    {
      id: '1000000002',
      name: 'Globex Clinic',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      parent: AGENCY,
      campaigns: GLOBEX_CAMPAIGNS,
      market: GLOBEX_MARKET,
    },
    { id: '1000000003', name: 'Initech', currency: 'USD', time_zone: NEW_YORK, market: INITECH_MARKET },
    { id: '1000000004', name: 'Umbrella Legal', currency: 'USD', time_zone: NEW_YORK, market: UMBRELLA_MARKET },
  ],
};
