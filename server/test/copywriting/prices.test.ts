import assert from 'node:assert/strict';
import { test } from 'node:test';
import { script, textsOf } from './honest-pipes.ts';
import { textsOfPage } from './one-page.ts';

function table(...rows: string[]): string {
  const cells = (row: string) => row.split('|').map((cell) => `<td>${cell.trim()}</td>`);
  return `<table>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`;
}

test('a table names the price of a thing where it has one column of prices, which are ours and everybody’s', async () => {
  for (const [what, markup] of Object.entries({
    'of others and ours': table('Job | Cheap Rivals | Honest Pipes', 'Tank flush | $59 | $149'),
    'of others alone': table('Job | Cheap Rivals | Remarks', 'Tank flush | $59 | too cheap to be true'),
    'of others, ours in words': table('Job | Cheap Rivals | Honest Pipes', 'Tank flush | $59 | $149, all included'),
    'old and new ones': table('Job | Was | Now', 'Tank flush | $59 | $49'),
    'old ones': table('Job | Old price', 'Tank flush | $59'),
    'of members': table('Job | Members', 'Tank flush | $59'),
    'of members, told so': table('Job | Price for members', 'Tank flush | $59'),
    'sellers in rows': table('Cheap Rivals | $59', 'Honest Pipes | $149'),
    'sellers in rows, ours as us': table('Who | Price', 'Us | $149', 'Big Blue Plumbing | $59'),
    'of others in rows': table('Other plumbers | $59', 'Our competitors | $49'),
    'two in one cell': table('Job | Price', 'Tank flush | $59 $49'),
    'below a heading of others': `<h2>What our competitors charge</h2>${table('Tank flush | $59')}`,
    'below an empty cell': table('Job | Cheap Rivals | Honest Pipes', 'Tank flush | $59 | ', 'Anode rod | | $149'),
  })) {
    assert.doesNotMatch(await textsOf(markup), /\$(59|49|149)/, what);
  }
  for (const [what, markup] of Object.entries({
    'without heads': table('Tank flush | $59', 'Anode rod | $79'),
    'with a note': table('Job | Price | Good to know', 'Tank flush | $59 | parts included'),
    ours: table('Job | Our price', 'Tank flush | $59'),
    'by our name': table('Job | Honest Pipes', 'Tank flush | $59'),
    'with a remark on tax': table('Job | Price (incl. tax)', 'Tank flush | $59'),
  })) {
    assert.match(await textsOf(markup), /Tank Flush \$59/, what);
  }
});

test('a label that ends in another meaning than the price gives none', async () => {
  for (const item of ['Tank flush: was $59', 'Old price: $59', 'You save: $59', 'Fines up to: $59']) {
    assert.doesNotMatch(await textsOf(`<ul><li>${item}</li></ul>`), /(Was|Price|Save|up to) \$59/, item);
  }
  assert.doesNotMatch(await textsOf('<ul><li>Cheap Rivals: $59</li><li>Honest Pipes: $149</li></ul>'), /\$/);
  assert.doesNotMatch(await textsOf('<ul><li>Us: $149</li><li>Big Blue Plumbing: $59</li></ul>'), /\$/);
});

test('below a heading that speaks of some buyers, or of a part, no price is everybody’s', async () => {
  const list = '<ul><li>Tank flush: $59</li></ul>';
  for (const heading of [
    'Member prices',
    'Only for students',
    'Emergency surcharge',
    'Deposit',
    'Save on your first order',
    'With your insurance',
  ]) {
    assert.doesNotMatch(await textsOf(`<h2>${heading}</h2>${list}`), /\$59/, heading);
    assert.doesNotMatch(
      await textsOf(`<h2>${heading}</h2><h3>Tanks</h3>${table('Tank flush | $59')}`),
      /\$59/,
      heading,
    );
  }
  for (const heading of ['Prices', 'Tank service', 'What it costs'])
    assert.match(await textsOf(`<h2>Member prices</h2><h2>${heading}</h2>${list}`), /Tank Flush \$59/, heading);
  for (const [language, heading, limit, item] of [
    ['de', 'Heizungswartung', 'Für ADAC-Mitglieder', 'Ölwechsel: 79 €'],
    ['fr', 'Entretien de chaudière', 'Étudiantes', 'Vidange : 79 €'],
    ['es', 'Cambio de cerraduras', 'Con seguro Adeslas', 'Cambio de aceite: 79 €'],
    ['ja', '水漏れ修理', '会員価格', '点検 79円'],
  ] as const) {
    assert.doesNotMatch(
      await textsOfPage(language, heading, `<h2>${limit}</h2><ul><li>${item}</li></ul>`),
      /79/,
      limit,
    );
  }
});

function product(offer: object): string {
  return script({
    '@type': 'Product',
    name: 'Tank heater',
    offers: { '@type': 'Offer', price: '450', priceCurrency: 'USD', ...offer },
  });
}

test('an offer told to machines counts while it holds, for the whole thing, and where its number is plain', async () => {
  const perHour = { '@type': 'UnitPriceSpecification', price: '450', unitCode: 'HUR' };
  for (const offer of [
    { priceValidUntil: '2019-12-31' },
    { priceValidUntil: 'last year' },
    { validThrough: '2026-05-31' },
    { availability: 'https://schema.org/Discontinued' },
    { availability: 'OutOfStock' },
    { availability: 'http://schema.org/SoldOut' },
    { unitCode: 'MON' },
    { unitText: 'per hour' },
    { billingDuration: 12 },
    { priceSpecification: perHour },
    { price: '450.000' },
    { price: '450.0000' },
    { price: '450,000', priceCurrency: 'EUR' },
  ]) {
    assert.doesNotMatch(await textsOf(product(offer)), /450/, JSON.stringify(offer));
  }
  for (const offer of [
    {},
    { priceValidUntil: '2026-06-01' },
    { availability: 'https://schema.org/InStock' },
    { priceSpecification: { '@type': 'UnitPriceSpecification', price: '450', unitCode: 'C62' } },
    { price: '450.00' },
  ]) {
    assert.match(await textsOf(product(offer)), /Tank Heater \$450/, JSON.stringify(offer));
  }
  assert.match(await textsOf(product({ price: '1,450' })), /Tank Heater \$1450/);
});
