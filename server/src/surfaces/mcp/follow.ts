import { setTimeout as pause } from 'node:timers/promises';
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
const MOST_FOLLOWED_BY_ONE = 16;

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
 * once than there is room for, and not for anybody whose access has ended. Whoever finds no room asks for the status.
 */
export class Followers {
  readonly #gate: Gate;
  readonly #room = new Room(MOST_FOLLOWED, MOST_FOLLOWED_BY_ONE);
  readonly #cancels = new Map<string, AbortController>();
  readonly #ending = new AbortController();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  /** What is being done, in words, as it goes on; ends with the task or before it. Nothing where there is no room. */
  async *follow(taskId: number, follower: Follower): AsyncGenerator<string> {
    const credentialId = await this.#credentialOf(follower);
    if (credentialId === undefined || this.#room.enter(credentialId, 1)) return;
    const name = nameOf(credentialId, follower.requestId);
    const cancel = new AbortController();
    this.#cancels.set(name, cancel);
    try {
      yield* this.#told(taskId, follower, AbortSignal.any([follower.gone, cancel.signal, this.#ending.signal]));
    } finally {
      this.#room.leave(credentialId, 1);
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

  /** Looked up afresh each time: nobody hears more than the status would tell them now. */
  async #look(taskId: number, { credential, resource }: Follower): Promise<TaskRow | undefined> {
    const { authenticator, services } = this.#gate;
    const { hot } = services.database;
    const identified = await authenticator.identify(credential, { live: true, resource });
    if ('refusal' in identified) return undefined;
    const found = await hot.row(organizationOfTask, taskId);
    const organization = [...identified.caller.organizations.values()].find(
      ({ organizationId }) => organizationId === found?.organization_id,
    );
    return organization && hot.row(taskOfOrganization, organization.organizationId, taskId);
  }

  async #credentialOf({ credential, resource }: Follower): Promise<string | undefined> {
    const identified = await this.#gate.authenticator.identify(credential, { live: false, resource });
    return 'caller' in identified ? identified.caller.credentialId : undefined;
  }
}

function wordsOf({ status, stage }: TaskRow): string {
  if (status === 'completed' || status === 'failed') return status;
  return stage ?? (status === 'queued' ? 'Waiting for its turn' : 'Working');
}

function nameOf(credentialId: string, requestId: unknown): string {
  return `${credentialId} ${JSON.stringify(requestId)}`;
}
