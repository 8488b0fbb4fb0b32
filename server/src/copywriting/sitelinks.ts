import { fits } from '../campaigns/ad-limits.ts';
import { actionsOf } from './actions.ts';
import { speaksOfMoney } from './amounts.ts';
import { titleParts } from './brand-name.ts';
import type { Brief } from './brief.ts';
import type { Checker } from './check/checker.ts';
import { itemsNamed, promisesOf, proofsOf } from './claims.ts';
import type { SourcedSitelink, SourcedText } from './composed-campaign.ts';
import { COUNTS, LIMITS } from './limits.ts';
import type { Service } from './offering.ts';
import { isSamePage, type PageKind } from './page-kinds.ts';
import { pricesOf, priceText } from './prices.ts';
import type { ReadPage } from './reading.ts';

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

const LINES = 2;

/** Different pages that help a buyer to decide, each with two lines of its own words or none. */
export function sitelinksOf(services: readonly Service[], brief: Brief, checker: Checker): SourcedSitelink[] {
  const { reading } = brief;
  const pages = HELPFUL.flatMap((kind) => reading.pages.filter((page) => page.kind === kind));
  const links: SourcedSitelink[] = [];
  for (const page of pages) {
    if (links.length === COUNTS.sitelinks.most) break;
    const names = nameOf(page, services, brief).filter(({ text }) => text !== reading.brand.text);
    const text = names.find((one) => isUsable(one, links, checker));
    if (text) links.push(withLines(text, page, brief, checker));
  }
  return links.length > 0 ? links : partsOfThePage(brief, checker);
}

/** Where one page is the whole site, the parts that its menu leads to. */
function partsOfThePage({ reading }: Brief, checker: Checker): SourcedSitelink[] {
  const links: SourcedSitelink[] = [];
  for (const { page } of reading.pages) {
    for (const { address, text, place } of page.links) {
      if (place === 'content' || !address.includes('#') || links.length === COUNTS.sitelinks.most) continue;
      const name = {
        text: reading.casing.forAd(text, reading.lexicon),
        sources: [{ address: page.address, words: text }],
      };
      const isTaken = links.some(({ url }) => url === address);
      if (isTaken || !isUsable(name, links, checker)) continue;
      links.push({ ...name, description1: null, description2: null, url: address });
    }
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

function withLines(name: SourcedText, page: ReadPage, brief: Brief, checker: Checker): SourcedSitelink {
  const chosen: SourcedText[] = [];
  for (const line of linesOf(page, brief)) {
    const known = [name.text, ...chosen.map(({ text }) => text)];
    const isTaken = chosen.length === LINES || !checker.isNew(line.text, known, 'sitelinkLine');
    if (!isTaken && checker.accepts(line, 'sitelinkLine')) chosen.push(line);
  }
  const both = chosen.length === LINES ? chosen : [];
  return {
    text: name.text,
    description1: both[0]?.text ?? null,
    description2: both[1]?.text ?? null,
    url: page.address,
    sources: [...name.sources, ...both.flatMap(({ sources }) => sources)],
  };
}

/** Short lines of a page, those that tell most first. */
function linesOf(page: ReadPage, { reading, places, towns }: Brief): SourcedText[] {
  const { lexicon, casing } = reading;
  const links = new Set(page.page.links.map(({ text }) => text));
  const sentences = page.sentences
    // A label with its price is among the prices, where it is ours.
    .filter(({ text }) => !links.has(text) && (/[.。]$/.test(text) || !speaksOfMoney(text)))
    .map((one) => ({ ...one, text: one.text.replace(/[.。]$/, '') }));
  const prices = pricesOf(page, reading).map((price) => ({ text: priceText(price, lexicon), sources: price.sources }));
  const facts = [...promisesOf(page, lexicon), ...proofsOf(page, lexicon), ...itemsNamed(page, lexicon)];
  const isTown = (text: string) => towns.some((town) => town.text === text);
  const near = places.servesAreas ? towns.slice(0, 2) : [];
  const area = {
    text: lexicon.say.serving(near.map(({ text }) => text)),
    sources: near.flatMap((town) => town.sources),
  };
  const hours = page.footer
    .filter((text) => lexicon.find.hours.test(text))
    .map((text) => ({ text, sources: [{ address: page.address, words: text }] }));
  return [...sentences, ...prices, ...facts, ...actionsOf(page, lexicon), ...hours, ...(near.length > 0 ? [area] : [])]
    .filter(({ text }) => !lexicon.find.dangling.test(text) && !/[?？]$|\d{5}/.test(text) && !isTown(text))
    .map(({ text, sources }) => ({ text: casing.forSentence(text), sources }));
}
