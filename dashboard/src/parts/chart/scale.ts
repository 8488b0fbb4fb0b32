/** The steps that people count in. */
const STEPS = [1, 2, 2.5, 5, 10];

/** Round values from 0 to beyond the largest, about as many as asked for. */
export function ticksUpTo(largest: number, about = 4): number[] {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((one) => one * power >= rough) ?? 10);
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** A point of a line; null where there is no figure. */
export type Point = readonly [x: number, y: number | null];

/** The path through points, broken where a figure is missing. */
export function pathThrough(points: readonly Point[]): string {
  let open = false;
  const parts: string[] = [];
  for (const [x, y] of points) {
    if (y !== null) parts.push(`${open ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`);
    open = y !== null;
  }
  return parts.join('');
}
