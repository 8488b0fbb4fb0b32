import { AdvancingClock, type Clock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import { Grants } from '../oauth/grants.ts';
import type { AccountFacts, Change } from './account.ts';
import { Account } from './account.ts';
import type { Entry, EntryLog } from './journal.ts';

/** A Google login and the customers it reaches directly. */
export interface Login {
  email: string;
  name: string;
  customers: string[];
}

/** When the world was seeded, and from which description; `null` is the demo's. */
export type Origin = Pick<Extract<Entry, { type: 'world' }>, 'at' | 'description'>;

/** Everything the emulator remembers; it changes only by entries, which are journalled first. */
export class World {
  readonly clock: AdvancingClock;
  readonly accounts = new Map<string, Account>();
  readonly logins = new Map<string, Login>();
  readonly grants = new Grants();
  origin: Origin | undefined;
  readonly #journal: EntryLog;
  #nextId = FIRST_ID;

  constructor(journal: EntryLog, clock: Clock) {
    this.#journal = journal;
    this.clock = new AdvancingClock(clock);
    for (const entry of journal.read()) this.#apply(entry);
  }

  record(entry: Entry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  addAccount(facts: AccountFacts): void {
    this.record({ type: 'account', facts });
  }

  /** Makes a commit permanent; ids taken since the last commit count as used. */
  commit(account: Account, at: number, resources: JsonObject[], changes: Change[]): void {
    if (resources.length === 0) return;
    this.record({ type: 'commit', at, customer: account.id, nextId: this.#nextId, resources, changes });
  }

  takeId(): string {
    return String(this.#nextId++);
  }

  /** The logins that reach a customer, directly or through its manager. */
  loginsReaching(customer: string): Login[] {
    const parent = this.accounts.get(customer)?.facts.parent;
    return [...this.logins.values()].filter((login) =>
      login.customers.some((id) => id === customer || (parent !== undefined && id === parent)),
    );
  }

  #apply(entry: Entry): void {
    switch (entry.type) {
      case 'world':
        this.origin = { at: entry.at, description: entry.description };
        return;
      case 'account':
        this.accounts.set(entry.facts.id, new Account(entry.facts));
        return;
      case 'login':
        this.logins.set(entry.email, { email: entry.email, name: entry.name, customers: entry.customers });
        return;
      case 'commit':
        this.#nextId = Math.max(this.#nextId, entry.nextId);
        this.accounts.get(entry.customer)?.apply(entry.at, entry.resources, entry.changes);
        return;
      case 'clock':
        this.clock.offsetMs = entry.offsetMs;
        return;
      default:
        this.grants.apply(entry);
    }
  }
}

const FIRST_ID = 20_000_000_001;
