import { adLength } from '../campaigns/ad-limits.ts';
import type { Brief } from './brief.ts';
import { LIMITS } from './limits.ts';
import type { Service } from './offering.ts';
import { segmentsOf } from './page-kinds.ts';

/** The two words behind the address that an ad shows: what it is, and where. */
export function pathsOf(service: Service, { towns, reading }: Brief): { path1: string | null; path2: string | null } {
  const slug = segmentsOf(service.page.address, reading.home.address).at(-1) ?? '';
  const names = [...service.forms, slug.replaceAll('-', ' '), service.forms[0]?.split(' ')[0] ?? ''];
  const path1 = names.map((name) => pathOf(reading.casing.forAd(name, reading.lexicon))).find(isPath) ?? null;
  const path2 =
    towns
      .slice(0, 1)
      .map(({ text }) => pathOf(text))
      .find(isPath) ?? null;
  return path1 === null ? { path1: path2, path2: null } : { path1, path2 };
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
