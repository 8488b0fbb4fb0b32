import type { CampaignDraft } from '../description.ts';
import { ACME, ACME_PROSPECTING, ACME_SITELINKS, AUSTIN_AREA, PROSPECTS } from './acme-prospecting.ts';
import { keywordTable } from './keyword-table.ts';

/** The brand campaign: cheap clicks that convert well, and never short of budget. */
const BRAND: CampaignDraft = {
  name: 'Acme - Brand',
  daily_budget: 25,
  started_days_ago: 119,
  demand: { searches: 0.35, cpc: 0.5, ctr: 2, cvr: 1.5, words: ['brand'] },
  bidding: { strategy: 'maximize_conversions' },
  locations: AUSTIN_AREA,
  language: '1000',
  negatives: ['acme tools', 'acme brick', 'acme markets'],
  ad_groups: [
    {
      name: 'Acme Plumbing',
      final_url: `${ACME}/`,
      paths: ['official', 'site'],
      headlines: ['Acme Plumbing Austin', 'Official Site', 'Family-Run Since 1998', '4.9 Stars, 1,200 Reviews'],
      descriptions: [
        'Emergency repairs, water heaters, drains and remodels by licensed Austin plumbers.',
        'Call now or book online. Flat rates, quoted before we start.',
      ],
      keywords: keywordTable(`
        gem          EXACT  acme plumbing
        gem          PHRASE acme plumbing austin
        core         PHRASE acme plumber
        steady       EXACT  acme plumbers
        steady       EXACT  acme plumbing reviews
        steady       PHRASE acme plumbing number
        longtail     EXACT  acme plumbing round rock
        longtail     EXACT  acme plumbing cedar park
        longtail     EXACT  acme plumbing georgetown
        longtail     PHRASE acme water heater
        longtail     PHRASE acme drain cleaning
        longtail     EXACT  acme emergency plumber
        longtail     EXACT  acme plumbing prices
        zero_impr    EXACT  acme plumbing and heating lakeway branch
        no_conv      PHRASE acme plumbing careers`),
    },
  ],
  sitelinks: ACME_SITELINKS,
  callouts: ['Family-Run Since 1998', '4.9 Star Rating', '24/7 Service'],
};

/** The competitor campaign: manual bids, dear clicks, poor conversion. */
const COMPETITOR: CampaignDraft = {
  name: 'Acme - Competitor - RotoRooter',
  daily_budget: 25,
  started_days_ago: 110,
  demand: { searches: 0.75, cpc: 1.1, ctr: 0.7, cvr: 0.75, words: ['rival', 'errands'] },
  bidding: { strategy: 'manual_cpc' },
  locations: AUSTIN_AREA.slice(0, 2),
  language: '1000',
  negatives: ['rental', 'machine', 'franchise', 'stock'],
  ad_groups: [
    {
      name: 'RotoRooter',
      cpc_bid: 3.2,
      final_url: `${ACME}/pricing`,
      paths: ['compare', 'prices'],
      headlines: ['Compare Before You Call', 'Flat Rates From Acme', 'Local Austin Plumbers', '60-Minute Arrival'],
      descriptions: [
        'A local plumber with flat rates and no night fee. See our prices before you decide.',
        'Family-run in Austin since 1998. Licensed, insured and rated 4.9 by 1,200 neighbors.',
      ],
      keywords: keywordTable(`
        core         PHRASE rotorooter austin
        steady       EXACT  roto rooter prices
        steady       PHRASE roto rooter drain cleaning
        high_cpc     PHRASE roto rooter emergency @11.50
        high_cpc     EXACT  rotorooter plumber @10.80
        no_conv      BROAD  roto rooter coupons
        waste_magnet BROAD  roto rooter hours
        longtail     EXACT  roto rooter round rock
        longtail     EXACT  roto rooter alternative
        longtail     PHRASE roto rooter water heater
        steady       EXACT  plumbing companies austin
        steady       PHRASE plumber vs roto rooter
        longtail     EXACT  better than roto rooter
        zero_impr    EXACT  roto rooter pflugerville depot dispatch
        zero_impr    PHRASE rotorooter hydro excavation unit`),
    },
  ],
  sitelinks: ACME_SITELINKS.slice(0, 2),
  callouts: ['Flat Rates', 'Local & Family-Run', 'No Night Fee'],
};

/** A campaign that an agency made by hand in Google's interface, outside of any application. */
const SPRING_PROMO: CampaignDraft = {
  name: 'Spring promo (agency)',
  daily_budget: 20,
  started_days_ago: 75,
  demand: { searches: 0.7, words: PROSPECTS },
  bidding: { strategy: 'maximize_conversions' },
  locations: AUSTIN_AREA,
  language: '1000',
  negatives: ['commercial', 'boat'],
  made_in_google_ads: true,
  tracking_gaps: [{ days_ago: 31, days: 9 }],
  ad_groups: [
    {
      name: 'Spring check-up',
      final_url: `${ACME}/pricing`,
      paths: ['spring', 'offer'],
      headlines: ['Spring Plumbing Check-Up', '$49 Whole-Home Check', 'Book This Week'],
      descriptions: [
        'A licensed plumber checks pipes, drains and heater. Find small leaks before they grow.',
        'Only $49 until the end of the season. Book online in two minutes.',
      ],
      keywords: keywordTable(`
        core         PHRASE plumbing inspection
        steady       EXACT  plumbing check up
        steady       PHRASE annual plumbing maintenance
        steady       EXACT  plumbing tune up
        gem          PHRASE whole house plumbing inspection
        waste_magnet BROAD  plumbing deals
        no_conv      BROAD  plumbing discount
        longtail     EXACT  home plumbing checkup
        longtail     PHRASE pre purchase plumbing inspection
        longtail     EXACT  sewer camera inspection
        longtail     PHRASE plumbing maintenance plan
        longtail     EXACT  spring plumbing special
        steady       PHRASE plumber coupon austin
        zero_impr    EXACT  backflow preventer certification westlake
        zero_impr    PHRASE winterize irrigation vacuum breaker`),
    },
  ],
  sitelinks: ACME_SITELINKS.slice(0, 2),
  callouts: ['$49 Check-Up', 'Book Online'],
};

/** Every campaign of Acme Plumbing. */
export const ACME_CAMPAIGNS: CampaignDraft[] = [...ACME_PROSPECTING, BRAND, COMPETITOR, SPRING_PROMO];
