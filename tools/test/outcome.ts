/** How many tests of a file, or of all, ended in which way. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** The end of a long output is kept: that is where it broke. */
export const OUTPUT_KEPT = 20_000;

/** Tells how a file or a check ended; what it printed is shown where it failed. */
export function reportEnd(what: string, outcome: Outcome, ms: number, output: string): void {
  const seconds = (ms / 1000).toFixed(1);
  const counts = [`${outcome.passed} passed`];
  if (outcome.failed > 0) counts.push(`${outcome.failed} failed`);
  if (outcome.skipped > 0) counts.push(`${outcome.skipped} skipped`);
  if (outcome.failed > 0 && output.trim() !== '') console.log(`\nOutput of ${what}:\n${indented(output.trimEnd())}\n`);
  console.log(`${outcome.failed > 0 ? '✖' : '✔'} ${what} — ${counts.join(', ')} (${seconds} s)`);
}

/** Sets a text off from the runner's own lines. */
export function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
