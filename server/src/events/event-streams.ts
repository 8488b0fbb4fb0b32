import type { Database } from '../base/database.ts';
import { Refusal } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import { EventStream, type Follower } from './event-stream.ts';
import { EVENT_CHANNEL } from './notice.store.ts';
import { type AccessNotice, type Notice, readNotice } from './notice.ts';

declare module '../base/context.ts' {
  interface Services {
    /** The streams that this process has open. */
    readonly eventStreams: EventStreams;
  }
}

/** A browser needs one for each organization that it shows; what is left behind ends with a heartbeat. */
const MOST_OF_PERSON = 12;
const MOST_OF_ORGANIZATION = 1_000;
const MOST_OF_ALL = 5_000;
/** Well within the time after which a proxy takes a connection that is quiet for dead. */
const HEARTBEAT_MS = 15_000;
const COME_BACK_SECONDS = '30';

/**
 * The open streams of a process. It listens once for all of them; what a notice says goes to those whom it concerns,
 * and whoever's access to what they follow changed is let go, to come back as whoever they are now.
 */
export class EventStreams {
  #database: Database;
  #clock: Clock;
  #open = new Set<EventStream>();
  #ofOrganization = new Map<number, Set<EventStream>>();
  #ofPerson = new Map<number, Set<EventStream>>();
  #listening: Promise<() => Promise<void>> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Opens a stream. From here on no change and no narrowing of access goes unheard. */
  async open(follower: Follower): Promise<EventStream> {
    this.#findRoom(follower);
    await this.#listen();
    this.#findRoom(follower);
    const stream = new EventStream(follower, (ended) => this.#forget(ended));
    this.#open.add(stream);
    groupOf(this.#ofOrganization, follower.organizationId).add(stream);
    groupOf(this.#ofPerson, follower.personId).add(stream);
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    return stream;
  }

  /** Ends every stream at once and takes no more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#endAll();
    await this.#unlisten();
  }

  #findRoom({ personId, organizationId }: Follower): void {
    if (this.#closed) throw refusal(503, 'The service is being started anew.', '1');
    if (this.#open.size >= MOST_OF_ALL) throw refusal(503, 'Too many dashboards are open at the moment.');
    if ((this.#ofOrganization.get(organizationId)?.size ?? 0) >= MOST_OF_ORGANIZATION) {
      throw refusal(429, 'Too many dashboards of this organization are open.');
    }
    if ((this.#ofPerson.get(personId)?.size ?? 0) >= MOST_OF_PERSON) {
      throw refusal(429, 'You have too many dashboards open.');
    }
  }

  async #listen(): Promise<void> {
    const lost = () => {
      // What was said meanwhile is not heard: everybody comes back and looks at everything again.
      void this.#unlisten();
      this.#endAll();
    };
    this.#listening ??= this.#database.listen(EVENT_CHANNEL, (payload) => this.#hear(payload), lost);
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  async #unlisten(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    const stop = await listening?.catch(() => undefined);
    await stop?.();
  }

  #hear(payload: string): void {
    const notice = readNotice(payload);
    if (notice) this.#pass(notice);
  }

  #pass(notice: Notice): void {
    if ('everybody' in notice) this.#endAll();
    else if ('person' in notice) this.#letGo(notice);
    else {
      for (const [organizationId, topics] of notice.changed) {
        for (const stream of this.#ofOrganization.get(organizationId) ?? []) stream.tell(topics);
      }
    }
  }

  #letGo({ person, organization }: AccessNotice): void {
    const theirs = [...(this.#ofPerson.get(person) ?? [])];
    endEach(theirs.filter(({ follower }) => organization === undefined || follower.organizationId === organization));
  }

  #beat(): void {
    const now = this.#clock.now();
    for (const stream of [...this.#open]) {
      if (stream.follower.expiresAt <= now) stream.end();
      else stream.beat();
    }
  }

  #endAll(): void {
    endEach([...this.#open]);
  }

  #forget(stream: EventStream): void {
    this.#open.delete(stream);
    leave(this.#ofOrganization, stream.follower.organizationId, stream);
    leave(this.#ofPerson, stream.follower.personId, stream);
    if (this.#open.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

type Groups = Map<number, Set<EventStream>>;

function groupOf(groups: Groups, key: number): Set<EventStream> {
  const known = groups.get(key);
  if (known) return known;
  const fresh = new Set<EventStream>();
  groups.set(key, fresh);
  return fresh;
}

function leave(groups: Groups, key: number, stream: EventStream): void {
  const group = groups.get(key);
  group?.delete(stream);
  if (group?.size === 0) groups.delete(key);
}

function endEach(streams: readonly EventStream[]): void {
  for (const stream of streams) stream.end();
}

function refusal(status: number, message: string, retryAfter = COME_BACK_SECONDS): Refusal {
  return new Refusal('rate_limited', message, { status, headers: { 'retry-after': retryAfter } });
}
