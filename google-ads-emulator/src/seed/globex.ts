import type { CampaignSeed } from './campaign-seed.ts';

const GLOBEX = 'https://globex-clinic.example';
const BERLIN_AREA = ['1003854', '1004054'];
const SITELINKS: CampaignSeed['sitelinks'] = [
  ['Our prices', 'Clear before treatment', 'Payment in instalments', `${GLOBEX}/pricing`],
  ['Meet the doctors', 'Experienced specialists', 'English and German', `${GLOBEX}/about`],
  ['Book a visit', 'Appointments this week', 'Online or by phone', `${GLOBEX}/contact`],
];

const IMPLANTS: CampaignSeed = {
  name: 'Globex - Prospecting - Dental implants',
  dailyBudget: 40,
  startedDaysAgo: 120,
  demand: 1.1,
  bidding: { strategy: 'maximize_conversions', targetCpa: 55 },
  locations: BERLIN_AREA,
  language: '1000',
  negatives: ['turkey', 'hungary', 'dental school'],
  adGroups: [
    {
      name: 'Dental implants',
      finalUrl: `${GLOBEX}/services/dental-implants`,
      paths: ['dental', 'implants'],
      headlines: ['Dental Implants Berlin', 'Free First Consultation', 'English-Speaking Dentists', 'Fixed Prices'],
      descriptions: [
        'Implants by specialists in the heart of Berlin. First consultation free of charge.',
        'Clear prices before treatment, payment in instalments, ten-year guarantee.',
      ],
      keywords: `
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
        zero_impr    PHRASE ceramic one piece implant tegel`,
    },
  ],
  sitelinks: SITELINKS,
  callouts: ['Free Consultation', 'Fixed Prices', 'English Spoken'],
};

const BRAND: CampaignSeed = {
  name: 'Globex - Brand',
  dailyBudget: 15,
  startedDaysAgo: 118,
  demand: 0.45,
  bidding: { strategy: 'maximize_conversions' },
  locations: BERLIN_AREA,
  language: '1000',
  negatives: ['globex corporation', 'globex stock'],
  adGroups: [
    {
      name: 'Globex Clinic',
      finalUrl: `${GLOBEX}/`,
      paths: ['official', 'site'],
      headlines: ['Globex Clinic Berlin', 'Official Site', 'Book Online Today'],
      descriptions: [
        'Dentistry, physiotherapy and preventive care under one roof in Berlin-Mitte.',
        'Appointments this week. English and German spoken. All insurances welcome.',
      ],
      keywords: `
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
        zero_impr    EXACT  globex clinic marzahn annex`,
    },
  ],
  sitelinks: SITELINKS,
  callouts: ['Book Online', 'English Spoken', 'All Insurances'],
};

const PHYSIOTHERAPY: CampaignSeed = {
  name: 'Globex - Prospecting - Physiotherapy',
  dailyBudget: 25,
  startedDaysAgo: 115,
  pausedDaysAgo: 30,
  demand: 0.8,
  bidding: { strategy: 'maximize_conversions', targetCpa: 40 },
  locations: BERLIN_AREA,
  language: '1000',
  negatives: ['exercises pdf', 'degree', 'animal'],
  adGroups: [
    {
      name: 'Physiotherapy',
      finalUrl: `${GLOBEX}/services/physiotherapy`,
      paths: ['physio', 'therapy'],
      headlines: ['Physiotherapy in Berlin', 'Appointments This Week', 'English-Speaking Physios'],
      descriptions: [
        'Back, knee and shoulder pain treated by experienced physiotherapists in Mitte.',
        'Private and statutory insurance. Book online and start within days.',
      ],
      keywords: `
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
        zero_impr    EXACT  vojta therapy adults reinickendorf`,
    },
  ],
  sitelinks: SITELINKS.slice(1),
  callouts: ['All Insurances', 'English Spoken'],
};

/** Every campaign of Globex Clinic. */
export const GLOBEX_CAMPAIGNS: readonly CampaignSeed[] = [IMPLANTS, BRAND, PHYSIOTHERAPY];
