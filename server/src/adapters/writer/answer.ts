import { z } from 'zod';
import type { Phrasing } from '../../ports/writer.ts';

const MOST_TEXTS = 30;
const LONGEST_TEXT = 400;
const MOST_FACTS = 100;
const MOST_SENTENCES = 100;
const LONGEST_SENTENCES = 4_000;

const phrased = z.object({ text: z.string().max(LONGEST_TEXT), facts: z.array(z.string()).max(MOST_FACTS) });
const phrasing = z.object({
  headlines: z.array(z.unknown()).max(MOST_TEXTS),
  descriptions: z.array(z.unknown()).max(MOST_TEXTS),
});

const rewording = z.object({ texts: z.array(z.string().max(LONGEST_SENTENCES)).max(MOST_SENTENCES) });

/** Reads a model's answer: the JSON in it, wherever it stands; a text that is none of ours is left out. */
export function parsePhrasing(answer: string): Phrasing {
  const { headlines, descriptions } = phrasing.parse(jsonIn(answer));
  return { headlines: headlines.flatMap(textOf), descriptions: descriptions.flatMap(textOf) };
}

/** Reads the texts of a document that a model worded. */
export function parseRewording(answer: string): string[] {
  return rewording.parse(jsonIn(answer)).texts;
}

function jsonIn(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
}

function textOf(one: unknown): Phrasing['headlines'] {
  const { success, data } = phrased.safeParse(one);
  return success ? [{ text: data.text.trim(), facts: data.facts }] : [];
}
