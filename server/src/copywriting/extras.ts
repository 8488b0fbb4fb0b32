import { actionsOf } from './actions.ts';
import { titleParts } from './brand-name.ts';
import type { Brief } from './brief.ts';
import type { Checker } from './check/checker.ts';
import { itemsNamed, promisesOf, proofsOf } from './claims.ts';
import type { SourcedSitelink, SourcedText } from './composed-campaign.ts';
import { COUNTS, fits, LIMITS } from './limits.ts';
import { isSamePage, type PageKind } from './page-kinds.ts';
import { pricesOf } from './prices.ts';
import type { ReadPage } from './reading.ts';
import type { Service } from './services.ts';

/** Pages that help a buyer, the most helpful first. */
const HELPFUL: readonly PageKind[] = [
  'prices',
  'booking',
  'reviews',
  'areas',
  'contact',
  'work',
  'sells',
  'about',
  'hub',
  'questions',
];

/** Facts of the whole business, short enough to stand below an ad. */
export function calloutsOf(services: readonly Service[], brief: Brief, checker: Checker): SourcedText[] {
  const { lexicon, casing } = brief.reading;
  const pages = [brief.reading.home, ...brief.supporting, ...services.map(({ page }) => page)];
  const facts = [
    ...pages.flatMap((page) => proofsOf(page, lexicon)),
    ...pages.flatMap((page) => promisesOf(page, lexicon)),
    ...(brief.since ? [{ text: lexicon.say.since(brief.since.text), sources: brief.since.sources }] : []),
    ...services.flatMap((service) => itemsNamed(service.page, lexicon).slice(0, 1)),
    ...services.flatMap(({ forms, sources }) => forms.slice(0, 1).map((text) => ({ text, sources }))),
  ].map(({ text, sources }) => ({ text: casing.forAd(text, lexicon), sources }));
  const chosen: SourcedText[] = [];
  for (const fact of facts) {
    if (chosen.length === COUNTS.callouts.most) break;
    const isNew = checker.isNew(
      fact.text,
      chosen.map(({ text }) => text),
      'callout',
    );
    if (fits(fact.text, LIMITS.callout) && isNew && checker.accepts(fact, 'callout')) chosen.push(fact);
  }
  return chosen;
}

/** Different pages that help a buyer to decide, each with two lines of its own words or none. */
export function sitelinksOf(services: readonly Service[], brief: Brief, checker: Checker): SourcedSitelink[] {
  const { reading } = brief;
  const pages = HELPFUL.flatMap((kind) => reading.pages.filter((page) => page.kind === kind));
  const links: SourcedSitelink[] = [];
  for (const page of pages) {
    if (links.length === COUNTS.sitelinks.most) break;
    const text = nameOf(page, services, brief).find((one) => isUsable(one, links, checker));
    if (text) links.push(withLines(text, page, brief, checker));
  }
  return links;
}

function isUsable(name: SourcedText, links: readonly SourcedSitelink[], checker: Checker): boolean {
  const isNew = checker.isNew(
    name.text,
    links.map(({ text }) => text),
    'sitelinkText',
  );
  return fits(name.text, LIMITS.sitelinkText) && isNew && checker.accepts(name, 'sitelinkText');
}

/** What the menu calls a page, else its service, its heading or its title. */
function nameOf(page: ReadPage, services: readonly Service[], { reading }: Brief): SourcedText[] {
  const linked = reading.pages.flatMap(({ page: from }) =>
    from.links
      .filter(({ address, place }) => place !== 'content' && isSamePage(address, page.address))
      .map(({ text }) => ({ text, sources: [{ address: from.address, words: text }] })),
  );
  const service = services
    .filter((one) => one.page === page)
    .flatMap(({ forms, sources }) => forms.map((text) => ({ text, sources })));
  const own = [page.heading, ...titleParts(page.title)].filter(Boolean);
  return [
    ...linked,
    ...service,
    ...own.map((text) => ({ text, sources: [{ address: page.address, words: text }] })),
  ].map((one) => ({ ...one, text: reading.casing.forAd(one.text, reading.lexicon) }));
}

function withLines(name: SourcedText, page: ReadPage, { reading }: Brief, checker: Checker): SourcedSitelink {
  const { lexicon, casing } = reading;
  const lines = [
    ...page.sentences.map((one) => ({ ...one, text: one.text.replace(/[.。]$/, '') })),
    ...promisesOf(page, lexicon),
    ...proofsOf(page, lexicon),
    ...pricesOf(page, lexicon)
      .filter(({ isFrom, per }) => !isFrom && per === '')
      .map(({ what, amount, sources }) => ({ text: `${what} ${amount}`, sources })),
    ...itemsNamed(page, lexicon),
    ...actionsOf(page, lexicon),
  ].map(({ text, sources }) => ({ text: casing.forSentence(text), sources }));
  const chosen: SourcedText[] = [];
  for (const line of lines) {
    const isNew = checker.isNew(line.text, [name.text, ...chosen.map(({ text }) => text)], 'sitelinkLine');
    if (chosen.length < 2 && isNew && !lexicon.find.dangling.test(line.text) && checker.accepts(line, 'sitelinkLine'))
      chosen.push(line);
  }
  const [first, second] = chosen;
  const both = first && second ? [first, second] : [];
  return {
    text: name.text,
    description1: both[0]?.text ?? null,
    description2: both[1]?.text ?? null,
    url: page.address,
    sources: [...name.sources, ...both.flatMap(({ sources }) => sources)],
  };
}
