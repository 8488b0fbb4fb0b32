import type { Writer } from '../ports/writer.ts';
import { isFaithful } from './faithful.ts';
import type { Block, Page } from './page.ts';
import type { Prose } from './prose.ts';

/** Texts that a writer is given at once; what comes later in a document stays as it is. */
const MOST_TEXTS = 60;
/** Shorter ones have nothing to phrase. */
const SHORTEST = 40;

/**
 * The same document in a writer's words where these say the same, in ours elsewhere. Tables, charts and headings stay.
 * A writer sees neither figures nor what others wrote: marks stand in their place.
 */
export async function phrased(page: Page, writer: Writer | undefined, signal: AbortSignal): Promise<Page> {
  if (!writer) return page;
  const texts = page.sections.flatMap(({ blocks }) => blocks.flatMap(proseIn)).filter(isWorthIt);
  const asked = texts.slice(0, MOST_TEXTS).map((prose) => ({ prose, masked: masked(prose) }));
  if (asked.length === 0) return page;
  const answer = await reworded(
    writer,
    asked.map(({ masked: { text } }) => text),
    signal,
  );
  const said = new Map(asked.map(({ prose, masked: ours }, at) => [prose, inTheirWords(prose, ours, answer[at])]));
  const other = (prose: Prose) => said.get(prose) ?? prose;
  return {
    ...page,
    sections: page.sections.map(({ title, blocks }) => ({ title, blocks: blocks.map((block) => each(block, other)) })),
  };
}

/** A writer that fails costs its words, never the document; only the end of all work ends this too. */
async function reworded(writer: Writer, texts: string[], signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await writer.reword({ texts }, signal);
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

function proseIn(block: Block): readonly Prose[] {
  if ('bullets' in block) return block.bullets;
  return 'text' in block ? [block] : [];
}

function each(block: Block, other: (prose: Prose) => Prose): Block {
  if ('bullets' in block) return { bullets: block.bullets.map(other) };
  return 'text' in block ? other(block) : block;
}

function isWorthIt({ text }: Prose): boolean {
  return text.length >= SHORTEST && !text.includes('\n') && !text.includes('⟦');
}

/** A text with a mark in the place of each quotation and figure, and what each mark stands for. */
interface Masked {
  text: string;
  hidden: ReadonlyMap<string, string>;
}

function masked({ text, facts, quotes }: Prose): Masked {
  const hidden = new Map<string, string>();
  let rest = text;
  let done = '';
  const found = [...quotes, ...facts.map((one) => one.text)].filter((own) => own !== '');
  while (rest !== '') {
    // The longest of those that begin first: a figure may be part of another.
    const next = found
      .map((own) => ({ own, at: rest.indexOf(own) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.own.length - a.own.length)[0];
    if (!next) break;
    const mark = `⟦${hidden.size + 1}⟧`;
    hidden.set(mark, next.own);
    done += rest.slice(0, next.at) + mark;
    rest = rest.slice(next.at + next.own.length);
  }
  return { text: done + rest, hidden };
}

function inTheirWords(prose: Prose, { text, hidden }: Masked, theirs: string | undefined): Prose {
  const line = theirs?.trim();
  if (line === undefined || !isFaithful(text, line)) return prose;
  return { ...prose, text: [...hidden].reduce((whole, [mark, own]) => whole.replace(mark, () => own), line) };
}
