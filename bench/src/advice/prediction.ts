import { totalSaving } from '../../../server/src/detection/saving.ts';
import type { AdviceAccount } from './account.ts';
import { type Advice, savingAdvice } from './advise.ts';
import { apply } from './apply.ts';
import type { TrueWorth } from './true-worth.ts';

const DAYS = 30;
const MICROS = 1_000_000;

/** What a month without the waste was to save, and what it did. */
export interface Prediction {
  predicted: number;
  came: number;
}

/**
 * Follows the advice that promises savings in one of two equal accounts and compares a month of both: what the terms
 * concerned cost less, wherever their searches went, less what the conversions lost with them are worth.
 */
export function checkPrediction(
  alone: AdviceAccount,
  advised: AdviceAccount,
  advice: readonly Advice[],
  targets: ReadonlyMap<number, number>,
  truth: TrueWorth,
): Prediction {
  const saving = savingAdvice(advice);
  const concerned = new Set(saving.flatMap(({ proposal }) => [...truth.concernedBy(proposal)]));
  const first = alone.today;
  apply(
    advised,
    saving.map(({ proposal }) => proposal),
  );
  const net = (account: AdviceAccount) => {
    account.simulation.advance(DAYS);
    let sum = 0;
    for (const { stream, clicks, costMicros } of account.leaves({ first, last: account.today - 1 })) {
      if (!concerned.has(stream.term.text)) continue;
      const target = targets.get(account.numberOf(stream.campaign)) ?? 0;
      sum += costMicros / MICROS - target * clicks * stream.term.cvr;
    }
    return sum;
  };
  return { predicted: totalSaving(saving.map(({ finding }) => finding)), came: net(alone) - net(advised) };
}
