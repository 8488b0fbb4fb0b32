import { adLength, fits } from '../campaigns/ad-limits.ts';
import { foldedWords } from '../detection/words.ts';
import type { Brief } from './brief.ts';
import { callsToAct } from './calls-to-act.ts';
import type { SourcedText } from './composed-campaign.ts';
import { itemsFor, promisesFor, proofsFor } from './facts-for.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { LIMITS } from './limits.ts';
import { grouped } from './numbers.ts';
import type { Service } from './offering.ts';
import { joinedSentences, shortened } from './short-sentence.ts';

/** What a description does for the ad; a full set holds one of each. */
export type DescriptionKind = 'offer' | 'proof' | 'included' | 'action';

const GOOD_LENGTH = 45;
const LEAST_ITEMS = 2;
const MOST_PROOFS = 3;
const MOST_SHARED_WORDS = 2;
/** More are never needed, and each is compared with all behind it. */
const MOST_PAIRED = 80;

/** Every description that the site's words give for a service, by kind, the best of each first. */
export function descriptionCandidates(service: Service, brief: Brief): Record<DescriptionKind, SourcedText[]> {
  const own = ranked(sentencesFor(service, brief), service, brief);
  const { proof, promise } = brief.reading.lexicon.find;
  const general = brief.supporting
    .flatMap((page) => page.sentences)
    .flatMap((one) => shortened(one, brief.reading.lexicon));
  const provingSentences = [...own, ...general].filter(({ text }) => proof.test(text));
  return {
    offer: fitting(
      [...own.map((one) => withTowns(one, brief)), ...own, ...general.filter(({ text }) => promise.test(text))],
      brief,
    ),
    proof: fitting(
      [
        ...pairs([...provingSentences, ...ratingSentence(brief)], brief),
        ...listedProofs(service, brief),
        ...provingSentences,
      ],
      brief,
    ),
    included: fitting([...listedItems(service, brief), ...pairs(own.slice(1), brief)], brief),
    action: fitting(callsToAct(service, brief), brief),
  };
}

function sentencesFor({ page }: Service, { reading }: Brief): SourcedText[] {
  return page.sentences.flatMap((one) => shortened(one, reading.lexicon));
}

/** Sentences with promises, proofs and the service's own words first; the page's order where they are equal. */
function ranked(sentences: readonly SourcedText[], service: Service, { reading }: Brief): SourcedText[] {
  const { find } = reading.lexicon;
  const wanted = foldedWords(service.name);
  const score = (text: string) =>
    (find.promise.test(text) ? 2 : 0) +
    (find.proof.test(text) ? 1 : 0) +
    (foldedWords(text).some((word) => wanted.includes(word)) ? 2 : 0) +
    (adLength(text) >= GOOD_LENGTH ? 1 : 0) +
    (service.page.description.includes(text) ? 2 : 0);
  return sentences
    .map((one, index) => ({ one, rank: score(one.text) - index / 100 }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one);
}

/** The offer with where it holds, as far as both fit and the sentence names no place itself. */
function withTowns(sentence: SourcedText, { reading, places, towns }: Brief): SourcedText {
  const named = towns.some(({ text }) => sentence.text.includes(text));
  if (named || !places.servesAreas) return sentence;
  for (const count of [3, 2, 1]) {
    const shown = towns.slice(0, count);
    const area = reading.lexicon.say.serving(shown.map(({ text }) => text));
    const text = joinedSentences([sentence.text, area], reading.lexicon.say.stop);
    if (towns.length >= count && fits(text, LIMITS.description)) {
      return { text, sources: [...sentence.sources, ...shown.flatMap(({ sources }) => sources)] };
    }
  }
  return sentence;
}

/** Two short sentences that fit together, each of the best with the next that it can be said with. */
function pairs(sentences: readonly SourcedText[], { reading }: Brief): SourcedText[] {
  const found: SourcedText[] = [];
  const best = sentences.slice(0, MOST_PAIRED);
  best.forEach((first, index) => {
    for (const second of best.slice(index + 1)) {
      const text = joinedSentences([first.text, second.text], reading.lexicon.say.stop);
      if (fits(text, LIMITS.description) && !haveInCommon(first.text, second.text, reading.lexicon)) {
        found.push({ text, sources: [...first.sources, ...second.sources] });
        break;
      }
    }
  });
  return found;
}

/** Two sentences about the same thing are said one after the other by nobody. */
function haveInCommon(one: string, other: string, { functionWords }: Lexicon): boolean {
  const words = new Set(foldedWords(one).filter((word) => !functionWords.has(word)));
  const shared = foldedWords(other).filter((word) => words.has(word));
  return shared.length >= MOST_SHARED_WORDS || shared.some((word) => /\d/.test(word));
}

/** Rating, year, certificates and promises, as many as fit. */
function listedProofs(service: Service, brief: Brief): SourcedText[] {
  const { reading, since } = brief;
  const { lexicon, casing } = reading;
  const facts: SourcedText[] = [
    ...ratingSentence(brief),
    ...proofsFor(service, brief),
    ...(since && lexicon.say.since(since.text)
      ? [{ text: lexicon.say.since(since.text), sources: since.sources }]
      : []),
    ...promisesFor(service, brief),
  ].map((fact) => ({ ...fact, text: casing.forSentence(fact.text) }));
  const [first] = sentencesFor(service, brief);
  const others = facts.filter((fact) => !first || !haveInCommon(fact.text, first.text, lexicon));
  return [facts, others, facts.slice(1), facts.slice(2)]
    .map((some) => packed(some, brief))
    .filter((text) => text !== undefined);
}

function ratingSentence({ reading, rating }: Brief): SourcedText[] {
  if (!rating?.count) return [];
  const text = reading.lexicon.say.ratingWithCount(
    rating.value,
    grouped(rating.count, reading.language),
    rating.isOfReviews,
  );
  return [{ text: inSentence(text, reading.lexicon), sources: rating.sources }];
}

function packed(facts: readonly SourcedText[], { reading }: Brief): SourcedText | undefined {
  const chosen: SourcedText[] = [];
  const words = new Set<string>();
  for (const fact of facts) {
    const own = foldedWords(fact.text).filter((word) => !reading.lexicon.functionWords.has(word));
    if (own.some((word) => words.has(word))) continue;
    const text = joinedSentences(
      [...chosen, fact].map((one) => one.text),
      reading.lexicon.say.stop,
    );
    if (chosen.length === MOST_PROOFS || !fits(text, LIMITS.description)) continue;
    chosen.push(fact);
    for (const word of own) words.add(word);
  }
  if (chosen.length < LEAST_ITEMS) return undefined;
  return {
    text: joinedSentences(
      chosen.map(({ text }) => text),
      reading.lexicon.say.stop,
    ),
    sources: chosen.flatMap(({ sources }) => sources),
  };
}

/** The service and what belongs to it, as many things as fit. */
function listedItems(service: Service, brief: Brief): SourcedText[] {
  const { reading } = brief;
  const { lexicon, casing } = reading;
  const items = itemsFor(service, brief).map((item) => ({ ...item, text: casing.calmed(item.text) }));
  const lead = casing.forSentence(service.name);
  for (let count = Math.min(items.length, 5); count >= LEAST_ITEMS; count -= 1) {
    const chosen = items.slice(0, count);
    const names = chosen.map(({ text }) => lowered(text, reading));
    const listed = names.some((name) => lexicon.find.and.test(name)) ? names.join(', ') : lexicon.say.list(names);
    const text = `${lead}${lexicon.say.colon}${listed}${lexicon.say.stop}`;
    if (fits(text, LIMITS.description)) {
      return [{ text, sources: [...service.sources, ...chosen.flatMap(({ sources }) => sources)] }];
    }
  }
  return [];
}

/** The first word small inside a sentence, unless it is a name, an abbreviation or a German noun. */
function lowered(text: string, { casing, language }: Brief['reading']): string {
  const [first = '', ...rest] = text.split(' ');
  if (language === 'de') return /^\p{Lu}/u.test(rest[0] ?? '') ? [first.toLowerCase(), ...rest].join(' ') : text;
  const isOwn = /\p{Lu}.*\p{Lu}|\d/u.test(first) || casing.isName(first);
  return isOwn ? text : [first.toLowerCase(), ...rest].join(' ');
}

function inSentence(text: string, { titleCase }: Lexicon): string {
  return titleCase ? text.toLowerCase() : text;
}

function fitting(texts: readonly SourcedText[], { reading }: Brief): SourcedText[] {
  return texts
    .map(({ text, sources }) => ({
      text: joinedSentences([reading.casing.forSentence(text.replaceAll(/[!！]/g, '.'))], reading.lexicon.say.stop),
      sources,
    }))
    .filter(({ text }) => fits(text, LIMITS.description));
}
