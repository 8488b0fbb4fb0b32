import type { PlatformWork } from '../writes/step.ts';

/** One of several things that a step changes, and whether others had done so before: then it is not ours to take back. */
interface Part {
  already?: boolean | undefined;
}

/**
 * Marks what is so in the platform before anything of ours can have arrived there, as of now: what was so when an earlier
 * try came to nothing may not be any more. It is noted at once, because after a try that is never answered nobody could tell.
 */
export async function markingWhatIsSo<One extends Part>(
  parts: One[],
  isSo: (one: One) => boolean,
  { mayHaveArrived, note }: Pick<PlatformWork<unknown>, 'mayHaveArrived'> & { note(parts: One[]): Promise<void> },
): Promise<One[]> {
  if (mayHaveArrived) return parts;
  const changes = (one: One) => (one.already ?? false) !== isSo(one);
  if (!parts.some(changes)) return parts;
  const marked = parts.map((one) => (changes(one) ? { ...one, already: isSo(one) } : one));
  await note(marked);
  return marked;
}
