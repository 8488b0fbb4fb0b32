import type { Site, SitePage, TextBlock } from '../ports/site-reader.ts';
import { boundedPage } from './bounded-page.ts';
import { brandOf } from './brand-name.ts';
import { Casing } from './casing.ts';
import { cleanText, isBoilerplate, isForPrograms } from './clean-text.ts';
import type { SourcedText } from './composed-campaign.ts';
import { isOver } from './dates.ts';
import { beginsWithStar, firmSentences, leadsToNote } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { languageOf, lexiconOf, primaryOf } from './languages/lexicons.ts';
import { type Owner, withoutOthers } from './own-business.ts';
import { isOfOthers, ownBlocks, type Voice } from './own-words.ts';
import { isSamePage, kindOf, type PageKind } from './page-kinds.ts';

/** A site as a writer reads it: one language, clean text, each page with what it is there for. */
export interface Reading {
  site: Site;
  now: number;
  language: string;
  lexicon: Lexicon;
  casing: Casing;
  brand: SourcedText;
  /** Whose items of structured data are the business's. */
  owner: Owner;
  home: ReadPage;
  /** In the site's order, the home page among them. */
  pages: ReadPage[];
  /** Names on the site that the ad platform knows as those of places. */
  knownPlaces: readonly string[];
  /** How many pages are in another language than the site's. */
  otherLanguages: number;
}

/** A page without what no ad may take from it. */
export interface ReadPage {
  address: string;
  kind: PageKind;
  page: SitePage;
  title: string;
  heading: string;
  description: string;
  /** Those in which the business speaks of what it offers. */
  blocks: TextBlock[];
  /** What it says of others and of what it does not offer: no claim of its own. */
  notOurs: string[];
  actions: string[];
  footer: string[];
  /** Whole sentences of description, paragraphs and items, in the order of reading. */
  sentences: SourcedText[];
}

/** Reads a site; `start` is the page whose language counts, where it is not the first. */
export function readingOf(whole: Site, now: number, start?: string): Reading {
  const site = { ...whole, pages: whole.pages.map(boundedPage) };
  const first = site.pages.find(({ address }) => start && isSamePage(address, start)) ?? site.pages[0];
  const language = (first && languageOf(first)) || 'en';
  const lexicon = lexiconOf(language);
  const homeAddress = homeOf(site);
  const ours = site.pages.filter(
    (page) => (languageOf(page) ?? language) === language && isForEverybody(page, language),
  );
  const read = ours.map((page) => cleanPage(page, homeAddress));
  const casing = new Casing(read.flatMap(textsOf), lexicon);
  const brand = brandOf(ours, homeAddress, casing);
  const owner = { homeAddress, brand: brand.text };
  const pages = read.map((one) => readPage(one, { lexicon, owner, now }));
  const home = pages.find(({ kind }) => kind === 'home') ??
    pages[0] ?? { ...cleanPage(EMPTY, homeAddress), ...NOTHING };
  const otherLanguages = site.pages.length - ours.length;
  return { site, now, language, lexicon, casing, brand, owner, home, pages, knownPlaces: [], otherLanguages };
}

/** The root of the site where it was read, else the page that it was read from. */
function homeOf({ address, pages }: Site): string {
  const root = URL.canParse(address) ? new URL('/', address).href : address;
  return pages.some((page) => isSamePage(page.address, root)) ? root : address;
}

function isForEverybody(page: SitePage, language: string): boolean {
  return page.language === null || primaryOf(page.language) === language || languageOf(page) === language;
}

type CleanPage = Omit<ReadPage, 'sentences' | 'notOurs'>;

function cleanPage(page: SitePage, homeAddress: string): CleanPage {
  const isUsable = (text: string) => text !== '' && !isForPrograms(text) && !isBoilerplate(text);
  const hasNotes = [...page.blocks.map(({ text }) => text), ...page.footer, ...page.actions].some(leadsToNote);
  const cleanOne = (text: string) => {
    const cleaned = cleanText(text);
    return hasNotes && beginsWithStar(text) && cleaned !== '' ? `* ${cleaned}` : cleaned;
  };
  const clean = (texts: readonly string[]) => texts.map(cleanOne).filter(isUsable);
  const blocks = page.blocks
    .filter(({ text }) => !CROSS.test(text))
    .map((block) => ({ ...block, text: cleanOne(block.text) }))
    .filter(({ text }) => isUsable(text));
  const [title = '', description = ''] = [page.title, page.description].map((text) => clean([text ?? ''])[0] ?? '');
  return {
    address: page.address,
    kind: kindOf(page, homeAddress),
    page,
    title,
    heading: blocks.find(({ level }) => level === 1)?.text ?? '',
    description,
    blocks,
    actions: clean(page.actions),
    footer: clean(page.footer),
  };
}

function readPage(clean: CleanPage, voice: Voice & { owner: Owner; now: number }): ReadPage {
  const { page, description, address } = clean;
  const isPast = (text: string) => isOver(text, voice.lexicon, voice.now);
  const own = ownBlocks(clean.blocks, voice, isPast);
  const kept = new Set(own);
  const running = [description, ...own.filter(isRunning).map(({ text }) => text)].flatMap(firmSentences);
  const others = new Set(running.filter((text) => isOfOthers(text, voice)));
  return {
    ...clean,
    page: { ...page, structured: withoutOthers(page, voice.owner) },
    blocks: own.filter(({ text }) => !isPast(text)),
    notOurs: [...clean.blocks.filter((block) => !kept.has(block)).map(({ text }) => text), ...others],
    sentences: running
      .filter((text) => !isPast(text) && !others.has(text))
      .map((text) => ({ text, sources: [{ address, words: text }] })),
  };
}

/** A cross beside a line says that it is not so, and is lost where pictures are. */
const CROSS = /^\s*[✕✖✗✘❌❎🚫⛔×]|[✕✖✗✘❌❎🚫⛔]\s*$/u;
const SENTENCE_IN_CELL = /\s\S+\s\S+\s.*[.!。]$/;

/** Text of paragraphs and items, and of tables that lay out a page; an answer leans on its question and is none. */
function isRunning({ kind, text }: TextBlock, at: number, blocks: readonly TextBlock[]): boolean {
  const before = blocks[at - 1];
  if (before?.kind === 'heading' && /[?？]$/.test(before.text)) return false;
  return kind === 'paragraph' || kind === 'item' || (kind === 'cell' && SENTENCE_IN_CELL.test(text));
}

/** Texts that show how words are written; titles and headings show style instead. */
function textsOf({ description, blocks, footer }: CleanPage): string[] {
  return [description, ...blocks.filter(({ kind }) => kind !== 'heading').map(({ text }) => text), ...footer];
}

const NOTHING = { notOurs: [], sentences: [] };
const EMPTY: SitePage = {
  address: '',
  language: null,
  title: null,
  description: null,
  siteName: null,
  blocks: [],
  actions: [],
  links: [],
  structured: [],
  alternates: [],
  footer: [],
};
