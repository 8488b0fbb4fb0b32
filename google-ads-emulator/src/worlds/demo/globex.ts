import type { CampaignDraft } from '../description.ts';
import { keywordTable } from './keyword-table.ts';

const GLOBEX = 'https://globex-clinic.example';
const BERLIN_AREA = ['1003854', '1004054'];
const PROSPECTS = ['places', 'asking', 'thrift', 'rare', 'far', 'rivals', 'students'];
const SITELINKS: NonNullable<CampaignDraft['sitelinks']> = [
  { text: 'Our prices', line1: 'Clear before treatment', line2: 'Payment in instalments', url: `${GLOBEX}/pricing` },
  { text: 'Meet the doctors', line1: 'Experienced specialists', line2: 'English and German', url: `${GLOBEX}/about` },
  { text: 'Book a visit', line1: 'Appointments this week', line2: 'Online or by phone', url: `${GLOBEX}/contact` },
];

const IMPLANTS: CampaignDraft = {
  name: 'Globex - Prospecting - Dental implants',
  daily_budget: 40,
  started_days_ago: 120,
  demand: { searches: 0.95, words: PROSPECTS },
  bidding: { strategy: 'maximize_conversions', target_cpa: 55 },
  locations: BERLIN_AREA,
  language: '1000',
  negatives: ['turkey', 'hungary', 'dental school'],
  ad_groups: [
    {
      name: 'Dental implants',
      final_url: `${GLOBEX}/services/dental-implants`,
      paths: ['dental', 'implants'],
      headlines: ['Dental Implants Berlin', 'Free First Consultation', 'English-Speaking Dentists', 'Fixed Prices'],
      descriptions: [
        'Implants by specialists in the heart of Berlin. First consultation free of charge.',
        'Clear prices before treatment, payment in instalments, ten-year guarantee.',
      ],
      keywords: keywordTable(`
        core         PHRASE dental implants berlin
        core         EXACT  dental implant cost
        steady       PHRASE single tooth implant
        steady       EXACT  all on 4 implants
        gem          BROAD  dental implant specialist
        gem          PHRASE implant dentist
        waste_magnet BROAD  tooth replacement
        no_conv      PHRASE implant crown
        high_cpc     PHRASE full mouth implants
        longtail     EXACT  english speaking implant dentist
        longtail     PHRASE implant consultation
        longtail     EXACT  bone graft implant
        steady       PHRASE dental implants price
        steady       EXACT  implant dentist berlin
        zero_impr    EXACT  zygomatic implant spandau clinic
        zero_impr    PHRASE ceramic one piece implant tegel`),
    },
  ],
  tracking_gaps: [{ days_ago: 47, days: 6 }],
  sitelinks: SITELINKS,
  callouts: ['Free Consultation', 'Fixed Prices', 'English Spoken'],
};

const BRAND: CampaignDraft = {
  name: 'Globex - Brand',
  daily_budget: 15,
  started_days_ago: 118,
  demand: { searches: 0.3, cpc: 0.5, ctr: 2, cvr: 1.5, words: ['brand'] },
  bidding: { strategy: 'maximize_conversions' },
  locations: BERLIN_AREA,
  language: '1000',
  negatives: ['globex corporation', 'globex stock'],
  ad_groups: [
    {
      name: 'Globex Clinic',
      final_url: `${GLOBEX}/`,
      paths: ['official', 'site'],
      headlines: ['Globex Clinic Berlin', 'Official Site', 'Book Online Today'],
      descriptions: [
        'Dentistry, physiotherapy and preventive care under one roof in Berlin-Mitte.',
        'Appointments this week. English and German spoken. All insurances welcome.',
      ],
      keywords: keywordTable(`
        gem          EXACT  globex clinic
        core         PHRASE globex clinic berlin
        steady       EXACT  globex dentist
        steady       PHRASE globex clinic reviews
        steady       EXACT  globex physiotherapy
        longtail     EXACT  globex clinic appointment
        longtail     PHRASE globex clinic phone
        longtail     EXACT  globex clinic mitte
        longtail     EXACT  globex dental implants
        longtail     PHRASE globex clinic prices
        longtail     EXACT  globex clinic address
        no_conv      PHRASE globex clinic careers
        steady       EXACT  clinic globex
        longtail     EXACT  globex clinic opening hours
        zero_impr    EXACT  globex clinic marzahn annex`),
    },
  ],
  sitelinks: SITELINKS,
  callouts: ['Book Online', 'English Spoken', 'All Insurances'],
};

const PHYSIOTHERAPY: CampaignDraft = {
  name: 'Globex - Prospecting - Physiotherapy',
  daily_budget: 25,
  started_days_ago: 115,
  paused_days_ago: 30,
  demand: { searches: 0.8, words: PROSPECTS },
  bidding: { strategy: 'maximize_conversions', target_cpa: 40 },
  locations: BERLIN_AREA,
  language: '1000',
  negatives: ['exercises pdf', 'degree', 'animal'],
  ad_groups: [
    {
      name: 'Physiotherapy',
      final_url: `${GLOBEX}/services/physiotherapy`,
      paths: ['physio', 'therapy'],
      headlines: ['Physiotherapy in Berlin', 'Appointments This Week', 'English-Speaking Physios'],
      descriptions: [
        'Back, knee and shoulder pain treated by experienced physiotherapists in Mitte.',
        'Private and statutory insurance. Book online and start within days.',
      ],
      keywords: keywordTable(`
        core         PHRASE physiotherapy berlin
        steady       EXACT  physiotherapist berlin
        steady       PHRASE back pain treatment
        steady       EXACT  english speaking physiotherapist
        gem          PHRASE sports physiotherapy
        waste_magnet BROAD  physiotherapy
        no_conv      BROAD  back pain relief
        high_cpc     EXACT  private physiotherapy clinic
        longtail     EXACT  knee physiotherapy
        longtail     PHRASE shoulder pain physio
        longtail     EXACT  manual therapy berlin
        longtail     PHRASE post surgery physio
        steady       EXACT  physio near me
        longtail     EXACT  pelvic floor physiotherapy
        zero_impr    EXACT  vojta therapy adults reinickendorf`),
    },
  ],
  sitelinks: SITELINKS.slice(1),
  callouts: ['All Insurances', 'English Spoken'],
};

/** Every campaign of Globex Clinic. */
export const GLOBEX_CAMPAIGNS: CampaignDraft[] = [IMPLANTS, BRAND, PHYSIOTHERAPY];
