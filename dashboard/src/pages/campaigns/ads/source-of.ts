import type { Ad } from '../../../api.ts';

/** What a text of an ad was taken from; somebody may have written one that is called like what every object has. */
export function sourceOf(text: string, sources: Ad['sources'] = {}): Ad['sources'][string][number] | undefined {
  return Object.hasOwn(sources, text) ? sources[text]?.[0] : undefined;
}
