import type { Site } from './site.ts';

/** The website of Hooli Bakery, Portland. */
export const HOOLI_BAKERY: Site = {
  slug: 'hooli-bakery',
  name: 'Hooli Bakery',
  tagline: 'Sourdough and celebration cakes in Portland',
  type: 'Bakery',
  accent: '#a0522d',
  language: 'en-US',
  phone: '+1 503-555-0177',
  email: 'bread@hooli-bakery.example',
  street: '815 SE Division St',
  city: 'Portland',
  region: 'OR',
  postalCode: '97202',
  country: 'US',
  hours: 'Tuesday to Sunday 7:00–15:00',
  openingHours: 'Tu-Su 07:00-15:00',
  founded: '2014',
  rating: { value: '4.7', count: '389' },
  priceRange: '$',
  areas: ['Portland', 'Beaverton', 'Milwaukie', 'Lake Oswego'],
  intro:
    'Bread that takes two days and cakes that make an evening. Baked every morning from Oregon flour, delivered across Portland.',
  promises: [
    ['Two-day sourdough', 'Slow fermentation, no additives, a crust that sings.'],
    ['Cakes to order', 'Tell us the occasion; we design the cake and deliver it.'],
    ['Delivery by 7 a.m.', 'For offices, cafés and people who like breakfast.'],
  ],
  services: [
    {
      slug: 'custom-cakes',
      name: 'Custom cakes',
      summary: 'Wedding and birthday cakes designed with you, and delivered.',
      body: ['Bring a picture or an idea. We sketch, you taste, and on the day we deliver and set it up.'],
      points: ['Wedding cakes', 'Birthday cakes', 'Vegan and gluten-free', 'Free tasting for weddings'],
      questions: [['How early should I order?', 'Birthday cakes a week ahead, wedding cakes two months.']],
    },
    {
      slug: 'sourdough-bread',
      name: 'Sourdough bread',
      summary: 'Loaves of Oregon wheat, rye and spelt, fermented for two days.',
      body: ['Our starter is twelve years old and fed twice a day. Nothing else goes in but flour, water and salt.'],
      points: ['Country loaf', 'Seeded rye', 'Baguettes', 'Subscription'],
      questions: [['Do you slice?', 'Yes, but the loaf keeps longer whole.']],
    },
    {
      slug: 'catering',
      name: 'Breakfast catering',
      summary: 'Pastries, sandwiches and coffee for ten to two hundred people.',
      body: ['Order by noon for the next morning. We bring everything, and collect the trays.'],
      points: ['Office breakfasts', 'Pastry boxes', 'Sandwich platters'],
      questions: [['Is there a minimum?', 'Ten people.']],
    },
  ],
  prices: [
    ['Country loaf', '$8', 'about 900 g'],
    ['Birthday cake', 'from $65', 'serves ten'],
    ['Wedding cake', 'from $7 a guest', 'tasting included'],
    ['Breakfast box', '$12 a person', 'minimum ten people'],
  ],
  story: [
    'Maya Chen left software for sourdough in 2014, with one oven and a borrowed mixer.',
    'Nine bakers now start at two in the morning, so that you do not have to.',
  ],
  team: [
    ['Maya Chen', 'Founder and head baker'],
    ['Luis Ortega', 'Pastry chef'],
  ],
  testimonials: [
    ['The cake was the part of the wedding everybody talked about.', 'Jess & Tom, Beaverton'],
    ['Best country loaf in town.', 'Ruth A., Portland'],
  ],
};
