import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT, script, wordsOf } from './honest-pipes.ts';

/** An item as JSON-LD has it; microdata is made from the same. */
interface Item {
  '@type': string;
  [property: string]: string | Item | Item[];
}

const RIVAL: Item = {
  '@type': 'Organization',
  name: 'Cheap Rivals',
  url: 'https://rivals.example',
  logo: 'https://rivals.example/logo.png',
  telephone: '+1 512 555 0000',
  foundingDate: '1871-01-01',
};
const RATING: Item = { '@type': 'AggregateRating', ratingValue: '4.8', reviewCount: '3120' };
const PRICED: Item = {
  '@type': 'Service',
  name: 'Free heaters for all',
  offers: { '@type': 'Offer', price: '1.00', priceCurrency: 'USD' },
};
const RATED: Item = { '@type': 'LocalBusiness', name: 'Cheap Rivals', aggregateRating: RATING };
const { url: _, ...WITHOUT_ADDRESS } = RIVAL;

function reviewWith(inner: Record<string, string | Item>): Item {
  return {
    '@type': 'Product',
    name: 'Water heaters',
    review: { '@type': 'Review', reviewBody: 'Cheap Rivals', ...inner },
  };
}

/** What a page tells machines of others: nothing of it may stand in an ad of the site. */
const OF_OTHERS: Record<string, Item> = {
  'publisher of a review': reviewWith({ publisher: RIVAL }),
  'author of a review': reviewWith({ author: WITHOUT_ADDRESS }),
  'subject of a review': reviewWith({ itemReviewed: PRICED }),
  'business that a review rates': reviewWith({ itemReviewed: RATED }),
  'review that stands alone': { '@type': 'Review', author: RIVAL, itemReviewed: PRICED, publisher: WITHOUT_ADDRESS },
  'review by a critic': { '@type': 'CriticReview', publisher: WITHOUT_ADDRESS, itemReviewed: PRICED },
  comment: { '@type': 'WebPage', comment: { '@type': 'Comment', author: WITHOUT_ADDRESS, about: PRICED } },
  'questions of visitors': {
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: 'Who?',
      suggestedAnswer: { '@type': 'Answer', author: RIVAL, about: PRICED },
    },
  },
  'author of an article': { '@type': 'WebPage', author: WITHOUT_ADDRESS },
  'brand of a product': { '@type': 'Product', name: 'Heater', brand: { ...WITHOUT_ADDRESS, '@type': 'Brand' } },
  'maker of a product': { '@type': 'Product', name: 'Heater', manufacturer: WITHOUT_ADDRESS },
  'rating of a product': { '@type': 'Product', name: 'Rheem Gladiator 50', aggregateRating: RATING },
  'rating of a service': { '@type': 'Service', name: 'Tank check', aggregateRating: RATING },
  'rating of another product': { '@type': 'Product', name: 'Heater', isRelatedTo: { ...RATED, '@type': 'Product' } },
  'offer of another': { '@type': 'Product', name: 'Heater', isSimilarTo: PRICED },
  'business elsewhere': RIVAL,
  'business with a rating elsewhere': { ...RATED, url: 'https://rivals.example' },
  sponsor: {
    '@type': 'LocalBusiness',
    name: 'Honest Pipes',
    telephone: '1',
    sponsor: WITHOUT_ADDRESS,
    memberOf: RIVAL,
  },
};

const PLACES: Record<string, (item: Item) => string> = {
  'JSON-LD': (item) => script({ '@context': 'https://schema.org', ...item }),
  'JSON-LD in a graph': (item) => script({ '@graph': [item] }),
  'JSON-LD in a list': (item) => script([item]),
  microdata: (item) => microdata(item),
};

test('what a page tells machines of others is in no ad of its own', async () => {
  for (const siteName of ['Honest Pipes', undefined]) {
    for (const [place, written] of Object.entries(PLACES)) {
      for (const [what, item] of Object.entries(OF_OTHERS)) {
        const words = await wordsOf(written(item), siteName);
        const found = /.*(rivals|free heaters|4\.8|3,?120|1871|\$1\b).*/i.exec(words)?.[0];
        assert.equal(found, undefined, `${what}, ${place}, ${siteName}: ${found}`);
      }
    }
  }
});

const OWN: Item = {
  '@type': 'Plumber',
  name: 'Honest Pipes LLC',
  url: `${ROOT}/`,
  telephone: '+1 512 555 0100',
  foundingDate: '1987',
  aggregateRating: RATING,
};

/** How small businesses mark up themselves. */
const OF_THE_BUSINESS: Record<string, object> = {
  alone: OWN,
  'in a graph': {
    '@graph': [
      {
        '@type': 'WebSite',
        '@id': `${ROOT}/#website`,
        url: ROOT,
        name: 'Honest Pipes LLC',
        publisher: { '@id': `${ROOT}/#org` },
      },
      { ...OWN, '@type': ['Plumber', 'Organization'], '@id': `${ROOT}/#org` },
    ],
  },
  'without an address of its own': { ...OWN, url: undefined },
  'provider of a service': { '@type': 'Service', name: 'Drain cleaning', provider: OWN },
  'publisher of the website': { '@type': 'WebSite', publisher: OWN },
  'subject of the page': { '@type': 'ContactPage', mainEntity: OWN },
  'under another address of the site': { ...OWN, url: 'http://www.honestpipes.example/austin' },
};

test('what a business tells machines of itself is read', async () => {
  for (const [what, item] of Object.entries(OF_THE_BUSINESS)) {
    for (const siteName of ['Honest Pipes', undefined]) {
      const words = await wordsOf(script(item), siteName);
      assert.match(words, /Honest Pipes LLC/, `${what}, ${siteName}`);
      assert.match(words, /4\.8/, `${what}, ${siteName}`);
    }
  }
});

test('a product has its own name and price, and a rating of the one product of a business is the rating of it', async () => {
  const heater = {
    '@type': 'Product',
    name: 'Tank heater',
    offers: { '@type': 'Offer', price: '450', priceCurrency: 'USD' },
  };
  for (const written of Object.values(PLACES)) assert.match(await wordsOf(written(heater)), /Tank Heater \$450/i);
  const catalogue = { '@type': 'OfferCatalog', itemListElement: { '@type': 'Offer', itemOffered: heater } };
  assert.match(await wordsOf(script({ ...OWN, hasOfferCatalog: catalogue })), /Tank Heater \$450/i);
  const app = { '@type': 'SoftwareApplication', name: 'Honest Pipes', aggregateRating: RATING };
  assert.match(await wordsOf(script(app)), /4\.8/);
});

function microdata({ '@type': type, ...properties }: Item, name?: string): string {
  const inner = Object.entries(properties).flatMap(([property, values]) =>
    [values].flat().map((value) => (typeof value === 'string' ? text(property, value) : microdata(value, property))),
  );
  const itemprop = name ? `itemprop="${name}" ` : '';
  return `<div ${itemprop}itemscope itemtype="https://schema.org/${type}">${inner.join('')}</div>`;
}

function text(property: string, value: string): string {
  return `<meta itemprop="${property}" content="${value}">`;
}
