/** How the tests of a file, or a check, ended. */
export interface Outcome {
  what: string;
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}

/** The end of a long output is kept: that is where it broke. */
export const OUTPUT_KEPT = 20_000;

/** Tells how a file or a check ended; what it printed is shown where it failed. */
export function reportEnd(outcome: Outcome, ms: number, output: string): void {
  const { what, passed, failed, skipped } = outcome;
  const seconds = (ms / 1000).toFixed(1);
  const counts = [`${passed} passed`];
  if (failed > 0) counts.push(`${failed} failed`);
  if (skipped > 0) counts.push(`${skipped} skipped`);
  if (failed > 0 && output.trim() !== '') console.log(`\nOutput of ${what}:\n${indented(output.trimEnd())}\n`);
  console.log(`${failed > 0 ? '✖' : '✔'} ${what} — ${counts.join(', ')} (${seconds} s)`);
}

/** Repeats what failed, because the beginning of a long report is the first thing to be cut off. */
export function reportFailures(heading: string, outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) return;
  console.log(`\n${heading}`);
  for (const { what, failures } of outcomes) {
    console.log(indented([what, ...failures.map((failure) => indented(shortened(failure)))].join('\n')));
  }
}

/** Sets a text off from the runner's own lines. */
export function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}

const LINES_REPEATED = 12;
const LINE_REPEATED = 400;

function shortened(text: string): string {
  const lines = text.split('\n').slice(0, LINES_REPEATED);
  return lines.map((line) => line.slice(0, LINE_REPEATED)).join('\n');
}
