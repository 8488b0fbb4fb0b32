/** A demo business with the pages of its website. */
export interface Site {
  slug: string;
  name: string;
  tagline: string;
  type: 'Plumber' | 'MedicalClinic' | 'Bakery';
  accent: string;
  language: string;
  phone: string;
  email: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  hours: string;
  openingHours: string;
  founded: string;
  rating: { value: string; count: string };
  priceRange: string;
  areas: readonly string[];
  intro: string;
  promises: readonly (readonly [title: string, text: string])[];
  services: readonly Service[];
  prices: readonly (readonly [what: string, price: string, note: string])[];
  story: readonly string[];
  team: readonly (readonly [name: string, role: string])[];
  testimonials: readonly (readonly [text: string, who: string])[];
}

/** One service with a page of its own. */
export interface Service {
  slug: string;
  name: string;
  summary: string;
  body: readonly string[];
  points: readonly string[];
  questions: readonly (readonly [question: string, answer: string])[];
}
