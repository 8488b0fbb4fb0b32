import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lexiconOf } from '../../src/copywriting/languages/lexicons.ts';
import { ownBlocks } from '../../src/copywriting/own-words.ts';
import type { TextBlock } from '../../src/ports/site-reader.ts';

/** In each language: headings above what is not ours, and above what is. */
const HEADINGS: Record<string, { theirs: string[]; ours: string[] }> = {
  en: { theirs: ['We do not offer', 'Our supplier offers'], ours: ['We offer', 'No surcharge'] },
  de: {
    theirs: [
      'Das bieten wir nicht',
      'Was wir nicht anbieten',
      'Nicht enthalten',
      'Unser Partner Billig GmbH bietet',
      'Andere Anbieter',
    ],
    ours: [
      'Das bieten wir',
      'Keine Anfahrtskosten',
      'Ohne Aufpreis',
      'Nicht nur Heizungen',
      'Ihr Partner in Münster',
      'Preise im Vergleich',
    ],
  },
  es: {
    theirs: ['No ofrecemos', 'No incluido', 'Lo que no hacemos', 'Nuestro proveedor ofrece', 'La competencia cobra'],
    ours: ['Ofrecemos', 'Sin recargos', 'No solo cerraduras', 'Su socio en Valencia'],
  },
  fr: {
    theirs: [
      'Nous ne proposons pas',
      'Non compris',
      'Ce que nous ne faisons pas',
      'Notre partenaire propose',
      'Les concurrents',
    ],
    ours: ['Nous proposons', 'Sans supplément', 'Pas seulement la plomberie', 'Votre partenaire à Lyon'],
  },
  ja: {
    theirs: ['対応していないサービス', '料金に含まれないもの', '他社の料金', '行っておりません'],
    ours: ['対応サービス', '追加料金なし', '予約不要'],
  },
  pt: { theirs: ['Não oferecemos'], ours: ['Oferecemos', 'Sem taxas'] },
};

test('a list belongs to the heading above it, in every language', () => {
  for (const [language, { theirs, ours }] of Object.entries(HEADINGS)) {
    const kept = (text: string) => {
      const heading: TextBlock = { kind: 'heading', level: 2, text };
      const item: TextBlock = { kind: 'item', level: 0, text: 'ISO 9001' };
      const voice = { lexicon: lexiconOf(language), owner: { brand: 'Acme' } };
      return ownBlocks([heading, item], voice).includes(item);
    };
    for (const text of theirs) assert.equal(kept(text), false, text);
    for (const text of ours) assert.equal(kept(text), true, text);
  }
});

/** In each language: titles of pages that say “not” and deny nothing, and one that does. */
const TITLES: Record<string, { named: string[]; denied: string[] }> = {
  en: {
    named: [
      'Plumbing Service You Didn’t Expect',
      'Plumbers who show up when others cannot deliver.',
      'Repair vs Replacement: Austin plumbers',
    ],
    denied: ['We do not offer'],
  },
  it: { named: ['Non solo pizza a Bologna', 'Il servizio che non ti aspetti'], denied: [] },
};

test('the first heading of a page names it, and keeps nothing below it out', () => {
  for (const [language, { named, denied }] of Object.entries(TITLES)) {
    const voice = { lexicon: lexiconOf(language), owner: { brand: 'Acme' } };
    const paragraph: TextBlock = { kind: 'paragraph', level: 0, text: 'Free estimates.' };
    const kept = (text: string) =>
      ownBlocks([{ kind: 'heading', level: 1, text }, paragraph], voice).includes(paragraph);
    for (const text of named) assert.equal(kept(text), true, text);
    for (const text of denied) assert.equal(kept(text), false, text);
  }
});
