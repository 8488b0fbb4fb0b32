import { type Outcome, reportFailures } from './outcome.ts';

const MOST_AGAIN = 6;

/**
 * A few files that failed beside the others run once more alone: what then passes failed for want of a processor, and
 * is told as that. Where many fail, something is broken.
 */
export async function runAgain(
  all: readonly Outcome[],
  isFile: (what: string) => boolean,
  run: (file: string) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const failed = all.filter((outcome) => outcome.failed > 0 && isFile(outcome.what));
  if (failed.length > MOST_AGAIN) return [...all];
  const passed = new Map<Outcome, Outcome>();
  for (const first of failed) {
    const [again] = await run(first.what);
    if (again?.failed === 0) passed.set(first, again);
  }
  reportFailures('Failed beside the others, and passed when run again alone:', [...passed.keys()]);
  return all.map((outcome) => passed.get(outcome) ?? outcome);
}
