/** A line of business to make worlds of: what it offers, and what only sounds like it. */
export interface Trade {
  name: string;
  language: LanguageName;
  /** What it offers, in groups that make a campaign each; each search in a group is about the same. */
  services: readonly (readonly string[])[];
  /** What people who search for the same things also want, and this business does not have. */
  neighbours: readonly string[];
  /** The same words for other things. */
  homonyms: readonly string[];
}

/** Ways to put a search in one language, and where it is spoken. */
export interface Language {
  /** Google's constant. */
  constant: string;
  markets: readonly { location: string; currency: string; timeZone: string; priceLevel: number }[];
  /** Said by people who want to buy. */
  asking: readonly string[];
  /** Said by people who want to buy in one world and by people who never will in another. */
  doubtful: readonly string[];
  /** Said of other companies by their own customers. */
  errands: readonly string[];
}

export type LanguageName = keyof typeof LANGUAGES;

/** The languages that worlds are made in. */
export const LANGUAGES = {
  english: {
    constant: '1000',
    markets: [
      { location: '2840', currency: 'USD', timeZone: 'America/Chicago', priceLevel: 1 },
      { location: '2826', currency: 'GBP', timeZone: 'Europe/London', priceLevel: 0.8 },
      { location: '2036', currency: 'AUD', timeZone: 'Australia/Sydney', priceLevel: 1.4 },
    ],
    asking: [
      '* near me',
      '* cost',
      'best *',
      '* quote',
      'local *',
      '* reviews',
      'same day *',
      'trusted *',
      '* prices',
      'book *',
    ],
    doubtful: [
      'free *',
      '* jobs',
      'cheap *',
      '* online',
      'used *',
      '* course',
      '* ideas',
      '* for beginners',
      '* rental',
      'how to choose *',
    ],
    errands: ['* login', '* phone number', '* complaints', '* head office'],
  },
  german: {
    constant: '1001',
    markets: [
      { location: '2276', currency: 'EUR', timeZone: 'Europe/Berlin', priceLevel: 0.9 },
      { location: '2276', currency: 'CHF', timeZone: 'Europe/Zurich', priceLevel: 1.3 },
    ],
    asking: [
      '* in der nähe',
      '* kosten',
      'beste *',
      '* angebot',
      '* preise',
      '* erfahrungen',
      '* termin',
      'günstige *',
      '* buchen',
    ],
    doubtful: [
      'kostenlose *',
      '* gebraucht',
      '* ausbildung',
      '* selber machen',
      '* test',
      '* stellenangebote',
      '* mieten',
      '* forum',
    ],
    errands: ['* anmelden', '* telefonnummer', '* beschwerde', '* zentrale'],
  },
  spanish: {
    constant: '1003',
    markets: [
      { location: '2840', currency: 'USD', timeZone: 'America/New_York', priceLevel: 0.7 },
      { location: '2840', currency: 'MXN', timeZone: 'America/Mexico_City', priceLevel: 12 },
    ],
    asking: [
      '* cerca de mi',
      '* precio',
      'mejor *',
      '* presupuesto',
      '* opiniones',
      '* urgente',
      'reservar *',
      '* a domicilio',
    ],
    doubtful: ['* gratis', '* empleo', '* segunda mano', 'curso de *', '* en casa', '* barato', '* foro', '* alquiler'],
    errands: ['* iniciar sesion', '* telefono', '* quejas', '* oficinas'],
  },
} as const satisfies Record<string, Language>;
