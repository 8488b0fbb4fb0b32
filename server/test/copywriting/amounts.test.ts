import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountsIn, priceAtEnd } from '../../src/copywriting/amounts.ts';
import { Checker } from '../../src/copywriting/check/checker.ts';
import { lexiconOf } from '../../src/copywriting/languages/lexicons.ts';
import { processorMs } from '../harness/processor-time.ts';
import { script, textsOf } from './honest-pipes.ts';
import { textsOfPage } from './one-page.ts';
import { addressOf, siteOf } from './site-literals.ts';

/** Cells that hold something else than one whole price. */
const NO_PRICES = {
  de: ["3'200CHF4", '12 500 EUR', '12 500 €', 'bis 50 €', '290 € Anzahlung', '25–40 €', '1,5 Mio. €', '49 € Rabatt'],
  en: [
    '1 299 kr',
    '£450k',
    '$1.5k',
    '$2.5 million',
    '$50 off',
    'Save $50',
    'up to $500',
    '$50 deposit',
    '$25-40',
    '$25 - $40',
    '$25 to $40',
    '$99 for new clients only',
    '$99 and up',
    'about $99',
    'was $99',
    '$99/100 g',
    'XY$800',
    '$12.3456',
  ],
  ja: [
    '1万5,000円',
    '15万円',
    '月額8,000円',
    '5,000円OFF',
    '3,000円引き',
    '5,000円以上',
    '最大5,000円',
    '5,000円〜8,000円',
  ],
};

/** Cells with a price, and what of it has to be told. */
const PRICES: Record<string, Record<string, object>> = {
  de: {
    "3'200 CHF": { amount: "3'200 CHF" },
    'CHF 3’200': { amount: 'CHF 3’200' },
    'ab 1.290,50 €': { amount: '1.290,50 €', isFrom: true },
    '49 € mtl.': { per: 'mtl' },
    '25 €/kg': { per: '/kg' },
    '45 €/Std.': { per: '/Std' },
    '290 € je Kiefer': { per: 'je Kiefer' },
    '49 € inkl. MwSt.': { amount: '49 €', per: '' },
  },
  en: {
    '$49 monthly': { per: 'monthly' },
    '$12/ft': { per: '/ft' },
    '$20 per tire': { per: 'per tire' },
    '$9 per user per month': { per: 'per user per month' },
    '$20 each': { per: 'each' },
    'from $1,450': { amount: '$1,450', isFrom: true },
    '$49+': { isFrom: true },
    HK$800: { amount: 'HK$800' },
    NT$800: { amount: 'NT$800' },
    'R$ 300': { amount: 'R$ 300' },
    'C$1,900': { amount: 'C$1,900' },
    'MX$1,200': { amount: 'MX$1,200' },
  },
  ja: {
    '3,300円（税込）から': { amount: '3,300円', isFrom: true },
    '3,300円（税込）': { amount: '3,300円', isFrom: false },
    '¥8,000/月': { amount: '¥8,000', per: '/月' },
  },
};

/** A page that has enough to say for an ad. */
const PAGES = {
  de: {
    name: 'Wartung',
    row: 'Heizkörper',
    text: 'Wir warten Heizungen aller Hersteller in einem Termin. Unsere Monteure prüfen jede Heizung von Hand.',
    price: '89 €',
  },
  en: {
    name: 'Tank flush',
    row: 'Anode rod',
    text: 'We flush tanks of every maker in one visit. Our plumbers check each tank by hand.',
    price: '$89',
  },
  ja: {
    name: '水漏れ修理',
    row: '蛇口の交換',
    text: '水漏れの修理は経験のある職人が丁寧に作業します。お客様のご自宅まで職人が車で伺って修理します。',
    price: '8,900円',
  },
};

describe('a price is read whole', () => {
  for (const language of ['de', 'en', 'ja'] as const) {
    test(`or not at all: ${language}`, async () => {
      const { name, row, text, price } = PAGES[language];
      const written = (cell: string) =>
        textsOfPage(language, name, `<p>${text}</p><table><tr><td>${row}</td><td>${cell}</td></tr></table>`);
      assert.ok((await written(price)).includes(price));
      for (const cell of NO_PRICES[language]) {
        const found = priceAtEnd(cell, lexiconOf(language));
        assert.ok(found === undefined || found.before !== '', cell);
        assert.doesNotMatch(await written(cell), /\d/, cell);
      }
    });
  }

  for (const [language, cells] of Object.entries(PRICES)) {
    test(`with its currency, its “from” and its unit: ${language}`, () => {
      for (const [cell, expected] of Object.entries(cells)) {
        const found = priceAtEnd(cell, lexiconOf(language));
        assert.ok(found && found.before === '', cell);
        assert.deepEqual({ ...found, ...expected }, found, cell);
      }
    });
  }

  test('also in a list, and behind its head and its notes', async () => {
    for (const item of [
      'Tank flush: $50 off',
      'Tank flush: $25-40',
      'Tank flush: 1 299 kr',
      'Tank flush: $50 deposit',
      'Book online: -$20',
      'Night: +$40',
    ])
      assert.doesNotMatch(await textsOf(`<ul><li>${item}</li></ul>`), /\$|kr/i, item);
    assert.match(await textsOf('<ul><li>Tank flush: $20 per tank</li></ul>'), /Tank Flush \$20 per Tank/i);
    assert.match(await textsOf('<ul><li>Tank flush - $20</li></ul>'), /Tank Flush \$20/);
    const row = (head: string, note: string) =>
      `<table><tr><td>Job</td><td>${head}</td><td>Note</td></tr><tr><td>Tank flush</td><td>$59</td><td>${note}</td></tr></table>`;
    for (const [head, note] of [
      ['Price per hour', ''],
      ['Our price per hour', ''],
      ['Price from', ''],
      ['Price (excl. tax)', ''],
      ['Price', 'new clients only'],
      ['Price', 'plus $20 for the trip'],
    ] as const)
      assert.doesNotMatch(await textsOf(row(head, note)), /\$59/, head + note);
    assert.match(await textsOf(row('Price', 'parts included')), /Tank Flush \$59/);
  });

  test('and nothing is no price', async () => {
    const offers = { '@type': 'AggregateOffer', lowPrice: '0.00', priceCurrency: 'USD' };
    assert.doesNotMatch(await textsOf(script({ '@type': 'Product', name: 'Tank heater', offers })), /\$0/);
  });

  test('in a moment, however long the digits go on', () => {
    const begun = processorMs();
    for (const part of ['1 ', "1'", '1,000', '$', '$1', '€ - ', '1 to ', '円', '万'])
      amountsIn(part.repeat(4_000), lexiconOf('en'));
    assert.ok(processorMs() - begun < 1_000);
  });
});

test('a writer’s price is the one of its source, with all that belongs to it', () => {
  const check = (text: string, words: string, language = 'en') => {
    const site = siteOf({ drains: { text: words } });
    const sources = [{ address: addressOf('drains'), words }];
    return new Checker(site, language, { brand: 'A', competitors: [] }).verdict({ text, sources }, 'description')
      .traceable;
  };
  for (const [text, words] of [
    ['Drains 200 CHF', "Drains 3'200 CHF"],
    ['Drains 500 EUR', 'Drains 12 500 EUR'],
    ['Drains $800', 'Drains HK$800'],
    ['Drains $450', 'Drains $450k'],
    ['Drains $25', 'Drains $25-40'],
    ['Drains $25', 'Drains $25 to $40'],
    ['Drains $50', 'Drains $50 off'],
    ['Drains $50', 'Drains up to $50'],
    ['Drains $50', 'Drains $50 per tank'],
  ] as const)
    assert.notDeepEqual(check(text, words), [], `${text} from ${words}`);
  for (const [text, words] of [
    ['Drains $50 per Tank', 'Drains $50 per tank'],
    ['Drains 3’200 CHF', 'Drains 3’200 CHF'],
    ['Drains cost 12 500 EUR with parts.', 'Drains cost 12 500 EUR with parts.'],
    ['Drains cost $25 to $40.', 'Drains cost $25 to $40.'],
  ] as const)
    assert.deepEqual(check(text, words), [], `${text} from ${words}`);
});
