import type { Role } from '../src/base/scopes.ts';

/** The people of the demo, who they are and where they belong. */
export const PEOPLE: { email: string; name: string; roles: Record<string, Role>; staff?: true }[] = [
  { email: 'olivia@demo.test', name: 'Olivia Park', roles: { 'acme-plumbing': 'owner', 'globex-clinic': 'owner' } },
  { email: 'adam@demo.test', name: 'Adam Reyes', roles: { 'acme-plumbing': 'admin', 'globex-clinic': 'member' } },
  { email: 'mia@demo.test', name: 'Mia Chen', roles: { 'acme-plumbing': 'member' } },
  {
    email: 'nora@demo.test',
    name: 'Nora Lindqvist',
    roles: { initech: 'owner', 'umbrella-legal': 'owner', 'hooli-bakery': 'owner' },
  },
  { email: 'sam@operator.test', name: 'Sam Okafor', roles: {}, staff: true },
];

/** The operator's team and the organizations it looks after. */
export const STAFF_TEAM = { name: 'North desk', organizations: ['globex-clinic', 'initech'] };

/** One organization of the demo. */
export interface DemoOrganization {
  slug: string;
  name: string;
  plan: string;
  currency: string;
  max_spend: number | null;
  approvals_required: boolean;
  profile: DemoProfile | null;
  /** Accounts that are listed without a working link. */
  accounts: { id: string; name: string; status: 'pending' | 'not_linked' }[];
}

/** What the demo knows of a business; `site` is its path on the emulator. */
export interface DemoProfile {
  site: string;
  brand_name: string;
  description: string;
  products: { name: string; description: string; path: string }[];
  ideal_customer_profiles: { name: string; description: string }[];
  competitors: { name: string; url: string }[];
  trust_signals: string[];
  target_locations: string[];
  status: 'analysing' | 'ready';
}

export const ORGANIZATIONS: DemoOrganization[] = [
  {
    slug: 'acme-plumbing',
    name: 'Acme Plumbing',
    plan: 'growth',
    currency: 'USD',
    max_spend: 12_000,
    approvals_required: false,
    accounts: [],
    profile: {
      site: '/sites/acme-plumbing/',
      brand_name: 'Acme Plumbing',
      description:
        'Family-run plumbing company in Austin, Texas: emergency repairs day and night, water heaters, drains and bathroom remodels, with fixed prices agreed before work starts.',
      products: [
        {
          name: 'Emergency plumbing',
          description: 'A plumber at the door within 60 minutes, at any hour.',
          path: 'emergency-plumbing/',
        },
        {
          name: 'Water heaters',
          description: 'Repair and replacement of tank and tankless water heaters.',
          path: 'water-heaters/',
        },
        {
          name: 'Bathroom remodels',
          description: 'Complete bathroom remodels with one contact from plan to handover.',
          path: 'bathroom-remodel/',
        },
      ],
      ideal_customer_profiles: [
        {
          name: 'Homeowner with an emergency',
          description: 'Has water where it should not be and calls the first company that answers.',
        },
        {
          name: 'Property manager',
          description: 'Looks after 20 to 200 units and wants one reliable number and clear invoices.',
        },
      ],
      competitors: [
        { name: 'Roto-Rooter', url: 'https://www.rotorooter.example' },
        { name: 'Radiant Plumbing', url: 'https://radiant-plumbing.example' },
      ],
      trust_signals: ['Licensed and insured', '4.9 stars from 1,200 reviews', 'Upfront fixed prices'],
      target_locations: ['Austin, Texas', 'Round Rock, Texas', 'Cedar Park, Texas'],
      status: 'ready',
    },
  },
  {
    slug: 'globex-clinic',
    name: 'Globex Clinic',
    plan: 'agency',
    currency: 'EUR',
    max_spend: null,
    approvals_required: true,
    accounts: [],
    profile: {
      site: '/sites/globex-clinic/',
      brand_name: 'Globex Clinic',
      description: 'Private clinic in Berlin for dental implants and physiotherapy, with appointments within the week.',
      products: [
        {
          name: 'Dental implants',
          description: 'Single implants to full arches, planned in 3D.',
          path: 'dental-implants/',
        },
        { name: 'Physiotherapy', description: 'Treatment after injuries and operations.', path: 'physiotherapy/' },
      ],
      ideal_customer_profiles: [
        {
          name: 'Adult with a missing tooth',
          description: 'Compares clinics on experience and price, wants to see results.',
        },
      ],
      competitors: [{ name: 'Zahnzentrum Mitte', url: 'https://zahnzentrum-mitte.example' }],
      trust_signals: ['ISO 9001 certified', '15 years of implantology'],
      target_locations: ['Berlin, Germany', 'Potsdam, Germany'],
      status: 'ready',
    },
  },
  {
    slug: 'hooli-bakery',
    name: 'Hooli Bakery',
    plan: 'starter',
    currency: 'USD',
    max_spend: 1_500,
    approvals_required: false,
    accounts: [],
    profile: {
      site: '/sites/hooli-bakery/',
      brand_name: 'Hooli Bakery',
      description: 'Neighbourhood bakery with sourdough, pastries and cakes to order.',
      products: [
        { name: 'Custom cakes', description: 'Cakes for weddings and birthdays, ordered three days ahead.', path: '' },
      ],
      ideal_customer_profiles: [
        { name: 'Couple before the wedding', description: 'Wants a tasting and a firm price.' },
      ],
      competitors: [],
      trust_signals: ['Baked on site since 1998'],
      target_locations: ['Portland, Oregon'],
      status: 'ready',
    },
  },
  {
    slug: 'initech',
    name: 'Initech',
    plan: 'starter',
    currency: 'USD',
    max_spend: null,
    approvals_required: false,
    accounts: [{ id: '1000000003', name: 'Initech', status: 'not_linked' }],
    profile: null,
  },
  {
    slug: 'umbrella-legal',
    name: 'Umbrella Legal',
    plan: 'growth',
    currency: 'USD',
    max_spend: 6_000,
    approvals_required: false,
    accounts: [{ id: '1000000004', name: 'Umbrella Legal', status: 'pending' }],
    profile: {
      site: '/sites/umbrella-legal/',
      brand_name: 'Umbrella Legal',
      description: '',
      products: [],
      ideal_customer_profiles: [],
      competitors: [],
      trust_signals: [],
      target_locations: [],
      status: 'analysing',
    },
  },
];

/** The keys of the demo; `everything` means all that the person's role may carry. */
export const KEYS: { name: string; organization: string; user: string; scopes: 'everything' | string[] }[] = [
  { name: 'acme-owner', organization: 'acme-plumbing', user: 'olivia@demo.test', scopes: 'everything' },
  { name: 'globex-owner', organization: 'globex-clinic', user: 'olivia@demo.test', scopes: 'everything' },
  { name: 'initech-owner', organization: 'initech', user: 'nora@demo.test', scopes: 'everything' },
  { name: 'umbrella-owner', organization: 'umbrella-legal', user: 'nora@demo.test', scopes: 'everything' },
  { name: 'hooli-owner', organization: 'hooli-bakery', user: 'nora@demo.test', scopes: 'everything' },
  { name: 'acme-admin', organization: 'acme-plumbing', user: 'adam@demo.test', scopes: 'everything' },
  { name: 'acme-member', organization: 'acme-plumbing', user: 'mia@demo.test', scopes: 'everything' },
  { name: 'acme-campaigns-only', organization: 'acme-plumbing', user: 'olivia@demo.test', scopes: ['campaigns:read'] },
  { name: 'acme-reports-only', organization: 'acme-plumbing', user: 'olivia@demo.test', scopes: ['reports:read'] },
];
