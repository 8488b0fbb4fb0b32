import { call, type Endpoint } from '../call.ts';
import { type AnyPreview, changesOfPreview, type ShownChange, type ShownChanges } from './change.ts';

/** Something that a person is about to do: it can be looked at first, then done once. */
export interface Act {
  /** The same for every look at the same wish. */
  id: string;
  /** Names what happens, as the button says it: “Raise budget to $70”. */
  label: string;
  /** What has happened then: “Budget raised to $70”. */
  done: string;
  /** What is said while the ad platform has to be waited for: “Launching”. */
  underWay?: string | undefined;
  /** Names it by what it turns out to do, where the wish alone does not tell. */
  named?: ((shown: ShownChanges) => Pick<Act, 'label' | 'done'>) | undefined;
  /** Of which campaign, where several are changed together. */
  campaign?: string | undefined;
  /** Between what a budget that it moves has to stay, once acts before it have added so much to those of others. */
  limits?: ((added: number) => ShownChange['limits']) | undefined;
  preview: (signal?: AbortSignal) => Promise<ShownChanges>;
  execute: (idempotencyKey: string) => Promise<Executed>;
}

/** What an executed change answers: what undoes it, and the work that still goes on. */
export interface Executed {
  action_id: string | null;
  task_tracking_id?: number | null;
  /** What was left alone, because it changed since. */
  skipped?: readonly string[] | undefined;
}

/** What a guarded write takes beside its wish, and what it answers. */
type GuardedEndpoint<Wish, Output> = Endpoint<Wish & { dry_run?: boolean | undefined }, Output>;

/** Makes an act of a guarded write and what it is to do. */
export function guardedAct<Wish extends object, Output extends AnyPreview | Executed>(
  endpoint: GuardedEndpoint<Wish, Output>,
  wish: NoInfer<Wish>,
  words: Pick<Act, 'label' | 'done' | 'underWay' | 'named' | 'campaign' | 'limits'>,
): Act {
  let seen: { fingerprint?: string } = {};
  return {
    ...words,
    id: JSON.stringify([endpoint.route, wish]),
    async preview(signal) {
      const answer = await call(endpoint, { ...wish, dry_run: true }, { signal });
      if (!isPreview(answer)) throw new Error('a preview was executed');
      if (answer.fingerprint !== undefined) seen = { fingerprint: answer.fingerprint };
      return changesOfPreview(answer);
    },
    async execute(idempotencyKey) {
      const answer = await call(endpoint, { ...wish, ...seen, dry_run: false }, { idempotencyKey });
      if (isPreview(answer)) throw new Error('a change was only previewed');
      return answer;
    },
  };
}

function isPreview(answer: AnyPreview | Executed): answer is AnyPreview {
  return 'dry_run' in answer;
}
