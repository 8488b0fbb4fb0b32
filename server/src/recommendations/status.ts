import { Refusal } from '../base/errors.ts';

/** What can become of a recommendation; `undone` and `superseded` are listed nowhere. */
export type RecommendationStatus = 'pending' | 'applied' | 'dismissed' | 'undone' | 'superseded';

const IN_WORDS: Readonly<Record<RecommendationStatus, string>> = {
  pending: 'is being applied right now',
  applied: 'was applied already',
  dismissed: 'was dismissed',
  undone: 'was applied and undone; run the detector again to have it found anew',
  superseded: 'is out of date: nothing of it is left to do',
};

/** Refuses what can only be done to a pending recommendation. */
export function noLongerPending({ status }: { status: RecommendationStatus }): Refusal {
  return new Refusal('already_applied', `The recommendation ${IN_WORDS[status]}.`);
}
