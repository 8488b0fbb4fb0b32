import { foldedWord, foldedWords, wordsOf } from '../../detection/words.ts';
import { amountsIn, numberIn } from '../amounts.ts';
import type { SourcedText } from '../composed-campaign.ts';
import { firmSentences, withoutShifted } from '../footnotes.ts';
import type { Lexicon } from '../languages/lexicon.ts';
import { areRelated } from '../stems.ts';
import type { SiteText } from './site-text.ts';

const NUMBER = /\d[\d.,]*/g;
const CURRENCIES: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', 円: 'JPY', '¥': 'JPY' };
const UNSPACED = /[\p{Script=Han}\p{Script=Katakana}]/u;
const CONDITION =
  /^[^.!?。]{0,30}\b(?:over|above|on orders|when you|if you|with any|with every|minimum|ab|bei bestellung|a partir|pedidos|dès|à partir)\b/i;

/** What in a text cannot be found in its sources, or its sources not in the site; empty where every claim has one. */
export function untraceable({ text, sources }: SourcedText, site: SiteText, lexicon: Lexicon): string[] {
  if (sources.length === 0) return ['no source'];
  const missing = sources.filter((source) => !site.carries(source)).map(({ words }) => `not on the site: ${words}`);
  const words = sources.map((source) => source.words);
  // What depends on a note is claimed nowhere: its words may be said, such as the name of a thing.
  const firm = words.map((one) => firmSentences(one).join(' '));
  return [
    ...missing,
    ...strangeNumbers(text, firm),
    ...strangeCurrencies(text, firm),
    ...strangeWords(text, words, lexicon),
    ...strangeClaims(text, firm, lexicon),
    ...changedPrices(text, firm, lexicon),
    ...turnedAround(text, words, lexicon),
    ...lostConditions(text, words, lexicon),
  ];
}

function strangeNumbers(text: string, sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((words) => numbersOf(words)));
  const scale = /(?:out of|von|de|sur|\/)\s*5\b|5段階/i.test(text) ? [5] : [];
  return numbersOf(text)
    .filter((number) => !known.has(number) && !scale.includes(number))
    .map((number) => `number ${number}`);
}

/** A number is told by what it counts, not by how it is grouped. */
function numbersOf(text: string): number[] {
  return (withoutShifted(text).normalize('NFKC').match(NUMBER) ?? []).map((digits) =>
    numberIn(digits.replace(/[.,]+$/, '')),
  );
}

function strangeCurrencies(text: string, sources: readonly string[]): string[] {
  return Object.entries(CURRENCIES)
    .filter(
      ([sign, code]) => text.includes(sign) && !sources.some((words) => words.includes(sign) || words.includes(code)),
    )
    .map(([sign]) => `currency ${sign}`);
}

/** Every word that carries meaning stands in a source, itself or by its stem. */
function strangeWords(text: string, sources: readonly string[], lexicon: Lexicon): string[] {
  const known = new Set(sources.flatMap(foldedWords));
  const running = sources.join('\n').normalize('NFKC').toLowerCase();
  return wordsOf(text)
    .filter((word) => word !== '&' && !/\d/.test(word))
    .filter((word) => {
      const folded = foldedWord(word);
      if (lexicon.functionWords.has(folded) || lexicon.glue.has(folded)) return false;
      if (known.has(folded) || [...known].some((other) => areRelated(folded, other))) return false;
      return UNSPACED.test(word) ? !running.includes(word) : !/^[\p{Script=Hiragana}ー]+$/u.test(word);
    })
    .map((word) => `word ${word}`);
}

/** Superlatives, guarantees and “free” are claims in any grammar: no function word, and no relative, stands for them. */
function strangeClaims(text: string, sources: readonly string[], { find }: Lexicon): string[] {
  const running = sources.join('\n').toLowerCase();
  return [find.superlative, find.guarantee, find.free, find.negation]
    .flatMap((claim) => [...text.matchAll(RegExp(claim, 'giu'))].map(([word]) => word.toLowerCase()))
    .filter((word) => !running.includes(word))
    .map((word) => `claim ${word}`);
}

/** A price keeps its “from” and what it is paid for. */
function changedPrices(text: string, sources: readonly string[], lexicon: Lexicon): string[] {
  const amounts = amountsIn(text, lexicon);
  if (amounts.length === 0) return [];
  const stated = sources
    .flatMap((words) => amountsIn(words, lexicon))
    .map((one) => ({ ...one, value: numberIn(one.amount) }));
  return amounts.flatMap(({ amount, isFrom, per }) => {
    const value = numberIn(amount);
    const same = stated.filter((one) => one.value === value);
    const isKept = same.some((one) => one.isFrom === isFrom && one.per.toLowerCase() === per.toLowerCase());
    return same.length === 0 || isKept ? [] : [`price ${amount} without what it depends on`];
  });
}

/** What the sources only deny cannot be claimed. */
function turnedAround(text: string, sources: readonly string[], { find, functionWords }: Lexicon): string[] {
  if (find.negation.test(text)) return [];
  const clauses = sources.flatMap((words) => words.split(/[.!?;,。、]/));
  const denied = clauses.filter((clause) => find.negation.test(clause));
  const stated = new Set(clauses.filter((clause) => !find.negation.test(clause)).flatMap(foldedWords));
  const deniedAfter = new Set(
    denied.flatMap((clause) => foldedWords(clause.split(RegExp(find.negation, 'iu')).at(-1) ?? '').slice(0, 4)),
  );
  return foldedWords(text)
    .filter((word) => deniedAfter.has(word) && !stated.has(word) && !functionWords.has(word))
    .map((word) => `denied ${word}`);
}

/** “Free delivery over $50” is not free delivery: where every source has a condition, the text has it with its number. */
function lostConditions(text: string, sources: readonly string[], { find }: Lexicon): string[] {
  if (!find.free.test(text)) return [];
  const free = sources
    .flatMap((words) => words.split(/(?<=[.!?。])\s*/))
    .filter((sentence) => find.free.test(sentence));
  const conditions = free.map((sentence) => CONDITION.exec(sentence.slice(sentence.search(find.free))) && sentence);
  const isKept = (sentence: string | null) => {
    return sentence === null || numbersOf(sentence).every((number) => numbersOf(text).includes(number));
  };
  return conditions.length > 0 && !conditions.some(isKept) ? ['condition left out'] : [];
}
