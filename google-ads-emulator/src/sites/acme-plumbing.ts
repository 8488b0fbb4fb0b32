import type { Site } from './site.ts';

/** The website of Acme Plumbing, Austin. */
export const ACME_PLUMBING: Site = {
  slug: 'acme-plumbing',
  name: 'Acme Plumbing',
  tagline: 'Licensed plumbers in Austin, day and night',
  type: 'Plumber',
  accent: '#0b5cad',
  language: 'en-US',
  phone: '+1 512-555-0142',
  email: 'hello@acme-plumbing.example',
  street: '2100 South Lamar Blvd',
  city: 'Austin',
  region: 'TX',
  postalCode: '78704',
  country: 'US',
  hours: 'Open 24 hours, every day',
  openingHours: 'Mo-Su 00:00-23:59',
  founded: '1998',
  rating: { value: '4.9', count: '1214' },
  priceRange: '$$',
  areas: ['Austin', 'Round Rock', 'Cedar Park', 'Georgetown', 'Pflugerville', 'Leander'],
  intro:
    'Burst pipe, cold shower or a drain that will not clear: a licensed Acme plumber is at your door within the hour, with a flat price you approve before any work begins.',
  promises: [
    ['At your door in 60 minutes', 'Crews in four parts of town, so that somebody is always near.'],
    ['Flat rates, no night fee', 'One price for the job, quoted first, the same on Sunday at 3 a.m.'],
    ['Licensed and insured', 'Every plumber holds a Texas license. Ten-year warranty on installations.'],
  ],
  services: [
    {
      slug: 'emergency-plumbing',
      name: 'Emergency plumbing',
      summary: 'A plumber at your door within 60 minutes, day and night, with no surcharge.',
      body: [
        'Water does not wait for office hours, and neither do we. Call and a dispatcher sends the nearest van while telling you how to shut the water off.',
        'Nine in ten emergencies are solved on the first visit, because our vans carry the parts that fail most often.',
      ],
      points: ['Burst and frozen pipes', 'Overflowing toilets', 'Gas line leaks', 'Sewer backups'],
      questions: [
        [
          'How fast can you be here?',
          'In Austin, Round Rock and Cedar Park usually within 60 minutes; in Georgetown within 90.',
        ],
        ['Do you charge more at night?', 'No. Our flat rates are the same at any hour.'],
      ],
    },
    {
      slug: 'water-heaters',
      name: 'Water heater repair and installation',
      summary: 'Gas, electric and tankless water heaters repaired or replaced, most within a day.',
      body: [
        'No hot water this morning? Most faults are a thermostat, an element or a valve, and we carry all three.',
        'If your heater is beyond repair, we quote tank and tankless models side by side, install the one you choose and haul the old one away.',
      ],
      points: ['Same-day repair, all brands', 'Tankless installation', 'Free replacement quotes', 'Ten-year warranty'],
      questions: [
        [
          'Repair or replace?',
          'Under eight years old, repair usually pays. Over twelve, a new one saves money within two years.',
        ],
        ['What does a new heater cost?', 'A 50-gallon tank is $1,450 installed, a tankless unit from $2,900.'],
      ],
    },
    {
      slug: 'drain-cleaning',
      name: 'Drain cleaning',
      summary: 'Kitchen, bath and main line drains cleared today, or you pay nothing.',
      body: [
        'Store-bought chemicals move a clog a few feet further and eat your pipes on the way. We clear it with cable or water jet and show you the result on camera.',
      ],
      points: ['Kitchen and bath drains', 'Main sewer lines', 'Hydro jetting', 'Camera inspection included'],
      questions: [['What if it clogs again?', 'If the same drain clogs within 60 days, we come back free of charge.']],
    },
    {
      slug: 'leak-detection',
      name: 'Leak detection and repair',
      summary: 'We find hidden leaks without opening your walls, and repair them on the same visit.',
      body: [
        'A dripping sound, a warm spot on the floor or a water bill that doubled: acoustic sensors and thermal cameras tell us where the water goes before we lift a single tile.',
      ],
      points: ['Slab leaks', 'Pipe leaks', 'Irrigation leaks', 'Reports for your insurance'],
      questions: [
        [
          'Does insurance pay?',
          'Often for the damage, rarely for the pipe. We write the report that your insurer asks for.',
        ],
      ],
    },
    {
      slug: 'bathroom-remodeling',
      name: 'Bathroom remodeling',
      summary: 'Showers, tubs, tiles and fixtures by one team, at a fixed price, in two weeks.',
      body: [
        'One licensed team does the plumbing, tiling and fixtures, so nobody waits for anybody. You see the new bathroom in 3D before we start, and the price is fixed.',
      ],
      points: ['Walk-in showers', 'Tub replacement', 'Accessible bathrooms', 'Free design visit'],
      questions: [['How long does it take?', 'A full remodel takes two weeks. You keep a working toilet throughout.']],
    },
  ],
  prices: [
    ['Emergency call-out', '$129', 'credited against the repair'],
    ['Drain cleaning', '$189', 'camera inspection included'],
    ['Water heater repair', 'from $240', 'parts included'],
    ['50-gallon water heater, installed', '$1,450', 'old unit hauled away'],
    ['Tankless water heater, installed', 'from $2,900', 'ten-year warranty'],
    ['Leak detection', '$225', 'credited against the repair'],
    ['Bathroom remodel', 'from $9,800', 'fixed price after the design visit'],
  ],
  story: [
    'Ray Delgado started Acme Plumbing in 1998 with one van and a promise: tell people the price before you pick up a wrench. Twenty-two plumbers later we still do.',
    'We are a family business. Ray trains every apprentice himself, and his daughter Ana runs dispatch.',
  ],
  team: [
    ['Ray Delgado', 'Founder, Master Plumber M-38842'],
    ['Ana Delgado', 'Dispatch and customer care'],
    ['Marcus Hill', 'Water heater specialist'],
  ],
  testimonials: [
    [
      'Pipe burst at 2 a.m., plumber here at 2:40, and the bill was what they said on the phone.',
      'Teresa M., Round Rock',
    ],
    ['Third company I called about my tankless heater, and the first that knew what it was doing.', 'David K., Austin'],
    ['Cleared our main line and showed us on camera why it kept clogging.', 'The Nguyens, Cedar Park'],
  ],
};
