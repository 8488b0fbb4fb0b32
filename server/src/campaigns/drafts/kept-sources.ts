import { z } from 'zod';
import { shortText } from '../../base/short-text.ts';

const source = z.object({ address: z.string(), words: z.string() });
type Source = z.infer<typeof source>;

/** What the texts of an ad were taken from, by the text. */
export const adSources = z.record(z.string(), z.array(source));

const MOST_OF_A_TEXT = 3;
const LONGEST_WORDS = 300;
const LONGEST_ADDRESS = 500;
const MOST_BYTES_OF_AN_AD = 16 * 1024;

/**
 * As much of it as is kept: for whoever looks at a text to find it on the site again. Pages are other people's, and say
 * and call themselves what they like, at any length; every ad of a campaign may stand on the longest of them. The texts
 * that come first go first.
 */
export function keptSources(sources: unknown): z.infer<typeof adSources> {
  let left = MOST_BYTES_OF_AN_AD;
  const kept = Object.entries(adSources.catch({}).parse(sources)).map(([text, all]) => {
    const short = all.slice(0, MOST_OF_A_TEXT).map(shortSource);
    left -= Buffer.byteLength(JSON.stringify([text, short]));
    return [text, left < 0 ? [] : short] as const;
  });
  return Object.fromEntries(kept.filter(([, some]) => some.length > 0));
}

function shortSource({ address, words }: Source): Source {
  return { address: shortAddress(address), words: shortText(words, LONGEST_WORDS) };
}

/** Without its query, and cut where it is still too long: it tells which page it is, and is not followed. */
function shortAddress(address: string): string {
  if (address.length <= LONGEST_ADDRESS) return address;
  const { origin, pathname } = URL.parse(address) ?? { origin: '', pathname: address };
  return `${origin}${pathname}`.slice(0, LONGEST_ADDRESS).replace(/%.?$|\p{Cs}$/u, '');
}
