import type { CampaignDraft } from '../description.ts';
import { keywordTable } from './keyword-table.ts';

/** The address that Acme's ads lead to. */
export const ACME = 'https://acme-plumbing.example';

/** Austin and the towns around it. */
export const AUSTIN_AREA = ['1026201', '1026729', '1026272', '1026430'];

/** The words in which people look for a plumber. */
export const PROSPECTS = ['places', 'asking', 'thrift', 'rare', 'far', 'rivals', 'learners'];

/** Sitelinks that every Acme campaign shows. */
export const ACME_SITELINKS: NonNullable<CampaignDraft['sitelinks']> = [
  { text: 'Prices', line1: 'Flat rates before we start', line2: 'No charge for nights', url: `${ACME}/pricing` },
  {
    text: 'Emergency service',
    line1: 'A plumber in 60 minutes',
    line2: 'Day and night, all year',
    url: `${ACME}/services/emergency-plumbing`,
  },
  { text: 'About us', line1: 'Family-run since 1998', line2: 'Licensed and insured', url: `${ACME}/about` },
  { text: 'Contact', line1: 'Call or write to us', line2: 'We answer at once', url: `${ACME}/contact` },
];

/** Emergency plumbing: more demand than budget, with the good keywords worth a campaign of their own. */
const EMERGENCY: CampaignDraft = {
  name: 'Acme - Prospecting - Emergency plumbing',
  daily_budget: 60,
  started_days_ago: 120,
  demand: { searches: 1.15, words: PROSPECTS },
  bidding: { strategy: 'maximize_conversions', target_cpa: 40 },
  locations: AUSTIN_AREA,
  language: '1000',
  negatives: ['plumbing school', 'plumbing code', 'wholesale', 'video game'],
  ad_groups: [
    {
      name: 'Emergency plumber',
      final_url: `${ACME}/services/emergency-plumbing`,
      paths: ['emergency', 'plumber'],
      headlines: [
        '24/7 Emergency Plumber',
        'At Your Door in 60 Minutes',
        'Flat Rates, No Night Fee',
        'Licensed Austin Plumbers',
        'Call Acme Plumbing Now',
      ],
      descriptions: [
        'Burst pipe or flooded floor? A licensed plumber reaches you within the hour, any time.',
        'You hear the price before we start. No extra charge for nights, weekends or holidays.',
      ],
      keywords: keywordTable(`
        gem          PHRASE emergency plumber
        core         EXACT  emergency plumber austin
        core         PHRASE 24 hour plumber
        steady       EXACT  24 hour plumber near me
        waste_magnet BROAD  plumber on call
        longtail     PHRASE weekend plumber
        steady       BROAD  local plumbing company
        zero_impr    EXACT  midnight plumber hyde park austin`),
    },
    {
      name: 'Leaks and burst pipes',
      final_url: `${ACME}/services/leak-detection`,
      paths: ['leak', 'repair'],
      headlines: [
        'Burst Pipe? We Come Today',
        'Leak Detection & Repair',
        'Stop the Damage Fast',
        'Flat Rates Up Front',
      ],
      descriptions: [
        'We find the leak without tearing up your walls, and repair it on the same visit.',
        'Austin, Round Rock, Cedar Park and Georgetown. Licensed, insured and on time.',
      ],
      keywords: keywordTable(`
        core         PHRASE burst pipe repair
        gem          BROAD  water leak repair
        steady       PHRASE leak detection service
        steady       EXACT  pipe leak repair
        no_conv      BROAD  water pressure problems
        high_cpc     PHRASE slab leak repair
        longtail     EXACT  ceiling leak plumber
        zero_impr    PHRASE polybutylene manifold rupture`),
    },
    {
      name: 'Drains',
      final_url: `${ACME}/services/drain-cleaning`,
      paths: ['drain', 'cleaning'],
      headlines: ['Drain Cleaning Today', 'Clogged Drain? Call Acme', 'Cleared or You Pay Nothing'],
      descriptions: [
        'Kitchen, bath and main line drains cleared with professional equipment. Same-day visits.',
        'One flat price, quoted before we start. Thousands of Austin homes served since 1998.',
      ],
      keywords: keywordTable(`
        steady       PHRASE drain cleaning
        steady       EXACT  clogged drain plumber
        longtail     PHRASE sewer line backup
        waste_magnet BROAD  unclog drain`),
    },
  ],
  sitelinks: ACME_SITELINKS,
  callouts: ['24/7 Service', 'Licensed & Insured', 'Flat Rates', 'No Night Fee'],
};

/** Water heaters: close to its budget, with a target that its cost leaves room to lower. */
const WATER_HEATERS: CampaignDraft = {
  name: 'Acme - Prospecting - Water heaters',
  daily_budget: 45,
  started_days_ago: 120,
  demand: { searches: 0.85, words: PROSPECTS },
  bidding: { strategy: 'maximize_conversions', target_cpa: 45 },
  locations: AUSTIN_AREA,
  language: '1000',
  negatives: ['rental', 'home depot', 'pool heater'],
  ad_groups: [
    {
      name: 'Water heater repair',
      final_url: `${ACME}/services/water-heaters`,
      paths: ['water-heater', 'repair'],
      headlines: [
        'Water Heater Repair Today',
        'No Hot Water? Call Acme',
        'All Brands Serviced',
        'Free Replacement Quote',
      ],
      descriptions: [
        'Gas, electric and tankless water heaters repaired by licensed Austin plumbers.',
        'Most repairs done in one visit. You approve the price before we begin.',
      ],
      keywords: keywordTable(`
        core         PHRASE water heater repair
        core         EXACT  water heater repair austin
        steady       EXACT  hot water heater not working
        gem          PHRASE no hot water
        no_conv      PHRASE water heater pilot light
        longtail     EXACT  gas water heater repair
        zero_impr    EXACT  hybrid heat pump boiler anode replacement
        waste_magnet BROAD  water heater thermostat`),
    },
    {
      name: 'Water heater installation',
      final_url: `${ACME}/services/water-heaters`,
      paths: ['water-heater', 'install'],
      headlines: ['Water Heater Installation', 'Installed This Week', 'Tankless Specialists', '10-Year Warranty'],
      descriptions: [
        'New tank or tankless water heater fitted by licensed plumbers, old unit hauled away.',
        'Free quote at your home. Financing available. Ten-year warranty on our work.',
      ],
      keywords: keywordTable(`
        core         PHRASE water heater installation
        steady       PHRASE water heater replacement
        gem          BROAD  tankless water heater installation
        steady       EXACT  tankless water heater cost
        high_cpc     PHRASE commercial water heater
        longtail     PHRASE 50 gallon water heater install
        longtail     EXACT  electric water heater replacement
        zero_impr    PHRASE solar thermosiphon heater fitting`),
    },
  ],
  sitelinks: ACME_SITELINKS,
  callouts: ['All Brands', 'Free Quotes', 'Licensed & Insured', '10-Year Warranty'],
};

/** Bathroom remodel: ran for a hundred days, then was paused. */
const BATHROOM: CampaignDraft = {
  name: 'Acme - Prospecting - Bathroom remodel',
  daily_budget: 30,
  started_days_ago: 120,
  paused_days_ago: 20,
  demand: { searches: 0.8, cvr: 0.8, words: PROSPECTS },
  bidding: { strategy: 'maximize_conversions', target_cpa: 60 },
  locations: AUSTIN_AREA,
  language: '1000',
  negatives: ['ideas', 'pictures', 'ikea'],
  ad_groups: [
    {
      name: 'Bathroom remodel',
      final_url: `${ACME}/services/bathroom-remodeling`,
      paths: ['bathroom', 'remodel'],
      headlines: ['Bathroom Remodel Austin', 'Done in Two Weeks', 'Free Design Visit', 'Fixed Price, No Surprises'],
      descriptions: [
        'Showers, tubs, tiles and fixtures by one licensed team. Fixed price and start date.',
        'See your new bathroom in 3D before we begin. Free design visit in the Austin area.',
      ],
      keywords: keywordTable(`
        core         PHRASE bathroom remodel
        steady       EXACT  bathroom remodel austin
        steady       PHRASE shower installation
        steady       PHRASE walk in shower conversion
        no_conv      BROAD  bathroom tiles
        waste_magnet BROAD  small bathroom design
        high_cpc     EXACT  bathroom renovation contractor
        longtail     PHRASE tub to shower conversion
        longtail     EXACT  ada bathroom remodel
        longtail     PHRASE bathtub replacement
        steady       EXACT  bathroom contractor near me
        steady       PHRASE bathroom renovation cost
        longtail     EXACT  guest bathroom remodel
        zero_impr    EXACT  japanese soaking tub retrofit contractor
        gem          PHRASE shower remodel`),
    },
  ],
  sitelinks: ACME_SITELINKS.slice(0, 3),
  callouts: ['Free Design Visit', 'Fixed Prices', 'Licensed & Insured'],
};

/** The campaigns that look for new customers. */
export const ACME_PROSPECTING: CampaignDraft[] = [EMERGENCY, WATER_HEATERS, BATHROOM];
