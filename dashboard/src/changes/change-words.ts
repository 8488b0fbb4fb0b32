import { changeBetween, formatAmount, formatAmountChange, formatChange, formatWords } from '../format.ts';
import type { ShownChange } from './change.ts';

/** Daily budgets are compared by the month as the service does: thirty days. */
const DAYS_OF_A_MONTH = 30;

const NAMES: Record<string, string> = {
  budget: 'Daily budget',
  target_cpa: 'Target CPA',
  final_url: 'Landing page',
  path1: 'First path',
  path2: 'Second path',
};

/** A field as people call it. */
export function fieldWords(field: string): string {
  const known = NAMES[field];
  if (known) return known;
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as it is shown: amounts in the currency, states in words, texts as they are. */
export function valueWords(
  { field }: Pick<ShownChange, 'field'>,
  value: ShownChange['from'],
  currency: string,
): string {
  if (value === null) return field === 'target_cpa' ? 'no target' : 'none';
  if (typeof value === 'number') return formatAmount(value, currency);
  return field === 'state' ? formatWords(value) : value;
}

/** How far an amount moves: in percent and, for daily budgets, in a month. */
export function moveWords({ field, from, to }: ShownChange, currency: string): string | undefined {
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  const relative = changeBetween(from, to);
  const percent = relative === undefined ? [] : [formatChange(relative)];
  const month = isBudget(field) ? [`${formatAmountChange((to - from) * DAYS_OF_A_MONTH, currency)} a month`] : [];
  return [...percent, ...month].join(', ') || undefined;
}

/** Whether a change is one of what may be spent in a day. */
export function isBudget(field: string): boolean {
  return field === 'budget' || field === 'daily spend' || field.startsWith('budget of ');
}
