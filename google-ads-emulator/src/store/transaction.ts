import type { JsonObject } from '../json.ts';
import { at, isObject, setAt, textAt } from '../json.ts';
import type { Account, Author, Change, Kind } from './account.ts';
import { identityOf, kindOf } from './account.ts';

/** A place in a transaction to return to when one operation of a request fails. */
export interface Savepoint {
  writes: number;
  undo: number;
}

interface Write {
  name: string;
  operation: Change['operation'];
  fields: string[];
  before: JsonObject;
  after: JsonObject;
}

/** Writes laid over an account: nothing shows outside until the caller commits what it produced. */
export class Transaction {
  readonly #account: Account;
  readonly #writes: Write[] = [];
  readonly #overlay = new Map<string, JsonObject>();
  readonly #identities = new Map<string, string | undefined>();
  readonly #undo: (() => void)[] = [];

  constructor(account: Account) {
    this.#account = account;
  }

  get(name: string): JsonObject | undefined {
    return this.#overlay.get(name) ?? this.#account.get(name);
  }

  *all(kind: Kind): Generator<JsonObject> {
    for (const resource of this.#account.all(kind)) {
      yield this.#overlay.get(textAt(resource, 'resourceName')) ?? resource;
    }
    for (const [name, resource] of this.#overlay) {
      if (kindOf(name) === kind && this.#account.get(name) === undefined) yield resource;
    }
  }

  /** The live resource that already holds the identity, if it is another one. */
  holderOf(resource: JsonObject): JsonObject | undefined {
    const identity = identityOf(resource);
    const name = this.#identities.has(identity) ? this.#identities.get(identity) : this.#account.holderOf(identity);
    return name === undefined || name === resource.resourceName ? undefined : this.get(name);
  }

  put(resource: JsonObject, operation: Change['operation'], fields: string[]): void {
    const name = textAt(resource, 'resourceName');
    const before = this.get(name);
    if (before) this.#set(this.#identities, identityOf(before), undefined);
    if (resource.status !== 'REMOVED') this.#set(this.#identities, identityOf(resource), name);
    this.#set(this.#overlay, name, resource);
    this.#writes.push({ name, operation, fields, before: before ?? {}, after: resource });
  }

  savepoint(): Savepoint {
    return { writes: this.#writes.length, undo: this.#undo.length };
  }

  rollBack(to: Savepoint): void {
    while (this.#undo.length > to.undo) this.#undo.pop()?.();
    this.#writes.length = to.writes;
  }

  /** The new states, and the change events they cause. */
  outcome(now: number, author: Author): { resources: JsonObject[]; changes: Change[] } {
    const changes = this.#writes.map((write, index) => this.#change(write, index, now, author));
    return { resources: [...this.#overlay.values()], changes };
  }

  #set<V>(map: Map<string, V>, key: string, value: V): void {
    const previous = map.get(key);
    const present = map.has(key);
    this.#undo.push(() => {
      if (present && previous !== undefined) map.set(key, previous);
      else map.delete(key);
    });
    map.set(key, value);
  }

  #change(write: Write, index: number, now: number, author: Author): Change {
    const kind = kindOf(write.name);
    const adGroup = kind === 'adGroups' ? write.name : textAt(write.after, 'adGroup');
    const campaign = kind === 'campaigns' ? write.name : textAt(write.after, 'campaign');
    return {
      at: now,
      index,
      kind,
      name: write.name,
      operation: write.operation,
      fields: write.fields,
      before: write.operation === 'CREATE' ? {} : pick(write.before, write.fields),
      after: write.operation === 'REMOVE' ? {} : pick(write.after, write.fields),
      campaign: campaign || textAt(this.get(adGroup), 'campaign'),
      adGroup,
      ...author,
    };
  }
}

function pick(resource: JsonObject, fields: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const field of fields) {
    const path = field.split('.');
    const value = at(resource, ...path);
    if (value !== undefined) setAt(picked, path, isObject(value) ? structuredClone(value) : value);
  }
  return picked;
}
