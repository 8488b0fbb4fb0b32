import type { Answer } from './organization-model.ts';

/** Whether a call was turned down. */
export function isRefused(answer: Answer): answer is Extract<Answer, { refused: string }> {
  return typeof answer === 'object' && 'refused' in answer;
}

/** An answer in one word, to count how often it was given. */
export function wordFor(answer: Answer): string {
  if (typeof answer === 'string') return answer;
  if ('refused' in answer) return answer.refused;
  if ('done' in answer) return 'done';
  return answer.undone.length === 0 ? 'again' : 'done';
}
