import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../src/copywriting/check/checker.ts';
import type { Site } from '../../src/ports/site-reader.ts';
import { script, textsOf } from './honest-pipes.ts';
import { textsOfPage } from './one-page.ts';

const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

test('what stands above or below the line joins no number, and no price is taken from there', async () => {
  for (const price of [
    '$99<sup>00</sup>',
    '$99<sup>95</sup>',
    '<sup>$</sup>99<sup>95</sup>',
    '$99 <sup>00</sup>',
    '$99<sup><small>00</small></sup>',
    '$99<sub>00</sub>',
    '$99⁰⁰',
    'from $99<sup>1</sup>',
    'from $99<sup><a href="#note">2</a></sup>',
    '$99<sup>*</sup>',
    '$99.<sup>00</sup>',
    '$99<span class="cents">95</span>',
    '<b>$</b><b>99</b><small>00</small>',
    '99€90',
    '99 €<small>90</small>',
    '1 099 €',
    '1\u202f099 €',
  ]) {
    assert.doesNotMatch(await textsOf(list(`Tank flush ${price}`)), /99/, price);
    assert.doesNotMatch(await textsOf(`<h2>Tank flush: ${price}</h2>`), /99/, price);
    assert.doesNotMatch(await textsOf(`<table><tr><td>Tank flush</td><td>${price}</td></tr></table>`), /99/, price);
    const offer = `<meta itemprop="priceCurrency" content="USD"><b itemprop="price">${price.replaceAll(/from |\$/g, '')}</b>`;
    const product = `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Tank</b>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">${offer}</div></div>`;
    assert.doesNotMatch(await textsOf(product), /99/, price);
  }
  assert.match(await textsOf(list('Tank flush <sup>$</sup>99')), /Tank Flush \$99$/m);
  assert.match(await textsOf(list('Tank flush: $99 per m<sup>2</sup>')), /Tank flush \$99 per m²$/m);
  assert.match(await textsOf('<p>We repair the 2<sup>nd</sup> heater of a house on the same visit.</p>'), /2nd heater/);
});

test('columns of prices stay columns of prices where their cents stand above the line', async () => {
  const rows = '<tr><td>Tank flush</td><td>59<sup>99</sup> $</td><td>$49</td></tr>';
  assert.doesNotMatch(await textsOf(`<table>${rows.replace('59<sup>99</sup> $', '$59<sup>99</sup>')}</table>`), /\$/);
  const marked = '<tr><td>Job</td><td>Price*</td></tr><tr><td>Tank flush</td><td>$59</td></tr>';
  assert.doesNotMatch(await textsOf(`<table>${marked}</table>`), /\$/);
});

const NOTE = '<p>* On orders over $500. Free for members for 12 years.</p>';
const CLAIMS = /free|\$|no setup|guarantee|warranty|20|since/i;
const CLAIMING = [
  'Free estimates',
  'No setup fee',
  'Lifetime guarantee',
  'Two-year warranty on parts',
  '20% off repairs',
  'Tank flush: $49',
  'In business since 1987',
];
const MARKS = [
  '*',
  ' *',
  '**',
  '＊',
  '†',
  '‡',
  '§',
  '※',
  '¹',
  '²',
  '³',
  '<sup>1</sup>',
  '<sup>1)</sup>',
  '[1]',
  '(1)',
  '^',
  '#',
  ' #',
  ' ✱',
];

test('nothing is claimed that depends on a note', async () => {
  for (const mark of MARKS) {
    for (const marked of [
      (claim: string) => list(claim + mark),
      (claim: string) => `<h2>${claim}${mark}</h2>`,
      (claim: string) => `<p>Get a ${claim.toLowerCase()}${mark}.</p>`,
      (claim: string) => `<p>Our heaters come with ${claim.toLowerCase()}.${mark} Heaters are our work.</p>`,
      (claim: string) => `<a class="btn" href="/x">Get ${claim}${mark}</a>`,
    ]) {
      const markup = CLAIMING.map(marked).join('');
      assert.doesNotMatch(await textsOf(markup), CLAIMS, markup);
      assert.doesNotMatch(await textsOf(markup + NOTE), CLAIMS, markup);
    }
  }
  assert.match(await textsOf(list(...CLAIMING)), CLAIMS);
});

test('nor what stands below a heading or a lead-in with a mark, nor a note itself', async () => {
  for (const lead of [
    '<h2>With every order*</h2>',
    '<p>With every order*:</p>',
    '<p>With every order:<sup>1</sup></p>',
  ]) {
    assert.doesNotMatch(await textsOf(lead + list('Free estimates', 'Tank flush: $49')), CLAIMS, lead);
  }
  for (const note of [NOTE, NOTE.replace('*', '†'), NOTE.replace('* ', '<sup>1</sup> '), NOTE.replace('* ', '*')]) {
    assert.doesNotMatch(await textsOf(`${list('Tank check*')}${note}`), CLAIMS, note);
    assert.doesNotMatch(await textsOf(`<p>We check tanks*. ${note.slice(3)}`), CLAIMS, note);
  }
  const told = { '@type': 'Product', name: 'Tank*', offers: { '@type': 'Offer', price: '450', priceCurrency: 'USD' } };
  assert.doesNotMatch(await textsOf(script(told)), /450/);
});

test('marks of lists, stars as pictures and stars inside words are no notes', async () => {
  for (const item of [
    '* Free estimates',
    '*Free estimates',
    '★ Free estimates',
    'Free estimates ★',
    '– Free estimates',
  ]) {
    assert.match(await textsOf(list(item, '* Tank check')), /^Free Estimates$/m, item);
    assert.match(await textsOf(`<h2>${item}</h2>`), /^Free Estimates$/m, item);
  }
  assert.match(await textsOf('<p>Plumber*esses repair your heater, with free estimates.</p>'), /Free Estimates/);
});

test('a name is taken without its mark, and no mark stands in a text', async () => {
  const texts = await textsOf(`${list('Anode rods¹', 'Camera check*', 'Tank check†')}<h2>Tanks of 80 m³</h2>`);
  assert.doesNotMatch(texts, /[*†‡§¹²]/);
  const named = await textsOfPage('en', 'Heater repairs*', '<p>We repair heaters of every maker on one visit.</p>');
  assert.match(named, /Heater Repairs/);
  assert.doesNotMatch(named, /[*†‡§¹²³]/);
});

test('a writer claims nothing from what depends on a note', () => {
  const words = 'Free delivery* in 2 days, from $49. Lamps are tested by hand.';
  const page = { address: 'https://a.example/', language: 'en', title: words, description: null, siteName: null };
  const whole = { ...page, blocks: [], actions: [], links: [], structured: [], alternates: [], footer: [] };
  const read: Site = { address: page.address, pages: [whole], leftOut: [] };
  const checker = new Checker(read, 'en', { brand: 'A', competitors: [] });
  const sources = [{ address: page.address, words }];
  for (const text of ['Free Delivery', 'Delivery in 2 Days', 'Delivery From $49', 'Delivery*'])
    assert.equal(checker.accepts({ text, sources }, 'headline'), false, text);
  assert.equal(checker.accepts({ text: 'Lamps Tested by Hand', sources }, 'headline'), true);
});

const LANGUAGES = {
  de: {
    heading: 'Heizungswartung',
    text: '<p>Wir warten Heizungen aller Hersteller in einem Termin. Unsere Monteure prüfen jede Heizung von Hand.</p>',
    claims: ['Kostenlose Anfahrt', 'Keine Anfahrtskosten', '5 Jahre Garantie', 'Wartung: 89 €', 'Wartung ab 89 €'],
    note: '<p>* Nur ab 500 € und für Mitglieder. Kostenlos ab 89 Tagen.</p>',
    claimed: /kostenlos|keine anfahrt|garantie|89/i,
    kept: /Kostenlose Anfahrt/,
    price: [
      'Wartung: 89<sup>00</sup> €',
      'Wartung: 89,<sup>95</sup> €',
      'Wartung: 89 €<sup>1)</sup>',
      'Wartung: 89<sup>95</sup>€',
    ],
  },
  fr: {
    heading: 'Entretien de chaudière',
    text: '<p>Nous entretenons les chaudières de toutes les marques. Nos techniciens contrôlent chaque chaudière à la main.</p>',
    claims: ['Devis gratuit', 'Sans engagement', 'Garantie 5 ans', 'Entretien : 89 €', 'Entretien à partir de 89 €'],
    note: '<p>* À partir de 500 € et pour les membres. Gratuit dès 89 jours.</p>',
    claimed: /gratuit|sans engagement|garantie|89/i,
    kept: /Devis gratuit/,
    price: [
      'Entretien : 89€<sup>90</sup>',
      'Entretien : 89<sup>90</sup> €',
      'Entretien : 89 € (1)',
      'Entretien : dès 89 €<sup>(1)</sup>',
    ],
  },
};

for (const [language, { heading, text, claims, note, claimed, kept, price }] of Object.entries(LANGUAGES)) {
  test(`the same holds in other languages: ${language}`, async () => {
    for (const mark of ['*', ' *', '†', '¹', '<sup>1</sup>', '<sup>1)</sup>', '(1)']) {
      for (const claim of claims) {
        const written = await textsOfPage(language, heading, text + list(claim + mark) + note);
        assert.doesNotMatch(written, claimed, claim + mark);
      }
    }
    for (const item of price) assert.doesNotMatch(await textsOfPage(language, heading, text + list(item)), /89/, item);
    assert.match(await textsOfPage(language, heading, text + list(`* ${claims[0]}`)), kept);
    assert.match(await textsOfPage(language, heading, text + list(claims[3] ?? '')), /89 €/);
  });
}
