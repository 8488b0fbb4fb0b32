import { report } from './src/advice/report.ts';
import { worldFigures } from './src/advice/world-figures.ts';

/** Detectors are tuned on these worlds only. */
const TUNED_ON = [
  0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63, 65, 67, 69, 71, 73, 75, 77,
  79, 81, 83, 85, 87,
];
/** As many more, looked at by no one who tunes: only what they come to together is printed. */
const KEPT_APART = Array.from(TUNED_ON, (_, n) => 88 + n);

const chosen = process.argv.slice(2);
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
if (isChosen('tuned-on')) report('Worlds tuned on', TUNED_ON.map(worldFigures), { each: true });
if (isChosen('kept-apart')) report('Worlds kept apart', KEPT_APART.map(worldFigures), { each: false });
