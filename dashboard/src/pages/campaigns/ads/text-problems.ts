import { adLength } from '../../../../../server/src/campaigns/ad-limits.ts';
import { folded } from '../../../../../server/src/campaigns/keyword-text.ts';

/** What is wrong, or likely to be declined, about one of several texts of an ad; undefined when nothing is known. */
export function textProblem(texts: readonly string[], index: number, most: number, kind: string): string | undefined {
  const text = (texts[index] ?? '').trim();
  if (text === '') return undefined;
  const excess = adLength(text) - most;
  if (excess > 0) return `${excess} too many`;
  if (texts.some((other, at) => at < index && folded(other.trim()) === folded(text))) return 'The same as another';
  if (kind === 'headline' && text.includes('!')) return 'Google Ads takes no exclamation mark in a headline';
  if (/([!?.])\1/.test(text)) return 'Google Ads takes no repeated punctuation';
  if (/\b[A-Z]{6,}\b/.test(text)) return 'Words in capitals are often declined';
  if (/\bclick here\b/i.test(text)) return '“Click here” is declined';
  return undefined;
}

/** Whether a problem keeps the texts from being saved, rather than from being liked. */
export function blocksSaving(texts: readonly string[], most: number): boolean {
  const written = texts.map((text) => text.trim()).filter(Boolean);
  const distinct = new Set(written.map(folded)).size === written.length;
  return !distinct || written.some((text) => adLength(text) > most);
}
