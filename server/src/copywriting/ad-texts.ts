import type { PhrasedText, Phrasing, WritingFact, WritingOrder } from '../ports/writer.ts';
import type { Brief } from './brief.ts';
import type { Checker } from './check/checker.ts';
import { sentencesOf } from './clean-text.ts';
import type { SourcedText } from './composed-campaign.ts';
import { type DescriptionKind, descriptionCandidates } from './descriptions.ts';
import { balanced, headlineCandidates, officialHeadlines } from './headlines.ts';
import { COUNTS, LIMITS } from './limits.ts';
import type { Service } from './offering.ts';

/** The texts of one ad. */
export interface AdTexts {
  headlines: SourcedText[];
  descriptions: SourcedText[];
}

const DESCRIPTION_KINDS: readonly DescriptionKind[] = ['offer', 'action', 'proof', 'included'];
const MOST_FACTS = 40;

/** Writes the texts of an ad in the site's own words; only what the checker accepts is taken. */
export function builtInTexts(service: Service, brief: Brief, checker: Checker, begun?: AdTexts): AdTexts {
  const texts: AdTexts = { headlines: [...(begun?.headlines ?? [])], descriptions: [...(begun?.descriptions ?? [])] };
  balanced(headlineCandidates(service, brief), brief.reading.lexicon, (one) => takeHeadline(one, texts, checker));
  if (texts.headlines.length < COUNTS.headlines.least)
    for (const one of officialHeadlines(brief)) takeHeadline(one, texts, checker);
  const candidates = descriptionCandidates(service, brief);
  for (const kind of DESCRIPTION_KINDS) candidates[kind].some((one) => takeDescription(one, texts, checker));
  for (const one of DESCRIPTION_KINDS.flatMap((kind) => candidates[kind])) takeDescription(one, texts, checker);
  return texts;
}

/** The texts of a writer that the checker accepts, filled up with the site's own words. */
export function phrasedTexts(
  phrasing: Phrasing,
  facts: readonly SourcedFact[],
  service: Service,
  brief: Brief,
  checker: Checker,
): AdTexts {
  const begun: AdTexts = { headlines: [], descriptions: [] };
  for (const one of phrasing.headlines) takeHeadline(sourced(one, facts), begun, checker);
  for (const one of phrasing.descriptions) takeDescription(sourced(one, facts), begun, checker);
  return builtInTexts(service, brief, checker, begun);
}

/** What a writer is asked for. */
export function orderFor(service: Service, { reading, towns }: Brief, facts: readonly SourcedFact[]): WritingOrder {
  return {
    language: reading.language,
    titleCase: reading.lexicon.titleCase,
    brand: reading.brand.text,
    service: service.name,
    places: towns.map(({ text }) => text),
    facts: facts.map(({ id, words }) => ({ id, words })),
    headlines: { most: COUNTS.headlines.most, length: LIMITS.headline },
    descriptions: { most: COUNTS.descriptions.most, length: LIMITS.description },
  };
}

function takeHeadline(one: SourcedText, { headlines }: AdTexts, checker: Checker): boolean {
  if (headlines.length >= COUNTS.headlines.most) return false;
  if (
    !checker.isNew(
      one.text,
      headlines.map(({ text }) => text),
      'headline',
    ) ||
    !checker.accepts(one, 'headline')
  )
    return false;
  headlines.push(one);
  return true;
}

function takeDescription(one: SourcedText, { headlines, descriptions }: AdTexts, checker: Checker): boolean {
  if (descriptions.length >= COUNTS.descriptions.most) return false;
  const isHeadline = headlines.some(({ text }) => `${text}.`.toLowerCase() === one.text.toLowerCase());
  const isNew = checker.isNew(
    one.text,
    descriptions.map(({ text }) => text),
    'description',
  );
  const isSaid = descriptions.some(({ text }) => shareSentence(text, one.text));
  if (isHeadline || isSaid || !isNew || !checker.accepts(one, 'description')) return false;
  descriptions.push(one);
  return true;
}

/** Two descriptions are shown side by side: no sentence stands in both. */
function shareSentence(one: string, other: string): boolean {
  const sentences = new Set(sentencesOf(one).map((text) => text.toLowerCase()));
  return sentencesOf(other).some((text) => sentences.has(text.toLowerCase()));
}

/** A quotation with where it stands. */
export type SourcedFact = WritingFact & { address: string };

/** What a writer may stand on: the quotations behind everything that could be said of this service. */
export function factsFor(service: Service, brief: Brief): SourcedFact[] {
  const texts = [
    ...Object.values(headlineCandidates(service, brief)).flat(),
    ...Object.values(descriptionCandidates(service, brief)).flat(),
  ];
  const sources = new Map(
    texts.flatMap((text) => text.sources).map((source) => [`${source.address} ${source.words}`, source]),
  );
  return [...sources.values()].slice(0, MOST_FACTS).map((source, index) => ({ id: `f${index + 1}`, ...source }));
}

function sourced({ text, facts }: PhrasedText, known: readonly SourcedFact[]): SourcedText {
  const sources = known.filter(({ id }) => facts.includes(id)).map(({ address, words }) => ({ address, words }));
  return { text, sources };
}
