import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../base/caller.ts';
import type { Gate } from '../../gate/call.ts';
import type { Credential } from '../../identity/authenticate.ts';
import { organizationOfTask, type TaskRow, taskOfOrganization } from '../../tasks/task.store.ts';
import { Room } from '../wire/room.ts';

/** Clients give up on a call after a minute unless they were told otherwise: the answer is there before. */
const FOLLOWED_FOR_MS = 50_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const SLOWER_BY = 1.5;
/** A client that hears nothing for long may think that nobody is there. */
const TOLD_AT_LEAST_EVERY_MS = 5_000;
const MOST_FOLLOWED = 256;
const MOST_FOLLOWED_BY_PERSON = 16;
const MOST_FOLLOWED_IN_ORGANIZATION = 64;

/** Who follows a task, and by which request. */
export interface Follower {
  credential: Credential;
  resource: string;
  requestId: string | number;
  /** When the one who asked has gone. */
  gone: AbortSignal;
}

/**
 * Follows tasks for callers who wait for their answer on an open connection: not longer than clients wait, not more at
 * once than there is room for, of which no person and no organization takes all, and not for anybody whose access has
 * ended. Whoever finds no room asks for the status.
 */
export class Followers {
  readonly #gate: Gate;
  readonly #people = new Room(MOST_FOLLOWED, MOST_FOLLOWED_BY_PERSON);
  readonly #organizations = new Room(MOST_FOLLOWED, MOST_FOLLOWED_IN_ORGANIZATION);
  readonly #cancels = new Map<string, AbortController>();
  readonly #ending = new AbortController();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  /** What is being done, in words, as it goes on; ends with the task or before it. Nothing where there is no room. */
  async *follow(taskId: number, follower: Follower): AsyncGenerator<string> {
    const seen = await this.#whose(taskId, follower);
    const leave = seen && this.#enter(String(seen.caller.personId), String(seen.organizationId));
    if (!leave) return;
    const name = nameOf(seen.caller.credentialId, follower.requestId);
    const cancel = new AbortController();
    this.#cancels.set(name, cancel);
    try {
      yield* this.#told(taskId, follower, AbortSignal.any([follower.gone, cancel.signal, this.#ending.signal]));
    } finally {
      leave();
      if (this.#cancels.get(name) === cancel) this.#cancels.delete(name);
    }
  }

  /** The sender of a request no longer wants to hear of it. */
  cancel(credentialId: string, requestId: unknown): void {
    this.#cancels.get(nameOf(credentialId, requestId))?.abort();
  }

  /** The service ends: everybody gets the answer that is there. */
  end(): void {
    this.#ending.abort();
  }

  async *#told(taskId: number, follower: Follower, stop: AbortSignal): AsyncGenerator<string> {
    const until = performance.now() + FOLLOWED_FOR_MS;
    let said = '';
    let saidAt = 0;
    for (let wait = FIRST_PAUSE_MS; !stop.aborted; wait = Math.min(wait * SLOWER_BY, LONGEST_PAUSE_MS)) {
      const task = await this.#look(taskId, follower);
      if (!task) return;
      const now = performance.now();
      const words = wordsOf(task);
      if (words !== said || now - saidAt > TOLD_AT_LEAST_EVERY_MS) {
        yield words;
        said = words;
        saidAt = now;
      }
      if (task.finished_at !== null || now > until) return;
      await pause(wait, undefined, { signal: stop }).catch(() => {});
    }
  }

  /** Takes room among the people and among the organizations, and returns what gives it back. */
  #enter(person: string, organization: string): (() => void) | undefined {
    if (this.#people.enter(person, 1)) return undefined;
    const leavePeople = () => this.#people.leave(person, 1);
    if (!this.#organizations.enter(organization, 1)) {
      return () => {
        leavePeople();
        this.#organizations.leave(organization, 1);
      };
    }
    leavePeople();
    return undefined;
  }

  /** Looked up afresh each time: nobody hears more than the status would tell them now. */
  async #look(taskId: number, follower: Follower): Promise<TaskRow | undefined> {
    const seen = await this.#whose(taskId, follower);
    return seen && this.#gate.services.database.hot.row(taskOfOrganization, seen.organizationId, taskId);
  }

  /** Who asks, and the organization of the task, where they may see it now. */
  async #whose(taskId: number, { credential, resource }: Follower): Promise<Seen | undefined> {
    const { authenticator, services } = this.#gate;
    const identified = await authenticator.identify(credential, { live: true, resource });
    if ('refusal' in identified) return undefined;
    const { caller } = identified;
    const found = await services.database.hot.row(organizationOfTask, taskId);
    const organization = [...caller.organizations.values()].find(
      ({ organizationId }) => organizationId === found?.organization_id,
    );
    return organization && { caller, organizationId: organization.organizationId };
  }
}

interface Seen {
  caller: Caller;
  organizationId: number;
}

function wordsOf({ status, stage }: TaskRow): string {
  if (status === 'completed' || status === 'failed') return status;
  return stage ?? (status === 'queued' ? 'Waiting for its turn' : 'Working');
}

function nameOf(credentialId: string, requestId: unknown): string {
  return `${credentialId} ${JSON.stringify(requestId)}`;
}
