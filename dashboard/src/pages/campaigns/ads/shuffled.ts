/** How many headlines and descriptions a results page shows of an ad. */
const SHOWN = { headlines: 3, descriptions: 2 };

/** One of the combinations that the ad platform may show: the first as it was written, others by chance. */
export function combination<Texts extends { headlines: readonly string[]; descriptions: readonly string[] }>(
  { headlines, descriptions }: Texts,
  seed: number,
): { headlines: string[]; descriptions: string[] } {
  return {
    headlines: shuffled(headlines, seed).slice(0, SHOWN.headlines),
    descriptions: shuffled(descriptions, seed).slice(0, SHOWN.descriptions),
  };
}

/** The same seed gives the same order, so that typing does not shuffle anew. */
function shuffled(texts: readonly string[], seed: number): string[] {
  if (seed === 0) return [...texts];
  const weight = (index: number) => {
    const mixed = Math.sin((index + 1) * 12.9898 + seed * 78.233) * 43758.5453;
    return mixed - Math.floor(mixed);
  };
  return texts
    .map((text, index) => ({ text, weight: weight(index) }))
    .sort((one, other) => one.weight - other.weight)
    .map(({ text }) => text);
}
