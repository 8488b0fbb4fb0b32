import { useNavigate, useSearch } from '@tanstack/react-router';

/** Reads what a page keeps in its address; whatever is wrong there is left out, never an error. */
export type AddressParser<Kept> = (search: Record<string, unknown>) => Kept;

/** What a page keeps in its address, and how to change some of it; a link shows a colleague the same. */
export function useAddress<Kept extends object>(
  parse: AddressParser<Kept>,
): [kept: Kept, keep: (change: Record<string, unknown>) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const keep = (change: Record<string, unknown>) => {
    const next = (before: Record<string, unknown>) => withoutEmpty({ ...before, ...change });
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  };
  return [parse({ ...search }), keep];
}

/** One of some words, or nothing. */
export function oneOf<const Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

/** A text, or nothing; numbers that somebody typed are texts too. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function withoutEmpty(search: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}
