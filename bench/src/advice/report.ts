import type { Tally } from './precision.ts';
import type { WorldFigures } from './world-figures.ts';

/** Where the targets lie. */
const GOALS = {
  precision: 0.95,
  lost: 0.01,
  recovered: 0.8,
  cpa: -0.15,
  conversions: -0.05,
  prediction: 0.25,
} as const;

/** Prints what was measured in some worlds, each on a line, then all of them against the goals. */
export function report(title: string, worlds: readonly WorldFigures[]): void {
  console.log(`\n${title}`);
  console.log(
    'world | conversions | waste | recovered  ideal | lost  several | predicted     came | CPA 60 d   ideal | conversions  counted',
  );
  for (const world of worlds) console.log(line(world));
  console.log('');
  for (const [name, { given, right, rightAsSeen }] of tallies(worlds)) {
    const foreseen = rightAsSeen === right ? '' : `; ${rightAsSeen} by the rates of the days seen`;
    goal(
      `precision of ${name} (${right} of ${given}${foreseen})`,
      right / given,
      GOALS.precision,
      right / given >= GOALS.precision,
    );
  }
  const sum = (of: (world: WorldFigures) => number) => worlds.reduce((total, world) => total + of(world), 0);
  const lost = sum(({ harm }) => harm.lost) / sum(({ harm }) => harm.conversions);
  const several = sum(({ harm }) => harm.several);
  goal('converting terms and keywords stopped, with more than one conversion', several, 0, several === 0);
  goal('conversions of 90 days behind what was stopped', lost, GOALS.lost, lost <= GOALS.lost);
  const share = (of: (world: WorldFigures) => number) =>
    sum((world) => relative(world, of(world))) / sum((world) => relative(world, world.waste.before));
  const ours = 1 - share(({ waste }) => waste.after);
  const ideal = 1 - share(({ waste }) => waste.ideal);
  goal(
    `waste recovered (${percent(ours)}) against the ideal observer's (${percent(ideal)})`,
    ours / ideal,
    GOALS.recovered,
    ours >= GOALS.recovered * ideal,
  );
  const cpa = median(worlds.map(({ loop }) => change(loop.advised, loop.alone, cpaOf)));
  const idealCpa = median(worlds.map(({ loop }) => change(loop.ideal, loop.alone, cpaOf)));
  const perfect = median(worlds.map(withoutWaste));
  goal(
    `CPA in the median world (ideal observer ${percent(idealCpa)}, without any waste ${percent(perfect)})`,
    cpa,
    GOALS.cpa,
    cpa <= GOALS.cpa,
  );
  const gained = worlds.map(({ loop }) => change(loop.advised, loop.alone, ({ expected }) => expected));
  goal('conversions in the median world', median(gained), 0, median(gained) >= 0);
  goal(
    'conversions in the worst world',
    Math.min(...gained),
    GOALS.conversions,
    Math.min(...gained) >= GOALS.conversions,
  );
  const ratio =
    sum((world) => relative(world, world.prediction.came)) /
    sum((world) => relative(world, world.prediction.predicted));
  goal('saving that came, of what was predicted', ratio, 1, Math.abs(ratio - 1) <= GOALS.prediction);
}

/** Worlds have currencies of their own: amounts are told by what a day costs. */
function relative({ waste }: WorldFigures, amount: number): number {
  return amount / waste.cost;
}

function tallies(worlds: readonly WorldFigures[]): Map<string, Tally> {
  const sums = new Map<string, Tally>();
  for (const [name, { given, right, rightAsSeen }] of worlds.flatMap(({ tallies: some }) => [...some])) {
    const sum = sums.get(name) ?? { given: 0, right: 0, rightAsSeen: 0 };
    sums.set(name, {
      given: sum.given + given,
      right: sum.right + right,
      rightAsSeen: sum.rightAsSeen + rightAsSeen,
    });
  }
  return sums;
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

function cpaOf({ cost, expected }: Outcome): number {
  return cost / expected;
}

function change(after: Outcome, before: Outcome, of: (outcome: Outcome) => number): number {
  return of(after) / of(before) - 1;
}

/** How much cheaper a conversion would be, were all waste gone and nothing else changed. */
function withoutWaste({ waste }: WorldFigures): number {
  return -waste.before / waste.cost;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

function goal(name: string, value: number, wanted: number, isMet: boolean): void {
  console.log(`${isMet ? '✔' : '✖'} ${name}: ${value.toFixed(3)} (goal ${wanted})`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
