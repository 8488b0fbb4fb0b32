import type { KeywordIdea } from '../ports/ad-platform.ts';

const KEPT_MS = 6 * 60 * 60_000;
const MOST_KEPT = 1_000;

/** What is asked, as one text, and when. */
interface Question {
  question: string;
  now: number;
}

type Ideas = Map<string, { until: number; ideas: Promise<KeywordIdea[]> }>;

const ofPlatform = new WeakMap<object, Ideas>();

/** Whether the ideas for a question are there already, or on their way: to have them costs nothing. */
export function areRemembered(platform: object, { question, now }: Question): boolean {
  return (ofPlatform.get(platform)?.get(question)?.until ?? 0) > now;
}

/**
 * Ideas that a platform gave for the same question a while ago: they hardly change, and each question spends one of the
 * operations that the organization's syncs need too. What failed is asked again.
 */
export function rememberedIdeas(
  platform: object,
  { question, now }: Question,
  ask: () => Promise<KeywordIdea[]>,
): Promise<KeywordIdea[]> {
  const kept: Ideas = ofPlatform.get(platform) ?? new Map();
  ofPlatform.set(platform, kept);
  const known = kept.get(question);
  if (known && known.until > now) return known.ideas;
  kept.delete(question);
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  const ideas = ask();
  kept.set(question, { until: now + KEPT_MS, ideas });
  ideas.catch(() => kept.delete(question));
  return ideas;
}
