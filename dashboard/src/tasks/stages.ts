/** Adds a stage to those that were seen; one that only counts on (“Reading: 2 pages”) takes the place of the last. */
export function withStage(seen: readonly string[], stage: string): readonly string[] {
  if (seen.includes(stage)) return seen;
  const last = seen.at(-1);
  return last !== undefined && headOf(last) === headOf(stage) ? [...seen.slice(0, -1), stage] : [...seen, stage];
}

function headOf(stage: string): string {
  return stage.split(':')[0] ?? stage;
}
