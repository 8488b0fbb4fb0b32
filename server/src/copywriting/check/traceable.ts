import { foldedWord, foldedWords, wordsOf } from '../../detection/words.ts';
import { amountsIn, currencyIn, numberIn, speaksOfMoney, withoutAmounts } from '../amounts.ts';
import { sentencesOf } from '../clean-text.ts';
import type { SourcedText } from '../composed-campaign.ts';
import { firmSentences, withoutShifted } from '../footnotes.ts';
import type { Lexicon } from '../languages/lexicon.ts';
import { areRelated } from '../stems.ts';
import type { SiteText } from './site-text.ts';

/** Digits that stand together, or in groups of three. */
const NUMBER = /\d{1,3}(?:\s\d{3})+(?!\d)|\d+(?:[.,'’]\d+)*/g;
const CURRENCIES: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', 円: 'JPY', '¥': 'JPY' };
const UNSPACED = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** A sentence with its words, folded once, and whether it says for whom or for what. */
interface Said {
  sentence: string;
  words: readonly string[];
  isLimited: boolean;
  /** Whether a line of its own right below says nothing else. */
  isNarrowed: boolean;
}

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
    ...lostConditions(text, lexicon, () => words.flatMap((one) => withFollowing(one, site, lexicon))),
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
  return (withoutShifted(text).normalize('NFKC').match(NUMBER) ?? []).map(numberIn);
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

/** A price keeps its currency, its “from” and what it is paid for; one that is not understood is quoted with its sentence. */
function changedPrices(text: string, sources: readonly string[], lexicon: Lexicon): string[] {
  const stated = sources.flatMap((words) => amountsIn(words, lexicon)).map(comparedAmount);
  const told = sources.filter((words) => /^\d[\d.,]*$/.test(words)).map(numberIn);
  const quoted = new Set(sources.flatMap(sentencesOf).map(plainSentence));
  return sentencesOf(text)
    .filter((sentence) => speaksOfMoney(sentence) && !quoted.has(plainSentence(sentence)))
    .flatMap((sentence) => {
      const changed = amountsIn(sentence, lexicon).filter((one) => {
        const isTold = one.per === '' && one.isPaid && told.includes(numberIn(one.amount));
        return !isTold && !stated.includes(comparedAmount(one));
      });
      return [
        ...changed.map(({ amount }) => `price ${amount} without what it depends on`),
        ...(speaksOfMoney(withoutAmounts(sentence)) ? [`price in ${sentence}`] : []),
      ];
    });
}

function comparedAmount({ amount, isFrom, per, isPaid }: ReturnType<typeof amountsIn>[number]): string {
  const currency = currencyIn(amount);
  return [numberIn(amount), CURRENCIES[currency] ?? currency, isFrom, per.toLowerCase(), isPaid].join(' ');
}

function plainSentence(sentence: string): string {
  return sentence.replace(/[.!。！]$/, '').toLowerCase();
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

/** A line as it is read: what stands right below it goes on with it. */
function withFollowing(words: string, site: SiteText, { find }: Lexicon): Said[] {
  const following = site.following(words);
  const said = (sentence: string, isNarrowed = false) => ({
    sentence,
    words: foldedWords(sentence),
    isLimited: isNarrowed || speaksOfMoney(sentence) || find.condition.test(sentence),
    isNarrowed,
  });
  return following.length > 0
    ? following.map((sentence) => said(`${words} ${sentence}`, find.onlyCondition.test(sentence)))
    : sentencesOf(words).map((sentence) => said(sentence));
}

/**
 * “Free delivery over $50” is not free delivery, nor is anything else free beside it: one sentence says what is free, and
 * where it says for whom or for what, the text does too. What is guaranteed says itself on what,
 * unless a line below it does.
 */
function lostConditions(text: string, lexicon: Lexicon, saidBySources: () => Said[]): string[] {
  const { find, functionWords } = lexicon;
  const promised = sentencesOf(text).filter((sentence) => find.free.test(sentence) || find.guarantee.test(sentence));
  if (promised.length === 0) return [];
  const told = { words: foldedWords(text), numbers: numbersOf(text) };
  const said = saidBySources();
  const isKept = ({ sentence, words }: Said) => {
    const isQuoted = words.every((word) => functionWords.has(word) || told.words.includes(word));
    const hasNumbers = numbersOf(sentence).every((number) => told.numbers.includes(number));
    return isQuoted || (speaksOfMoney(sentence) && hasNumbers && find.condition.test(text));
  };
  return promised
    .filter((sentence) => {
      const isFree = find.free.test(sentence);
      const promise = isFree ? find.free : find.guarantee;
      const beside = wordsBesideFree(sentence, lexicon);
      const same = said.filter((one) => promise.test(one.sentence) && beside.every((word) => carries(one, word)));
      return !same.some((one) => !(isFree ? one.isLimited : one.isNarrowed) || isKept(one));
    })
    .map((sentence) => `condition left out of ${sentence}`);
}

/** What is free: the words that carry meaning right before and behind it. */
function wordsBesideFree(sentence: string, { find, functionWords }: Lexicon): string[] {
  const words = foldedWords(sentence).filter((word) => !functionWords.has(word));
  const at = words.findIndex((word) => find.free.test(word));
  return at < 0 ? [] : [words[at - 1], words[at + 1]].filter((word) => word !== undefined);
}

function carries({ sentence, words }: Said, word: string): boolean {
  return words.some((other) => areRelated(word, other)) || sentence.includes(word);
}
