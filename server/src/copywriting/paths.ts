import { adLength } from '../campaigns/ad-limits.ts';
import type { Brief } from './brief.ts';
import { LIMITS } from './limits.ts';
import type { Service } from './offering.ts';
import { segmentsOf } from './page-kinds.ts';

/** The two words behind the address that an ad shows: what it is, and where; a long name takes both. */
export function pathsOf(service: Service, { towns, reading }: Brief): { path1: string | null; path2: string | null } {
  const written = (name: string) => pathOf(reading.casing.forAd(name, reading.lexicon));
  const slug = segmentsOf(service.page.address, reading.home.address).at(-1) ?? '';
  const path1 = [...service.forms, slug.replaceAll('-', ' ')].map(written).find(isPath);
  const town =
    towns
      .slice(0, 1)
      .map(({ text }) => pathOf(text))
      .find(isPath) ?? null;
  if (path1) return { path1, path2: town };
  const words = (service.forms[0] ?? '')
    .split(' ')
    .filter((word) => !reading.lexicon.functionWords.has(word.toLowerCase()));
  const halves = words.map((_, at) =>
    [words.slice(0, at + 1), words.slice(at + 1)].map((half) => written(half.join(' '))),
  );
  const [first, second] = halves.find((pair) => pair.every(isPath)) ?? [];
  return first && second ? { path1: first, path2: second } : { path1: town, path2: null };
}

function pathOf(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

function isPath(path: string): boolean {
  return path !== '' && adLength(path) <= LIMITS.path && /\p{L}/u.test(path);
}
