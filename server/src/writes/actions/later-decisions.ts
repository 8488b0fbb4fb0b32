import { LongWork } from '../../base/long-work.ts';
import type { PlanContext } from '../step.ts';
import type { ActionRow } from './action.store.ts';
import { decidedHere, type Made, noteKept, unkeptAfter } from './decided-here.store.ts';
import { decidedThere } from './decided-there.store.ts';
import { keepDecisions } from './decisions.ts';

/** One may have changed thousands of things. */
const READ_AT_ONCE = 5;

/**
 * What was decided after an action: by others that are not undone, and in the platform. It may be what the action had
 * decided itself: undoing it leaves that alone all the same.
 */
export class LaterDecisions {
  readonly #action: ActionRow;
  readonly #context: PlanContext;
  readonly #campaignIds: readonly number[];
  readonly #asked = new Map<number, Promise<Asked>>();
  #olderKept: Promise<void> | undefined;

  constructor(action: ActionRow, context: PlanContext) {
    this.#action = action;
    this.#context = context;
    // Undoing it may have changed others than it did itself.
    const steps = [...action.steps, ...(action.undo_steps ?? [])];
    this.#campaignIds = [...new Set(steps.map((step) => context.steps.read(step).campaign.id))];
  }

  /** Those of these things that were decided on. */
  async among(things: readonly string[]): Promise<ReadonlySet<string>> {
    if (things.length === 0) return new Set();
    this.#olderKept ??= keepOlder(this.#campaignIds, this.#action, this.#context);
    await this.#olderKept;
    const there = await decidedThere(this.#context, this.#campaignIds, things, this.#action.at);
    return new Set([...there, ...(await decidedHere(this.#context, things, this.#action))]);
  }

  /**
   * The same for one of many steps on a campaign, which is held still by whoever asks: the first asks for what all of them
   * have decided on.
   */
  async amongThoseOn(campaignId: number, things: readonly string[]): Promise<ReadonlySet<string>> {
    const asked = this.#asked.getOrInsertComputed(campaignId, () => this.#ask(campaignId));
    const { all, decided } = await asked;
    const others = await this.among(things.filter((thing) => !all.has(thing)));
    return new Set(things.filter((thing) => decided.has(thing) || others.has(thing)));
  }

  async #ask(campaignId: number): Promise<Asked> {
    const steps = this.#action.steps.map((step) => this.#context.steps.read(step));
    const all = new Set(steps.flatMap((step) => (step.campaign.id === campaignId ? step.about() : [])));
    return { all, decided: await this.among([...all]) };
  }
}

/** What was asked for, and which of it was decided on. */
interface Asked {
  all: ReadonlySet<string>;
  decided: ReadonlySet<string>;
}

/**
 * Keeps what actions have decided on that ended before that was kept. Within a transaction that holds others up there is
 * none left, but of those that ended a moment ago in a process of before.
 */
async function keepOlder(campaignIds: readonly number[], action: Made, context: PlanContext): Promise<void> {
  const work = new LongWork();
  let after = action;
  for (;;) {
    const some = await unkeptAfter(context, campaignIds, after, READ_AT_ONCE);
    const last = some.at(-1);
    if (!last) return;
    await keepDecisions(context, ...some);
    // Whoever holds campaigns waits for no action.
    if (!context.locking) await noteKept(context, some);
    after = last;
    if (work.hadItsTurn) await work.giveWay();
  }
}
