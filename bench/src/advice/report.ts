import { cpaOf, goalsOf, percent } from './goals.ts';
import type { WorldFigures } from './world-figures.ts';

/** Prints what was measured in some worlds, each on a line where that is wanted, then all of them against the goals. */
export function report(title: string, worlds: readonly WorldFigures[], { each }: { each: boolean }): void {
  console.log(`\n${title} (${worlds.length})`);
  if (each) {
    console.log(
      'world | conversions | waste | recovered  ideal | lost  several | predicted     came | CPA 60 d   ideal | conversions  counted',
    );
    for (const world of worlds) console.log(line(world));
    console.log('');
  }
  for (const { name, value, wanted, isMet, missed } of goalsOf(worlds)) {
    console.log(`${isMet ? '✔' : '✖'} ${name}: ${value.toFixed(3)} (goal ${wanted})`);
    if (!isMet) console.log(`  The ideal observer: ${missed.ideal}. Why not: ${missed.why}.`);
  }
}

function line(world: WorldFigures): string {
  const { seed, harm, waste, prediction, loop } = world;
  const cells = [
    [String(seed), 5],
    [String(harm.conversions), 11],
    [percent(waste.before / waste.cost), 5],
    [percent(1 - waste.after / waste.before), 9],
    [percent(1 - waste.ideal / waste.before), 6],
    [String(harm.lost), 4],
    [String(harm.several), 8],
    [prediction.predicted.toFixed(0), 9],
    [prediction.came.toFixed(0), 8],
    [percent(change(loop.advised, loop.alone, cpaOf)), 8],
    [percent(change(loop.ideal, loop.alone, cpaOf)), 7],
    [percent(change(loop.advised, loop.alone, ({ expected }) => expected)), 11],
    [percent(change(loop.advised, loop.alone, ({ conversions }) => conversions)), 8],
  ] as const;
  const bars = new Set([0, 1, 2, 4, 6, 8, 10]);
  return cells.map(([text, width], n) => text.padStart(width) + (bars.has(n) ? ' |' : '')).join(' ');
}

type Outcome = WorldFigures['loop']['alone'];

function change(after: Outcome, before: Outcome, of: (outcome: Outcome) => number): number {
  return of(after) / of(before) - 1;
}
