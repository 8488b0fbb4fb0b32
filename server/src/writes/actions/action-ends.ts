import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../../base/database.ts';
import { type ActionState, actionStates } from './action-state.store.ts';

declare module '../../base/context.ts' {
  interface Services {
    /** Tells when actions end. */
    readonly actionEnds: ActionEnds;
  }
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
const SLOWER_BY = 1.5;

/** What of an action somebody waits for. */
type Part = 'doing' | 'undoing' | 'both';

/** Somebody who waits for an action; told undefined when it took too long. */
interface Waiting {
  actionId: string;
  part: Part;
  until: number;
  tell(ended: ActionState | undefined): void;
  fail(error: unknown): void;
}

/**
 * Tells those who wait for actions when they end. However many wait in an organization, one short look at a time is
 * taken for all of them, outside any transaction.
 */
export class ActionEnds {
  #db: Queryable;
  #waiting = new Map<number, Watch>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Resolves once that part of the action is no longer under way; with undefined when that takes longer. */
  ended(
    { organizationId, actionId, part }: { organizationId: number; actionId: string; part: Part },
    withinMs: number,
  ): Promise<ActionState | undefined> {
    return new Promise((tell, fail) => {
      const watch = this.#waiting.get(organizationId) ?? { all: new Set(), pause: FIRST_PAUSE_MS };
      watch.all.add({ actionId, part, until: performance.now() + withinMs, tell, fail });
      watch.pause = FIRST_PAUSE_MS;
      if (this.#waiting.has(organizationId)) return;
      this.#waiting.set(organizationId, watch);
      void this.#look(organizationId, watch);
    });
  }

  async #look(organizationId: number, watch: Watch): Promise<void> {
    while (watch.all.size > 0) {
      const looked = [...watch.all];
      try {
        const ids = [...new Set(looked.map(({ actionId }) => actionId))];
        settle(watch, looked, await actionStates({ db: this.#db, organizationId }, ids));
      } catch (error) {
        for (const waiting of looked) {
          watch.all.delete(waiting);
          waiting.fail(error);
        }
      }
      if (watch.all.size === 0) break;
      await pause(watch.pause);
      watch.pause = Math.min(watch.pause * SLOWER_BY, LONGEST_PAUSE_MS);
    }
    this.#waiting.delete(organizationId);
  }
}

interface Watch {
  all: Set<Waiting>;
  pause: number;
}

/** An action that is not there has ended, as far as anybody can tell. */
function settle(watch: Watch, looked: readonly Waiting[], states: readonly ActionState[]): void {
  const known = new Map(states.map((state) => [state.id, state]));
  const now = performance.now();
  for (const waiting of looked) {
    const state = known.get(waiting.actionId);
    const underWay = state !== undefined && isUnderWay(state, waiting.part);
    if (underWay && now < waiting.until) continue;
    watch.all.delete(waiting);
    waiting.tell(underWay ? undefined : state);
  }
}

function isUnderWay({ status, undo_status }: ActionState, part: Part): boolean {
  return (part !== 'undoing' && status === 'in_progress') || (part !== 'doing' && undo_status === 'in_progress');
}
