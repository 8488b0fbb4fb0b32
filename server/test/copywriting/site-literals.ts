import type { Site, SitePage, TextBlock } from '../../src/ports/site-reader.ts';

const ROOT = 'https://acme.example/';

/** A page of a test: headings as `# Title` and `## Part`, items as `- item`, cells as `| cell`, else paragraphs. */
export interface PageLiteral extends Partial<Omit<SitePage, 'blocks' | 'links'>> {
  text: string;
  /** Paths that its menu leads to, with their texts. */
  links?: Record<string, string>;
}

/** A site as its reader returns it, by paths below the root. */
export function siteOf(pages: Record<string, PageLiteral>): Site {
  return { address: ROOT, pages: Object.entries(pages).map(([path, page]) => pageOf(path, page)), leftOut: [] };
}

function pageOf(path: string, { text, links = {}, ...rest }: PageLiteral): SitePage {
  return {
    address: addressOf(path),
    language: 'en',
    title: null,
    description: null,
    siteName: 'Acme',
    actions: [],
    structured: [],
    alternates: [],
    footer: [],
    ...rest,
    links: Object.entries(links).map(([to, name]) => ({ address: addressOf(to), text: name, place: 'navigation' })),
    blocks: text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map(blockOf),
  };
}

export function addressOf(path: string): string {
  return `${ROOT}${path}`;
}

function blockOf(line: string): TextBlock {
  const heading = /^(#+) (.*)$/.exec(line);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' };
  if (line.startsWith('- ')) return { kind: 'item', level: 0, text: line.slice(2) };
  if (line.startsWith('| ')) return { kind: 'cell', level: 0, text: line.slice(2) };
  return { kind: 'paragraph', level: 0, text: line };
}
