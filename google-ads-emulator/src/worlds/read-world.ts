import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { type WorldDescription, worldDescription } from './description.ts';

/** A description that cannot be used; the message names each place and what is wrong with it. */
export class WorldError extends Error {}

/** Reads a world from a JSON file. */
export function readWorldFile(path: string): WorldDescription {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new WorldError(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  return readWorld(value, path);
}

/** Checks a description and fills in what it leaves to the defaults. */
export function readWorld(value: unknown, name = 'The world'): WorldDescription {
  const { data, error } = worldDescription.safeParse(value);
  if (data) return data;
  const shown = error.issues.slice(0, SHOWN).map((issue) => `  ${placeOf(issue.path)}: ${issue.message}`);
  const more = error.issues.length > SHOWN ? [`  and ${error.issues.length - SHOWN} more`] : [];
  throw new WorldError([`${name} is not a world that can be used:`, ...shown, ...more].join('\n'));
}

function placeOf(path: z.core.$ZodIssue['path']): string {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return place === '' ? 'the whole' : place.replace(/^\./, '');
}

const SHOWN = 10;
