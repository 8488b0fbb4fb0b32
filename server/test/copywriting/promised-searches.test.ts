import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from '../../src/copywriting/compose.ts';
import { profileOf } from '../../src/copywriting/profile-of.ts';
import { processorMs } from '../harness/processor-time.ts';
import { siteOf } from './site-literals.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');

/** Keywords and headlines for a page that says something more, where people search for something. */
async function bought(search: string, page: Page, more: string): Promise<string[]> {
  const { language, name, text } = page;
  const site = siteOf({
    '': { language, title: 'Acme', text: `# Acme\n${text}`, links: { care: name } },
    care: { language, title: `${name} | Acme`, text: `# ${name}\n${text}\n${more}` },
  });
  const idea = { text: search, monthlySearches: 900, competition: 'medium' as const, lowBid: '1.00', highBid: '2.00' };
  const { ads } = await compose({ site, profile: profileOf(site, NOW), type: 'prospecting', now: NOW, ideas: [idea] });
  assert.ok(ads.length > 0, more.slice(0, 100));
  return ads.flatMap(({ keywords, headlines }) => [...keywords, ...headlines].map((one) => one.text.toLowerCase()));
}

interface Page {
  language: string;
  name: string;
  text: string;
}

const IMPLANTS: Page = {
  language: 'en',
  name: 'Dental implants',
  text: 'We place dental implants in one visit with care.\nOur dentists plan each of your implants by hand.\n- Titanium implants\n- Ceramic implants\n- Sedation for patients',
};

test('a service is not free because something else on its page is', async () => {
  for (const other of [
    'Your first consultation is free.',
    'Your first consultation about dental implants is free.',
    'Parking is free.',
    'Feel free to call.',
    'Feel free to ask about dental implants.',
    '- Free breakfast',
    '- Free dental implants consultation',
    'We do not offer free dental implants.',
    'Free dental implants for veterans.',
    'Spend $900, free dental implants.',
    'Are dental implants free?',
    'Free dental implants*',
    '## Free dental implants\n- with every new care plan',
    '- Free dental implants\n- For members only',
  ]) {
    const texts = await bought('free dental implants', IMPLANTS, other);
    assert.ok(!texts.includes('free dental implants'), other);
  }
  for (const said of ['- Free dental implants', 'With us dental implants are free.'])
    assert.ok((await bought('free dental implants', IMPLANTS, said)).includes('free dental implants'), said);
});

test('nor cheap, the best, guaranteed or there at once', async () => {
  for (const [search, other] of [
    ['cheap dental implants', 'Our prices are not cheap.'],
    ['cheap dental implants', 'No cheap dental implants here.'],
    ['affordable dental implants', 'We make care affordable.'],
    ['best dental implants', 'We do our best for you.'],
    ['guaranteed dental implants', 'Your appointment is guaranteed.'],
    ['dental implants discount', 'Ask for our discount.'],
    ['dental implants near me cheap', 'Cheap parking next door.'],
    ['24 hour dental implants', 'Our line is open 24 hours.'],
    ['24/7 dental implants', 'Reception 24/7.'],
    ['same day dental implants', 'We reply the same day.'],
  ] as const) {
    const texts = await bought(search, IMPLANTS, other);
    assert.ok(!texts.some((text) => text.includes(search.replace('/', ' '))), `${search}: ${other}`);
  }
  const texts = await bought('same day dental implants near me', IMPLANTS, '- Same-day dental implants');
  assert.ok(texts.includes('same day dental implants near me'));
});

test('in other languages too, and in one that is not known no word is joined to another', async () => {
  const pages: [Page, search: string, other: string, said: string][] = [
    [
      {
        language: 'de',
        name: 'Rohrreinigung',
        text: 'Wir reinigen Ihre Rohre in einem Termin.\nUnsere Monteure prüfen jedes Rohr mit der Kamera.\n- Abfluss in der Küche\n- Rohre im Keller\n- Kamera im Kanal',
      },
      'kostenlose rohrreinigung',
      'Die kostenlose Beratung ist bei uns üblich.',
      '- Kostenlose Rohrreinigung',
    ],
    [
      {
        language: 'es',
        name: 'Cambio de cerraduras',
        text: 'Cambiamos las cerraduras de su casa en una visita.\nNuestros técnicos revisan cada puerta a mano.\n- Cerraduras de seguridad\n- Puertas de madera\n- Llaves de coche',
      },
      'cambio de cerraduras barato',
      'El aparcamiento es barato.',
      '- Cambio de cerraduras barato',
    ],
    [
      {
        language: 'fr',
        name: 'Installation de chauffe-eau',
        text: 'Nous installons votre chauffe-eau en une visite.\nNos techniciens contrôlent chaque pièce à la main.\n- Chauffe-eau électrique\n- Ballon de cuisine\n- Pièces de rechange',
      },
      'installation de chauffe eau gratuite',
      'La consultation est gratuite.',
      '- Installation de chauffe-eau gratuite',
    ],
    [
      {
        language: 'ja',
        name: '水漏れ修理',
        text: '水漏れの修理は経験のある職人が丁寧に作業します。\nお客様のご自宅まで職人が車で伺って修理します。\n- 蛇口の交換\n- 配管の点検',
      },
      '水漏れ修理 格安',
      '格安の駐車場があります。',
      '- 格安の水漏れ修理',
    ],
    [
      {
        language: 'pt',
        name: 'Implantes dentários',
        text: 'Colocamos implantes dentários em uma só visita.\nNossos dentistas planejam cada implante com cuidado.\n- Implantes de titânio\n- Implantes de cerâmica',
      },
      'implantes dentários grátis',
      'O estacionamento é grátis.',
      '- Implantes dentários grátis',
    ],
  ];
  for (const [page, search, other, said] of pages) {
    assert.ok(!(await bought(search, page, other)).includes(search), other);
    assert.ok((await bought(search, page, said)).includes(search), said);
  }
});

test('a search that asks for the thing alone may take its words from several sentences', async () => {
  const texts = await bought('titanium dental implants', IMPLANTS, 'Parking is free.');
  assert.ok(texts.includes('titanium dental implants'));
});

test('long pages are looked through in a moment', async () => {
  const begun = processorMs();
  const text = ['grátis ', 'a, ', 'a. ', 'a - ', '1 '].map((words) => words.repeat(20_000)).join('\n');
  await bought('implantes grátis', { ...IMPLANTS, language: 'pt', name: 'Implantes' }, `- Implantes\n${text}`);
  assert.ok(processorMs() - begun < 5_000);
});
