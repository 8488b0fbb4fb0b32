import { z } from 'zod';
import type { Phrasing } from '../../ports/writer.ts';

const MOST_TEXTS = 30;
const LONGEST_TEXT = 400;
const MOST_FACTS = 100;

const phrased = z.object({ text: z.string().max(LONGEST_TEXT), facts: z.array(z.string()).max(MOST_FACTS) });
const phrasing = z.object({
  headlines: z.array(z.unknown()).max(MOST_TEXTS),
  descriptions: z.array(z.unknown()).max(MOST_TEXTS),
});

/** Reads a model's answer: the JSON in it, wherever it stands; a text that is none of ours is left out. */
export function parsePhrasing(answer: string): Phrasing {
  const json = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  const { headlines, descriptions } = phrasing.parse(JSON.parse(json));
  return { headlines: headlines.flatMap(textOf), descriptions: descriptions.flatMap(textOf) };
}

function textOf(one: unknown): Phrasing['headlines'] {
  const { success, data } = phrased.safeParse(one);
  return success ? [{ text: data.text.trim(), facts: data.facts }] : [];
}
