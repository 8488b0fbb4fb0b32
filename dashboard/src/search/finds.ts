/** Something that can be gone to. */
export interface Found {
  label: string;
  /** What it is: a page, a campaign, an organization. */
  kind: string;
  to: string;
  search?: Record<string, unknown>;
}

const MOST_SHOWN = 12;

/** What holds every word of a text, in the order given, those that begin with it first. */
export function matchingFinds(all: readonly Found[], text: string): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const named = all.map((one) => ({ one, name: `${one.label} ${one.kind}`.toLowerCase() }));
  const matching = named.filter(({ name }) => words.every((word) => name.includes(word)));
  const first = words[0] ?? '';
  return [
    ...matching.filter(({ name }) => name.startsWith(first)),
    ...matching.filter(({ name }) => !name.startsWith(first)),
  ]
    .slice(0, MOST_SHOWN)
    .map(({ one }) => one);
}
