import type { CampaignSeed } from './campaign-seed.ts';

/** The address that Acme's ads lead to. */
export const ACME = 'https://acme-plumbing.example';

/** Austin and the towns around it. */
export const AUSTIN_AREA = ['1026201', '1026729', '1026272', '1026430'];

/** Sitelinks that every Acme campaign shows. */
export const ACME_SITELINKS: CampaignSeed['sitelinks'] = [
  ['Prices', 'Flat rates before we start', 'No charge for nights', `${ACME}/pricing`],
  ['Emergency service', 'A plumber in 60 minutes', 'Day and night, all year', `${ACME}/services/emergency-plumbing`],
  ['About us', 'Family-run since 1998', 'Licensed and insured', `${ACME}/about`],
  ['Contact', 'Call or write to us', 'We answer at once', `${ACME}/contact`],
];

/** Emergency plumbing: more demand than budget, with the good keywords worth a campaign of their own. */
const EMERGENCY: CampaignSeed = {
  name: 'Acme - Prospecting - Emergency plumbing',
  dailyBudget: 60,
  startedDaysAgo: 120,
  demand: 1.7,
  bidding: { strategy: 'maximize_conversions', targetCpa: 40 },
  locations: AUSTIN_AREA,
  language: '1000',
  negatives: ['plumbing school', 'plumbing code', 'wholesale', 'video game'],
  adGroups: [
    {
      name: 'Emergency plumber',
      finalUrl: `${ACME}/services/emergency-plumbing`,
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
      keywords: `
        gem          PHRASE emergency plumber
        core         EXACT  emergency plumber austin
        core         PHRASE 24 hour plumber
        steady       EXACT  24 hour plumber near me
        waste_magnet BROAD  plumber on call
        longtail     PHRASE weekend plumber
        steady       BROAD  local plumbing company
        zero_impr    EXACT  midnight plumber hyde park austin`,
    },
    {
      name: 'Leaks and burst pipes',
      finalUrl: `${ACME}/services/leak-detection`,
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
      keywords: `
        core         PHRASE burst pipe repair
        gem          BROAD  water leak repair
        steady       PHRASE leak detection service
        steady       EXACT  pipe leak repair
        no_conv      BROAD  water pressure problems
        high_cpc     PHRASE slab leak repair
        longtail     EXACT  ceiling leak plumber
        zero_impr    PHRASE polybutylene manifold rupture`,
    },
    {
      name: 'Drains',
      finalUrl: `${ACME}/services/drain-cleaning`,
      paths: ['drain', 'cleaning'],
      headlines: ['Drain Cleaning Today', 'Clogged Drain? Call Acme', 'Cleared or You Pay Nothing'],
      descriptions: [
        'Kitchen, bath and main line drains cleared with professional equipment. Same-day visits.',
        'One flat price, quoted before we start. Thousands of Austin homes served since 1998.',
      ],
      keywords: `
        steady       PHRASE drain cleaning
        steady       EXACT  clogged drain plumber
        longtail     PHRASE sewer line backup
        waste_magnet BROAD  unclog drain`,
    },
  ],
  sitelinks: ACME_SITELINKS,
  callouts: ['24/7 Service', 'Licensed & Insured', 'Flat Rates', 'No Night Fee'],
};

/** Water heaters: close to its budget, with a target that its cost leaves room to lower. */
const WATER_HEATERS: CampaignSeed = {
  name: 'Acme - Prospecting - Water heaters',
  dailyBudget: 45,
  startedDaysAgo: 120,
  demand: 1.15,
  bidding: { strategy: 'maximize_conversions', targetCpa: 45 },
  locations: AUSTIN_AREA,
  language: '1000',
  negatives: ['rental', 'home depot', 'pool heater'],
  adGroups: [
    {
      name: 'Water heater repair',
      finalUrl: `${ACME}/services/water-heaters`,
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
      keywords: `
        core         PHRASE water heater repair
        core         EXACT  water heater repair austin
        steady       EXACT  hot water heater not working
        gem          PHRASE no hot water
        no_conv      PHRASE water heater pilot light
        longtail     EXACT  gas water heater repair
        zero_impr    EXACT  hybrid heat pump boiler anode replacement
        waste_magnet BROAD  water heater thermostat`,
    },
    {
      name: 'Water heater installation',
      finalUrl: `${ACME}/services/water-heaters`,
      paths: ['water-heater', 'install'],
      headlines: ['Water Heater Installation', 'Installed This Week', 'Tankless Specialists', '10-Year Warranty'],
      descriptions: [
        'New tank or tankless water heater fitted by licensed plumbers, old unit hauled away.',
        'Free quote at your home. Financing available. Ten-year warranty on our work.',
      ],
      keywords: `
        core         PHRASE water heater installation
        steady       PHRASE water heater replacement
        gem          BROAD  tankless water heater installation
        steady       EXACT  tankless water heater cost
        high_cpc     PHRASE commercial water heater
        longtail     PHRASE 50 gallon water heater install
        longtail     EXACT  electric water heater replacement
        zero_impr    PHRASE solar thermosiphon heater fitting`,
    },
  ],
  sitelinks: ACME_SITELINKS,
  callouts: ['All Brands', 'Free Quotes', 'Licensed & Insured', '10-Year Warranty'],
};

/** Bathroom remodel: ran for a hundred days, then was paused. */
const BATHROOM: CampaignSeed = {
  name: 'Acme - Prospecting - Bathroom remodel',
  dailyBudget: 30,
  startedDaysAgo: 120,
  pausedDaysAgo: 20,
  demand: 0.8,
  bidding: { strategy: 'maximize_conversions', targetCpa: 60 },
  locations: AUSTIN_AREA,
  language: '1000',
  negatives: ['ideas', 'pictures', 'ikea'],
  adGroups: [
    {
      name: 'Bathroom remodel',
      finalUrl: `${ACME}/services/bathroom-remodeling`,
      paths: ['bathroom', 'remodel'],
      headlines: ['Bathroom Remodel Austin', 'Done in Two Weeks', 'Free Design Visit', 'Fixed Price, No Surprises'],
      descriptions: [
        'Showers, tubs, tiles and fixtures by one licensed team. Fixed price and start date.',
        'See your new bathroom in 3D before we begin. Free design visit in the Austin area.',
      ],
      keywords: `
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
        gem          PHRASE shower remodel`,
    },
  ],
  sitelinks: ACME_SITELINKS.slice(0, 3),
  callouts: ['Free Design Visit', 'Fixed Prices', 'Licensed & Insured'],
};

/** The campaigns that look for new customers. */
export const ACME_PROSPECTING: readonly CampaignSeed[] = [EMERGENCY, WATER_HEATERS, BATHROOM];
