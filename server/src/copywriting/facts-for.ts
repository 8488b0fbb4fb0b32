import { foldedWords, variantOf } from '../detection/words.ts';
import type { Brief } from './brief.ts';
import type { SourcedText } from './composed-campaign.ts';
import type { Service } from './offering.ts';

/** What the site promises to whoever buys this service: its own page's promises first, then those for everybody. */
export function promisesFor(service: Service, brief: Brief): SourcedText[] {
  const own = brief.facts.of(service.page, 'promises');
  const isOwn = ({ sources }: SourcedText) => sources.some(({ words }) => !service.page.footer.includes(words));
  const shared = [...own.filter((one) => !isOwn(one)), ...sharedPromises(brief)];
  return withoutNames([...own.filter(isOwn), ...shared.filter(({ text }) => isFitFor(text, service, brief))], brief);
}

/** What the site proves: on the service's page, then for the whole business. */
export function proofsFor(service: Service, brief: Brief): SourcedText[] {
  const pages = [service.page, ...brief.supporting];
  return withoutNames(
    pages.flatMap((page) => brief.facts.of(page, 'proofs')),
    brief,
  );
}

/** What the service's own page lists. */
export function itemsFor(service: Service, brief: Brief): SourcedText[] {
  return withoutNames(brief.facts.of(service.page, 'items'), brief);
}

/** What buttons ask a buyer of this service to do; another service's button is none of them. */
export function actionsFor(service: Service, brief: Brief): SourcedText[] {
  return [service.page, ...brief.supporting].flatMap((page) => brief.facts.of(page, 'actions'));
}

/** Promises and proofs that hold for every service. */
export function sharedFacts(brief: Brief): SourcedText[] {
  const proofs = brief.supporting.flatMap((page) => brief.facts.of(page, 'proofs'));
  return withoutNames([...proofs, ...sharedPromises(brief)], brief);
}

/** Promises of the pages for everybody, then what the home page lists without linking anywhere: why to come here. */
function sharedPromises({ supporting, facts }: Brief): SourcedText[] {
  const reasons = supporting.filter(({ kind }) => kind === 'home').flatMap((page) => facts.of(page, 'reasons'));
  return [...supporting.flatMap((page) => facts.of(page, 'promises')), ...reasons];
}

/** How fast somebody comes is said of what is urgent: a page that speaks of no hurry does not get that promise. */
function isFitFor(text: string, { page }: Service, { reading }: Brief): boolean {
  const { urgent, hours } = reading.lexicon.find;
  if (!urgent.test(text) || hours.test(text) || page === reading.home) return true;
  return [page.heading, ...page.sentences.map((one) => one.text)].some((one) => urgent.test(one));
}

/** Names of services and towns are no facts. */
function withoutNames(facts: readonly SourcedText[], { towns, offering, reading }: Brief): SourcedText[] {
  const names = [reading.brand, ...towns].map(({ text }) => text).concat(offering.services.map(({ name }) => name));
  const known = new Set(names.map((name) => variantOf(foldedWords(name))));
  return facts.filter(({ text }) => !known.has(variantOf(foldedWords(text))));
}
