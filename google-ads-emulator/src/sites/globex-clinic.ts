import type { Site } from './site.ts';

/** The website of Globex Clinic, Berlin. */
export const GLOBEX_CLINIC: Site = {
  slug: 'globex-clinic',
  name: 'Globex Clinic',
  tagline: 'Dentistry and physiotherapy in Berlin-Mitte',
  type: 'MedicalClinic',
  accent: '#0f766e',
  language: 'en',
  phone: '+49 30 5550 1420',
  email: 'praxis@globex-clinic.example',
  street: 'Torstraße 140',
  city: 'Berlin',
  region: 'Berlin',
  postalCode: '10119',
  country: 'DE',
  hours: 'Monday to Friday 8:00–19:00, Saturday 9:00–13:00',
  openingHours: 'Mo-Fr 08:00-19:00',
  founded: '2009',
  rating: { value: '4.8', count: '642' },
  priceRange: '€€',
  areas: ['Berlin', 'Mitte', 'Prenzlauer Berg', 'Charlottenburg', 'Potsdam'],
  intro:
    'Specialists for implants, gentle dentistry and physiotherapy under one roof. We explain every step in English or German, and you know the cost before treatment begins.',
  promises: [
    ['Appointments this week', 'Early, late and Saturday hours, bookable online.'],
    ['Clear costs', 'A written plan with prices before treatment, and payment in instalments.'],
    ['English and German', 'Every doctor and therapist speaks both.'],
  ],
  services: [
    {
      slug: 'dental-implants',
      name: 'Dental implants',
      summary: 'Fixed teeth from experienced implant specialists, with a ten-year guarantee.',
      body: [
        'An implant replaces the root of a lost tooth and carries a crown that looks and feels like your own. Our specialists have placed more than four thousand.',
        'The first consultation with a 3D scan is free. You leave with a plan, a timetable and a price.',
      ],
      points: ['Single tooth implants', 'All-on-4 for a full jaw', 'Bone grafting', 'Ceramic implants'],
      questions: [
        [
          'What does an implant cost?',
          'A single implant with crown is €2,150 to €2,600, depending on the bone and the crown.',
        ],
        ['Does it hurt?', 'Local anaesthetic is enough for most patients; sedation is available.'],
      ],
    },
    {
      slug: 'physiotherapy',
      name: 'Physiotherapy',
      summary: 'Back, knee and shoulder treated by experienced therapists, starting within days.',
      body: [
        'We begin with an hour of examination, because pain rarely sits where it starts. Then you get a plan with exercises you can do at home.',
      ],
      points: ['Manual therapy', 'Sports physiotherapy', 'After surgery', 'Pelvic floor therapy'],
      questions: [
        [
          'Do I need a prescription?',
          'For statutory insurance yes; private patients and self-payers can come directly.',
        ],
      ],
    },
    {
      slug: 'preventive-dentistry',
      name: 'Check-ups and cleaning',
      summary: 'Professional cleaning and check-ups that keep your own teeth longer.',
      body: [
        'Twice a year a dental hygienist cleans what a brush cannot reach, and a dentist looks for what you cannot feel yet.',
      ],
      points: ['Professional cleaning', 'Early caries detection', 'Gum treatment', 'Children welcome'],
      questions: [['How long does a cleaning take?', 'About an hour.']],
    },
    {
      slug: 'aligners',
      name: 'Invisible aligners',
      summary: 'Straight teeth without brackets, planned in 3D and checked monthly.',
      body: ['Clear aligners move teeth in small steps. You see the result on screen before you decide.'],
      points: ['Free 3D scan', 'Monthly checks', 'Fixed package price'],
      questions: [['How long does it take?', 'Six to fourteen months for most adults.']],
    },
  ],
  prices: [
    ['Implant consultation with 3D scan', 'free', 'first visit'],
    ['Single implant with crown', 'from €2,150', 'ten-year guarantee'],
    ['All-on-4, one jaw', 'from €9,900', 'fixed teeth in one day'],
    ['Professional cleaning', '€95', 'one hour'],
    ['Physiotherapy, 40 minutes', '€68', 'for self-payers'],
    ['Aligners, full treatment', 'from €3,400', 'package price'],
  ],
  story: [
    'Dr. Lena Hartmann opened the clinic in 2009 to bring dentists and therapists together: jaw and back pain often share a cause.',
    'Today eleven doctors and therapists work in Torstraße, five minutes from Rosenthaler Platz.',
  ],
  team: [
    ['Dr. Lena Hartmann', 'Founder, oral surgery and implants'],
    ['Dr. Emre Aydin', 'Prosthetics'],
    ['Jonas Weber', 'Head of physiotherapy'],
  ],
  testimonials: [
    ['I understood every step, in English, and the price was exactly the one in the plan.', 'Claire B., Mitte'],
    ['After six weeks of physiotherapy I run again.', 'Markus S., Prenzlauer Berg'],
  ],
};
