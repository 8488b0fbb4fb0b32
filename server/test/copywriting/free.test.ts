import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../src/copywriting/check/checker.ts';
import { textsOf } from './honest-pipes.ts';
import { textsOfPage } from './one-page.ts';
import { addressOf, siteOf } from './site-literals.ts';

/** What is free only for some, or in return for something, wherever that stands. */
const LIMITED = [
  '<p>Spend $50 and get free shipping.</p>',
  '<p>Free shipping and returns on all orders over $50.</p>',
  '<p>Orders of 50 dollars or more get free shipping.</p>',
  '<p>Members enjoy free shipping.</p>',
  '<p>Free shipping, but only for members.</p>',
  '<p>Book two repairs and, with every third, enjoy free shipping.</p>',
  '<ul><li>Orders over $50: free shipping</li></ul>',
  '<h2>Free shipping</h2><p>On all US orders over $50.</p>',
  '<h2>Free shipping</h2><p>On all orders of $50 or more. We pack everything by hand.</p>',
  '<h2>Free shipping</h2><ul><li>When you join our club</li></ul>',
  '<h3>Free shipping</h3><h4>For orders over $50</h4>',
  '<p>Free shipping</p><p>For members of our club.</p>',
  '<ul><li><div>Free shipping</div><div>On orders over $50</div></li></ul>',
  '<ul><li><strong>Free shipping</strong><p>On orders over $50</p></li></ul>',
  '<dl><dt>Free shipping</dt><dd>For new clients only</dd></dl>',
  '<p>Free shipping</p><ul><li>With every new care plan</li></ul>',
  '<h3>Free shipping!</h3><h3>Only for students</h3>',
];

test('what is free on a condition is told with it or not at all', async () => {
  for (const markup of LIMITED) {
    const lines = (await textsOf(markup)).split('\n').filter((line) => /free shipping/i.test(line));
    const bare = lines.filter((line) => !/\$50|50 dollars|members|every third/i.test(line));
    assert.deepEqual(bare, [], markup);
  }
  for (const markup of [
    '<ul><li>Free shipping</li><li>Tank flush: $50</li></ul>',
    '<p>We are quick. Enjoy free shipping. Orders leave at noon.</p>',
    '<h2>Free shipping</h2><p>Our own drivers come to you.</p>',
  ])
    assert.match(await textsOf(markup), /^Free Shipping$/m, markup);
});

test('what is guaranteed for some is not for all, and a condition alone is no claim', async () => {
  const warranty = (more: string) =>
    textsOf(`<ul><li><div>Lifetime warranty</div>${more}</li><li>Quick repairs</li></ul>`);
  assert.doesNotMatch(await warranty('<div>on selected parts</div>'), /lifetime warranty$/im);
  assert.match(await warranty('<div>Our own people come</div>'), /^Lifetime Warranty$/m);
  for (const condition of ['For members only', 'On orders over $50', 'With every new care plan', 'Members only']) {
    const texts = await textsOf(`<ul><li><div>Free shipping</div><div>${condition}</div></li></ul>`);
    assert.doesNotMatch(texts, RegExp(`^${condition.replace('$', '\\$')}\\.?$`, 'im'), condition);
  }
});

const LANGUAGES = {
  de: {
    heading: 'Heizungswartung',
    text: 'Wir warten Heizungen aller Hersteller in einem Termin. Unsere Monteure prüfen jede Heizung von Hand.',
    limited: ['Ab 50 € kostenlose Lieferung.', 'Für Mitglieder gibt es kostenlose Lieferung.'],
    free: 'Wir bieten kostenlose Lieferung.',
    below: ['Kostenlose Lieferung', 'Nur für Neukunden', 'Für ADAC-Mitglieder', 'Bei jeder Bestellung'],
    claim: /^kostenlose lieferung$/im,
  },
  fr: {
    heading: 'Entretien de chaudière',
    text: 'Nous entretenons les chaudières de toutes les marques. Nos techniciens contrôlent chaque chaudière à la main.',
    limited: ['Dès 50 € d’achat, livraison gratuite.', 'Pour toute commande, livraison gratuite.'],
    free: 'Avec nous, livraison gratuite.',
    below: ['Livraison gratuite', 'Dès 50 € d’achat', 'Pour les étudiants', 'Réservé aux adhérents'],
    claim: /^livraison gratuite$/im,
  },
  es: {
    heading: 'Cambio de cerraduras',
    text: 'Cambiamos cerraduras de todas las marcas en una visita. Nuestros técnicos revisan cada puerta a mano.',
    limited: ['A partir de 50 €, envío gratis.', 'Si eres socio, envío gratis.'],
    free: 'Con nosotros, envío gratis.',
    below: ['Envío gratis', 'Para estudiantes', 'Con seguro Adeslas', 'A partir de 50 €'],
    claim: /^envío gratis$/im,
  },
  ja: {
    heading: '水漏れ修理',
    text: '水漏れの修理は経験のある職人が丁寧に作業します。お客様のご自宅まで職人が車で伺って修理します。',
    limited: ['5,000円以上で送料無料です。', '会員の方は送料無料です。'],
    free: 'どこでも送料無料です。',
    below: ['送料無料', '会員のみ', '5,000円以上', '学生の方'],
    claim: /^送料無料$/m,
  },
};

for (const [language, { heading, text, limited, below, free, claim }] of Object.entries(LANGUAGES)) {
  test(`the same in other languages: ${language}`, async () => {
    const written = (sentence: string) => textsOfPage(language, heading, `<p>${text}</p><p>${sentence}</p>`);
    for (const sentence of limited) assert.doesNotMatch(await written(sentence), claim, sentence);
    const [line = '', ...conditions] = below;
    for (const condition of conditions) {
      const item = `<ul><li><div>${line}</div><div>${condition}</div></li></ul>`;
      assert.doesNotMatch(await textsOfPage(language, heading, `<p>${text}</p>${item}`), claim, condition);
    }
    assert.match(await written(free), claim);
  });
}

test('a writer calls nothing free but what one sentence calls so', () => {
  const words = [
    'Your first consultation is free.',
    'We place dental implants.',
    'Parking is free.',
    'Free shipping over $49.50.',
  ];
  const site = siteOf({ drains: { text: words.join('\n') } });
  const checker = new Checker(site, 'en', { brand: 'A', competitors: [] });
  const sources = words.map((one) => ({ address: addressOf('drains'), words: one }));
  const problems = (text: string) => checker.verdict({ text, sources }, 'headline').traceable;
  for (const text of ['Free Dental Implants', 'Dental Implants Free', 'Free Shipping'])
    assert.notDeepEqual(problems(text), [], text);
  for (const text of ['Free Parking', 'First Consultation Free', 'Free Shipping Over $49.50'])
    assert.deepEqual(problems(text), [], text);
});
