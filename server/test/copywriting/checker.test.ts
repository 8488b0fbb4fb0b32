import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Checker } from '../../src/copywriting/check/checker.ts';
import type { TextKind } from '../../src/copywriting/check/policy.ts';
import { addressOf, siteOf } from './site-literals.ts';

const WORDS = {
  summary: 'Drains in Austin cleared within 60 minutes, with no night fee.',
  price: 'Drain cleaning from $189 per visit',
  warranty: 'Ten-year warranty on new pipes',
  shipping: 'Free delivery on orders over $50.',
  plain: 'We do not repair boilers.',
  award: 'Voted best plumber by Austin Monthly',
};
const site = siteOf({ drains: { text: Object.values(WORDS).join('\n') } });
const checker = new Checker(site, 'en', { brand: 'Acme', competitors: ['Roto-Rooter'] });

function verdict(text: string, source: keyof typeof WORDS, kind: TextKind = 'headline') {
  return checker.verdict({ text, sources: [{ address: addressOf('drains'), words: WORDS[source] }] }, kind);
}

describe('a text', () => {
  const sound: [string, keyof typeof WORDS][] = [
    ['Drains Cleared in Austin', 'summary'],
    ['Within 60 Minutes', 'summary'],
    ['No Night Fee', 'summary'],
    ['Drain Cleaning From $189 per Visit', 'price'],
    ['Ten-Year Warranty', 'warranty'],
    ['Free Delivery Over $50', 'shipping'],
  ];
  for (const [text, source] of sound) {
    test(`passes where its source says it: ${text}`, () => {
      assert.deepEqual(verdict(text, source, 'description').traceable, []);
    });
  }

  const untrue: [why: string, text: string, source: keyof typeof WORDS][] = [
    ['another number', 'Cleared Within 30 Minutes', 'summary'],
    ['another place', 'Drains Cleared in Dallas', 'summary'],
    ['a claim of its own', 'Licensed Drain Cleaning', 'price'],
    ['a name of its own', 'Drains Cleared by Bob', 'summary'],
    ['a price without its from', 'Drain Cleaning $189 per Visit', 'price'],
    ['a price without its unit', 'Drain Cleaning From $189', 'price'],
    ['another currency', 'Drain Cleaning From €189', 'price'],
    ['a superlative of its own', 'Best Drains in Austin', 'summary'],
    ['a guarantee of its own', 'Drains Cleared, Guaranteed', 'summary'],
    ['free where nothing is', 'Free Drains in Austin', 'summary'],
    ['free without its condition', 'Free Delivery on Orders', 'shipping'],
    ['the opposite', 'We Repair Boilers', 'plain'],
    ['what is denied', 'Night Fee in Austin', 'summary'],
  ];
  for (const [why, text, source] of untrue) {
    test(`fails for ${why}: ${text}`, () => assert.notDeepEqual(verdict(text, source).traceable, []));
  }

  const refused: [why: string, text: string, kind?: TextKind][] = [
    ['its length', 'Drains in Austin cleared within 60'],
    ['an exclamation mark', 'Drains Cleared!'],
    ['a phone number', 'Drains: 512-555-0142'],
    ['an address', 'Drains at acme.example'],
    ['placeholders', '{KeyWord:Drains}'],
    ['pictures', 'Drains 🔥'],
    ['capitals', 'DRAINS CLEARED'],
    ['spaced letters', 'D R A I N S'],
    ['repeated marks', 'Drains.. Austin'],
    ['“click here”', 'Click Here: Drains'],
    ['a competitor', 'Drains Like Roto-Rooter'],
    ['being cut off', 'Drains in Austin With'],
    ['markup', 'Drains &amp; Austin'],
    ['unseen characters', 'Drains\u202e Austin'],
    ['an unproven superlative', 'Best Plumber'],
    ['half a sentence', 'Drains in Austin cleared within', 'description'],
  ];
  for (const [why, text, kind] of refused) {
    test(`is no ad for ${why}: ${text}`, () => assert.notDeepEqual(verdict(text, 'summary', kind).valid, []));
  }

  test('holds no telephone number, however it is written', () => {
    for (const text of [
      'Appelez le 02 40 12 34 56',
      'Urgencias 912345678',
      'Urgencias 912 345 678',
      'Drains 22 123 456',
      'CALL 5125550142',
      'Drains: 512-555-0142',
      'Drains: (512) 555-0142',
      'Drains: 512.555.0142',
      'Drains: +1 512 555 0142',
      'Drains: 1 800 555 0142',
      'Drains: 555-0142',
      'Rufen Sie 0251/123456',
      'Drains 512–555–0142',
      'Drains 0３-１２３４-５６７８',
      'Drains from $50, 512 555 0142',
      'Drains since 1987: 5550142',
    ])
      assert.ok(verdict(text, 'summary').valid.includes('phone number'), text);
    for (const text of [
      'Family Business 1987-2026',
      'Drains 2010 – 2026',
      'Open 24/7, 365 Days',
      'Drains From $1,234,567',
      'Drains From $1234567',
      'Drains 1.290.000 €',
      'Drains 125.000,00 €',
      'Over 1.000.000 Drains',
      '1 000 000 Drains',
      '12 500 Drains',
      '100 000 Drains',
      '8.00–18.00 Uhr',
      'Until 31.12.2026',
      'ISO 9001:2015',
      '4.9 Stars, 1,214 Reviews',
      'Drains in 78704 Austin',
    ])
      assert.ok(!verdict(text, 'summary').valid.includes('phone number'), text);
  });

  /** Hosts as people write them, and as those do who do not want them to be found. */
  const foreign = [
    'Cheaper at Plumb4u.store',
    'Visit Rival-Boilers.ru',
    'Visit RIVAL.RU',
    'Visit G00gle.dev',
    'Pricing at Evil.ru/offers',
    'Drains at rival.co.uk',
    'Drains at rival.ru.',
    'Drains at shop.rival.com.br',
    'Drains: rival.github.io',
    'Drains at rival.ru.Austin',
    'Drains at rival . ru',
    'Drains at rival .ru',
    'Drains at rival\u00a0.\u00a0ru',
    'Drains at rival．ru',
    'Drains at rival。ru',
    'Drains at rival｡ru',
    'Drains at rival․ru',
    'Drains at rival·ru',
    'Drains at shop·rival·com',
    'Drains at Rival‧de',
    'Drains at Dr.med.ru',
    'Drains at Mr.Rival.ru',
    'Drains at Rival.Co.Ltd',
    'Drains at rival-B.Sc',
    'Drains at Do.it',
    'Drains at Fast.Fair.Fun',
    'Drains at ｒｉｖａｌ.ｒｕ',
    'Drains at соперник.рф',
    'Drains: xn--c1ad6a.xn--p1ai',
    'Drains at acme.example',
    'Acme.ru',
  ];
  for (const kind of ['headline', 'description', 'sitelinkText', 'sitelinkLine', 'callout'] as const) {
    test(`names no other site in a ${kind}`, () => {
      for (const text of foreign) assert.ok(verdict(text, 'summary', kind).valid.includes('address'), text);
    });
  }

  test('may hold dots that are no host’s', () => {
    const own = [
      'Tools, e.g. Augers',
      'No.1 in Austin',
      'Node.js and Vue.js Drains',
      '3.5 Stars',
      'Drains in St.Pauli',
      'U.S. Drains, 9 a.m. to 5 p.m.',
      'Licensed. Insured. Local.',
      'Book today. Call now. Shop online.',
      'Drains cleared. No fee. It works.',
      'Müller GmbH & Co.KG',
      'Müller GmbH & Co. KG',
      'Acme Co.Ltd.',
      'Acme Co.,Ltd.',
      'Acme Pty.Ltd.',
      'Acme Pte.Ltd',
      'Hire .NET Developers',
      'Jo Doe, B.Sc.',
      'Jo Doe, M.Sc. Drains',
      'Dr.med. Schmidt',
      'Prof.Dr.med.Schmidt',
      'Dr.med.vet. Schmidt',
      'Dipl.Ing. Schmidt',
      'Mr.Green Drains',
      'Do.It Yourself',
      'Hotel·Restaurant',
      'Bar·Café·Shop',
      'La novel·la de Carcassonne',
      'z.B. Rohre, inkl. MwSt.',
      'Drains · Repair · Services',
      'Wait… Shop Now',
      '水漏れ修理。世界の技術。',
      'Drains at 9.30',
      'S.A. Drains',
      'Brochure.pdf',
      '1.000 Drains',
    ];
    for (const text of own) assert.ok(!verdict(text, 'summary').valid.includes('address'), text);
  });

  test('may hold the host that is the name of its business, and no other', () => {
    const named = new Checker(site, 'en', { brand: 'Drains.dev', competitors: [] });
    const problems = (text: string) => named.verdict({ text, sources: [] }, 'headline').valid;
    assert.deepEqual(problems('Drains.dev Official Site'), []);
    assert.deepEqual(problems('Drains.dev or Rival.dev'), ['address']);
    assert.deepEqual(problems('Drains.dev.ru'), ['address']);
  });

  test('counts wide characters twice', () => {
    assert.deepEqual(verdict('水'.repeat(15), 'summary').valid, []);
    assert.deepEqual(verdict('水'.repeat(16), 'summary').valid, ['too long']);
  });

  test('has sources, and the site carries them', () => {
    const made = { address: addressOf('drains'), words: 'Drains cleared in 5 minutes' };
    assert.deepEqual(checker.verdict({ text: 'Drains', sources: [] }, 'headline').traceable, ['no source']);
    assert.match(checker.verdict({ text: 'Drains', sources: [made] }, 'headline').traceable.join(), /not on the site/);
    const elsewhere = { address: addressOf('other'), words: WORDS.summary };
    assert.match(
      checker.verdict({ text: 'Drains', sources: [elsewhere] }, 'headline').traceable.join(),
      /not on the site/,
    );
  });

  test('is in the language of the site', () => {
    assert.deepEqual(verdict('Wir reinigen Rohre für Sie und mit uns', 'summary').language, ['another language']);
    assert.deepEqual(verdict('横浜市の水道修理', 'summary').language, ['another language']);
  });
});

describe('two headlines say the same', () => {
  const pairs: [string, string, boolean][] = [
    ['Drain Cleaning Austin', 'Drain Cleaning in Austin', true],
    ['Drain Cleaning Austin', 'Drain Cleaning Leander', true],
    ['Same-Day Repair', 'Same-Day Repair, All Brands', true],
    ['Drain Cleaning', 'Drain Cleaning $189', true],
    ['Drain Cleaning in Austin', 'Drain Cleaning From $189', false],
    ['Book Drain Cleaning', 'Drain Cleaning in Austin', false],
    ['Licensed and Insured', 'Open 24 Hours', false],
  ];
  for (const [one, other, same] of pairs) {
    test(`${same ? 'where' : 'not where'} they are “${one}” and “${other}”`, () => {
      assert.equal(checker.isNew(one, [other], 'headline'), !same);
    });
  }
});
