import fc from 'fast-check';
import type { State } from './organization-model.ts';

/** One thing that somebody does; numbers choose among what there is when its turn comes. */
export type Step =
  | {
      do: 'edit';
      campaign: number;
      name: number | null;
      budget: { times: number } | { to: number } | null;
      target: number | null;
      sent: Sent;
    }
  | { do: 'state'; campaign: number; to: State; interrupted: boolean; sent: Sent }
  | { do: 'add negatives'; campaign: number; terms: string[]; match: string; sent: Sent }
  | {
      do: 'apply';
      campaign: number;
      parts: readonly Part[];
      to: 'enabled' | 'paused';
      bid: number;
      texts: string[];
      terms: string[];
      times: number;
      target: number;
      sent: Sent;
    }
  | { do: 'undo'; pick: number; sent: Sent }
  | { do: 'preview'; campaign: number; budget: number }
  | { do: 'approvals'; required: boolean }
  | { do: 'decide'; pick: number; decision: 'approve' | 'reject' | 'expire' }
  | { do: 'edit there'; campaign: number; what: 'name' | 'budget' | 'status'; amount: number }
  | { do: 'sync' }
  | { do: 'restart' };

/** What a recommendation may be made of. */
export type Part = 'state' | 'bid' | 'add' | 'exclude' | 'lift' | 'budget' | 'target';
const PARTS: readonly Part[] = ['state', 'bid', 'add', 'exclude', 'lift', 'budget', 'target'];

/** How often a call is sent under one Idempotency-Key. */
export type Sent = 'once' | 'again' | 'at once';

/** What an organization starts with, and what happens in it. */
export interface Sequence {
  cap: number | null;
  percent: number;
  quota: number;
  approvals: boolean;
  budgets: readonly number[];
  steps: Step[];
}

const pick = fc.nat({ max: 20 });
const campaign = fc.nat({ max: 1 });
const sent = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Sent>('once') },
  { weight: 1, arbitrary: fc.constant<Sent>('again') },
  { weight: 1, arbitrary: fc.constant<Sent>('at once') },
);
const TERMS = ['free', 'jobs', 'diy', 'cheap plumber'];

const budget = fc.option(
  fc.oneof(
    fc.record({ times: fc.constantFrom(0.5, 0.74, 0.75, 0.8, 0.9, 1, 1.1, 1.24, 1.25, 1.26, 2) }),
    fc.record({ to: fc.constantFrom(0, 1, 20, 30.49, 30.5, 45, 60, 200) }),
  ),
  { freq: 4 },
);

const edit = fc
  .record({
    do: fc.constant('edit' as const),
    campaign,
    name: fc.option(fc.nat({ max: 3 })),
    budget,
    target: fc.option(fc.constantFrom(5, 12.34, 20, 99.99)),
    sent,
  })
  .filter(({ name, budget, target }) => name !== null || budget !== null || target !== null);
const state = fc.record({
  do: fc.constant('state' as const),
  campaign,
  to: fc.constantFrom<State>('live', 'live', 'paused', 'draft'),
  interrupted: fc.integer({ min: 0, max: 19 }).map((chance) => chance === 0),
  sent,
});
const addNegatives = fc.record({
  do: fc.constant('add negatives' as const),
  campaign,
  terms: fc.uniqueArray(fc.constantFrom(...TERMS), { minLength: 1, maxLength: 3 }),
  match: fc.constantFrom('phrase', 'phrase', 'exact', 'broad'),
  sent,
});
const apply = fc.record({
  do: fc.constant('apply' as const),
  campaign,
  parts: fc.uniqueArray(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }),
  to: fc.constantFrom('enabled' as const, 'paused' as const, 'paused' as const),
  bid: fc.constantFrom(0.5, 1.25),
  texts: fc.uniqueArray(fc.constantFrom('burst pipe', 'leaking tap'), { minLength: 1 }),
  terms: fc.uniqueArray(fc.constantFrom(...TERMS), { minLength: 1, maxLength: 2 }),
  times: fc.constantFrom(0.5, 0.8, 1.1, 1.2, 2),
  target: fc.constantFrom(5, 12.34),
  sent,
});
const undo = fc.record({ do: fc.constant('undo' as const), pick, sent });
const preview = fc.record({ do: fc.constant('preview' as const), campaign, budget: fc.constantFrom(1, 40, 45, 400) });
const approvals = fc.record({ do: fc.constant('approvals' as const), required: fc.boolean() });
const decide = fc.record({
  do: fc.constant('decide' as const),
  pick,
  decision: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const, 'expire' as const),
});
const editThere = fc.record({
  do: fc.constant('edit there' as const),
  campaign,
  what: fc.constantFrom('name' as const, 'budget' as const, 'status' as const),
  amount: fc.integer({ min: 10, max: 90 }),
});

const [SHORTEST, LONGEST] = [3, 16];

function launch(campaign: number): Step {
  return { do: 'state', campaign, to: 'live', interrupted: false, sent: 'once' };
}

/** Sequences in which nobody but us changes the platform, or in which others do as well. */
export function sequences({ others }: { others: boolean }): fc.Arbitrary<Sequence> {
  const step = fc.oneof(
    { weight: 8, arbitrary: edit },
    { weight: 7, arbitrary: state },
    { weight: 4, arbitrary: addNegatives },
    { weight: 6, arbitrary: apply },
    { weight: 5, arbitrary: undo },
    { weight: 1, arbitrary: preview },
    { weight: 2, arbitrary: approvals },
    { weight: 5, arbitrary: decide },
    { weight: others ? 3 : 1, arbitrary: fc.constant({ do: 'sync' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
    ...(others ? [{ weight: 7, arbitrary: editThere }] : []),
  );
  return fc
    .record({
      cap: fc.constantFrom(null, null, 3_300, 3_900),
      percent: fc.constantFrom(25, 25, 10, 50),
      quota: fc.constantFrom(1_000, 1_000, 1_000, 5),
      approvals: fc.constantFrom(false, false, true),
      budgets: fc.constantFrom([40, 60], [40, 0], [55, 55]),
      launched: fc.subarray([0, 1]),
      steps: fc.array<Step>(step, { minLength: SHORTEST, maxLength: LONGEST, size: 'max' }),
    })
    .map(({ launched, ...sequence }) => ({ ...sequence, steps: [...launched.map(launch), ...sequence.steps] }));
}
