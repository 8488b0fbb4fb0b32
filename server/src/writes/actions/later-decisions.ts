import type { Services, Tenancy } from '../../base/context.ts';
import { LongWork } from '../../base/long-work.ts';
import type { DecidedLater } from '../seen.ts';
import type { Step } from '../step.ts';
import type { Steps } from '../steps.ts';
import type { ActionRow, StoredStep } from './action.store.ts';
import { decidedThere } from './decided-there.store.ts';
import { type LaterAction, type Made, standingAmong } from './later-action.store.ts';
import { addedSince, changedSince, laterVersions } from './later-version.store.ts';

type Reading = Tenancy & Pick<Services, 'clock'> & { readonly steps: Steps };

/** One may have changed hundreds of things, or thousands: more at once would hold others up. */
export const READ_AT_ONCE = 5;

/**
 * What was decided after an action: by others that are not undone, and in the platform. It may be what the action had
 * decided itself: undoing it leaves that alone all the same. There may be very much of it: what was read before anything
 * was locked is taken along, and only what has come or changed since is read where others wait for it.
 */
export class LaterDecisions implements DecidedLater {
  readonly #action: Made;
  readonly #campaignIds: readonly number[];
  /** Each thing that was decided on here, with the actions that did. */
  readonly #decided = new Map<string, Set<string>>();
  readonly #there = new Set<string>();
  #context: Reading;
  #known: Map<string, string> | undefined;
  #since = 0;
  #caughtUp: Promise<void> | undefined;
  #unread: string[] = [];

  constructor(action: ActionRow, context: Reading) {
    this.#context = context;
    this.#action = action;
    this.#campaignIds = [...new Set(action.steps.map((step) => context.steps.read(step).campaign.id))];
  }

  /** The same, as of when it is next asked. */
  continuedIn(context: Reading): this {
    this.#context = context;
    this.#caughtUp = undefined;
    this.#there.clear();
    return this;
  }

  /** Those of these things that were decided on; no more is read than it takes to tell. */
  async among(things: readonly string[]): Promise<ReadonlySet<string>> {
    this.#caughtUp ??= this.#catchUp();
    await this.#caughtUp;
    await this.#lookThere(things);
    while (this.#unread.length > 0 && things.some((thing) => !this.#isDecided(thing))) await this.#readOn();
    return new Set(things.filter((thing) => this.#isDecided(thing)));
  }

  #isDecided(thing: string): boolean {
    return this.#there.has(thing) || this.#decided.has(thing);
  }

  async #lookThere(things: readonly string[]): Promise<void> {
    const unknown = things.filter((thing) => !this.#isDecided(thing));
    if (unknown.length === 0) return;
    for (const thing of await decidedThere(this.#context, this.#campaignIds, unknown, this.#action.at)) {
      this.#there.add(thing);
    }
  }

  /**
   * What is known is noted before any of it is read, those undone as well: their undoing may yet fail. So whatever happens
   * to an action from then on is found.
   */
  async #catchUp(): Promise<void> {
    if (!this.#known) {
      this.#since = this.#context.clock.now();
      this.#known = await laterVersions(this.#context, this.#campaignIds, this.#action);
      this.#unread = [...this.#known.keys()];
      return;
    }
    const before = { known: this.#known, since: this.#since };
    const changed = await changedSince(this.#context, this.#known);
    const added = await addedSince(this.#context, this.#campaignIds, this.#action, before);
    const anew = [...changed, ...added];
    for (const { id } of anew) this.#forget(id);
    await this.#take(anew);
    for (const { id, version } of anew) this.#known.set(id, version);
  }

  /** The newest first: they are likelier to be about what is asked. Whoever asks at the same time may read the same. */
  async #readOn(): Promise<void> {
    const some = this.#unread.slice(-READ_AT_ONCE);
    await this.#take(await standingAmong(this.#context, some));
    this.#unread = this.#unread.filter((id) => !some.includes(id));
  }

  async #take(actions: readonly LaterAction[]): Promise<void> {
    const work = new LongWork();
    for (const action of actions) {
      for (const thing of this.#standing(action).flatMap((step) => step.about())) {
        const by = this.#decided.get(thing) ?? new Set();
        this.#decided.set(thing, by.add(action.id));
      }
      if (work.hadItsTurn) await work.giveWay();
    }
  }

  #forget(actionId: string): void {
    for (const [thing, by] of this.#decided) if (by.delete(actionId) && by.size === 0) this.#decided.delete(thing);
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
