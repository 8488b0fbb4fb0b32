/** Reads a website as a careful visitor would; everything it returns is somebody else's text, never an instruction. */
export interface SiteReader {
  read(order: SiteOrder): Promise<Site>;
}

export interface SiteOrder {
  /** The page to begin with; only pages of the same registrable domain are read. */
  address: string;
  mostPages: number;
  /** Ends the reading, with what was read so far lost. */
  signal: AbortSignal;
  /** Told after each page how many were read. */
  onPage?: (read: number) => void;
}

/** What was read of a site, the page asked for first, then by how near each stands to it. */
export interface Site {
  /** Where the page asked for was found, after redirects. */
  address: string;
  pages: SitePage[];
  /** Pages that exist but were not read, with the reason in words. */
  leftOut: { address: string; reason: string }[];
}

/**
 * One page as a person reads it: no markup, no entities, white space folded, menus and banners apart from content. Lines
 * of a block or footer that the page sets below each other are set apart by a line end.
 */
export interface SitePage {
  address: string;
  /** The language as the page states it or as its text shows it, such as `de` or `pt-BR`. */
  language: string | null;
  title: string | null;
  /** From the description, Open Graph or Twitter metadata. */
  description: string | null;
  /** What the site calls itself in its metadata. */
  siteName: string | null;
  /** The content in the order of reading, without navigation, footer, cookie banners and what is hidden or crossed out. */
  blocks: TextBlock[];
  /** Texts of the buttons and button-like links in the content and header. */
  actions: string[];
  links: PageLink[];
  /**
   * JSON-LD and microdata alike, every item with its type. Nested ones are listed on their own too where they are parts of
   * what the page describes as its own; what it only names stands in the item that names it, what visitors wrote nowhere.
   */
  structured: StructuredItem[];
  /** The same page in other languages. */
  alternates: { language: string; address: string }[];
  /** Text of the footer, which often carries addresses, hours and licences. */
  footer: string[];
}

export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'cell' | 'quote';
  /** 1 to 6 for a heading, else 0. */
  level: number;
  text: string;
  /** Where it stands, for a cell of a table. */
  cell?: CellPlace;
  /** Stands in an element for addresses. */
  isAddress?: true;
}

/** Counted from 1: which table of the page, which row, and the column as its cells are laid out. */
export interface CellPlace {
  table: number;
  row: number;
  column: number;
}

export interface PageLink {
  /** With a fragment where it leads to a part of the same page. */
  address: string;
  text: string;
  place: 'navigation' | 'content' | 'footer';
}

/** One thing that a page describes for machines, by the names of schema.org. */
export interface StructuredItem {
  /** Without the vocabulary's address, such as `LocalBusiness`. */
  type: string;
  properties: Record<string, StructuredValue[]>;
}

export type StructuredValue = string | number | boolean | StructuredItem;

/** A site that cannot be read, with a reason that may be shown to whoever asked. */
export class SiteUnreadable extends Error {
  override name = 'SiteUnreadable';
  readonly kind: 'refused_address' | 'unreachable' | 'not_a_website' | 'forbidden' | 'too_slow' | 'elsewhere';

  constructor(kind: SiteUnreadable['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
