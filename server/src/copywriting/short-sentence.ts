import { adLength, fits } from '../campaigns/ad-limits.ts';
import { speaksOfMoney } from './amounts.ts';
import type { SourcedText } from './composed-campaign.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { LIMITS } from './limits.ts';

const SHORTEST = 25;
const WORDS_OF_A_CLAUSE = 5;
/** A number at the end counts what the sentence before it named. */
const COUNTS_NOTHING =
  /(?:\s(?!(?:18|19|20)\d\d\b)\d[\d.,]*|thousand|hundred|million|tausend|hundert|mil|mille|cien|cent)[.!]?$/i;
const NOT_FOR_ADS = /https?:|www\.|@|\d{3}[\s.-]\d{3,4}|[?？"“”„«»{}<>|]/;

/** A sentence as a description can hold it: itself, or the part of it that is a whole sentence and says the same. */
export function shortened({ text, sources }: SourcedText, lexicon: Lexicon): SourcedText[] {
  return parts(text, lexicon)
    .filter((part) => fits(part, LIMITS.description) && adLength(part) >= SHORTEST && isSentence(part, lexicon))
    .slice(0, 1)
    .map((part) => ({ text: part, sources }));
}

function parts(text: string, lexicon: Lexicon): string[] {
  if (fits(text, LIMITS.description)) return [text];
  if (speaksOfMoney(text) || lexicon.find.free.test(text)) return [];
  const clauses = [text.replace(/^[^:;]*[:;]\s+/, ''), text.replace(/;\s.*$/, '')].filter((part) => part !== text);
  return [...clauses, ...[text, ...clauses].map((part) => part.split(lexicon.find.cut)[0] ?? '')]
    .filter((part) => part.split(/\s+/).length >= WORDS_OF_A_CLAUSE)
    .map((part) => part.replace(/[,;:\s]+$/, ''));
}

/** Whole and on its own: it leans on no sentence before it, asks nothing and holds nothing that ads may not. */
function isSentence(text: string, { find, language }: Lexicon): boolean {
  if (NOT_FOR_ADS.test(text) || find.dangling.test(text) || COUNTS_NOTHING.test(text)) return false;
  return language === 'ja' || text.split(/\s+/).length >= WORDS_OF_A_CLAUSE;
}

/** Sentences one after the other, each with its stop. */
export function joinedSentences(texts: readonly string[], stop: string): string {
  const gap = stop === '。' ? '' : ' ';
  return texts.map((text) => (/[.!?。！？]$/.test(text) ? text : `${text}${stop}`)).join(gap);
}
