import type { Tenancy } from '../../base/context.ts';
import { LongWork } from '../../base/long-work.ts';
import type { Step } from '../step.ts';
import type { Steps } from '../steps.ts';
import type { ActionRow, StoredStep } from './action.store.ts';
import { decidedThere } from './decided-there.store.ts';
import { actionsBetween, type LaterAction, type Made } from './later-action.store.ts';

type Reading = Tenancy & { readonly steps: Steps };

const NEWEST: Made = { at: 'infinity', id: '' };

/**
 * What was decided after an action: by others that are not undone, and in the platform. It may be what the action had
 * decided itself: undoing it leaves that alone all the same.
 */
export class LaterDecisions {
  readonly #context: Reading;
  readonly #action: Made;
  readonly #campaignIds: readonly number[];
  readonly #things = new Set<string>();
  #read = NEWEST;
  #allRead = false;

  constructor(action: ActionRow, context: Reading) {
    this.#context = context;
    this.#action = action;
    this.#campaignIds = [...new Set(action.steps.map((step) => context.steps.read(step).campaign.id))];
  }

  /** The things decided on as far as was read, which is until each of those asked for was found or nothing is left. */
  async among(things: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#lookThere(things);
    while (!this.#allRead && things.some((thing) => !this.#things.has(thing))) await this.#readOn();
    return this.#things;
  }

  async #lookThere(things: readonly string[]): Promise<void> {
    const unknown = things.filter((thing) => !this.#things.has(thing));
    if (unknown.length === 0) return;
    for (const thing of await decidedThere(this.#context, this.#campaignIds, unknown, this.#action.at)) {
      this.#things.add(thing);
    }
  }

  async #readOn(): Promise<void> {
    const some = await actionsBetween(this.#context, this.#campaignIds, this.#action, this.#read);
    const work = new LongWork();
    for (const action of some) {
      for (const thing of this.#standing(action).flatMap((step) => step.about())) this.#things.add(thing);
      if (work.hadItsTurn) await work.giveWay();
    }
    const last = some.at(-1);
    if (last) this.#read = last;
    else this.#allRead = true;
  }

  /** What nobody knows to have happened was wanted, too. */
  #standing(action: LaterAction): Step[] {
    return action.steps.flatMap((step, of) =>
      (step.done || step.unknown) && !isTakenBack(action, of) ? [this.#context.steps.read(step)] : [],
    );
  }
}

/** Whether an undo that came only part of the way has taken a step back, or a part of it by steps of that kind. */
export function isTakenBack({ undo_steps }: Pick<ActionRow, 'undo_steps'>, of: number, op?: string): boolean {
  const isOne = (one: StoredStep) => one.of === of && (op === undefined || one.op === op);
  const tries = (undo_steps ?? []).filter(isOne);
  return tries.length > 0 && tries.every(({ done }) => done);
}
