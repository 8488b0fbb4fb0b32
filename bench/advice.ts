import { report } from './src/advice/report.ts';
import { worldFigures } from './src/advice/world-figures.ts';

/** Detectors are tuned on these worlds only. */
const TUNED_ON = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];
/** Kept apart: other trades, looked at by no one who tunes. */
const KEPT_APART = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23];

const chosen = process.argv.slice(2);
for (const [name, seeds] of [
  ['tuned-on', TUNED_ON],
  ['kept-apart', KEPT_APART],
] as const) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  report(`Worlds ${name.replace('-', ' ')}`, seeds.map(worldFigures));
}
