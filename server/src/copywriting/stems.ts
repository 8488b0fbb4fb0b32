const SHORTEST_STEM = 5;
const LEAST_SHARED = 0.6;

/** Whether two folded words are one, or of one stem: plumber and plumbing, remodel and remodeling. */
export function areRelated(one: string, other: string): boolean {
  if (one === other) return true;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= SHORTEST_STEM && shared / Math.max(one.length, other.length) >= LEAST_SHARED;
}
