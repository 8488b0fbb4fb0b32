import type { Caller } from '../../base/caller.ts';
import type { Operation } from '../../base/operation.ts';
import type { List } from './reply.ts';
import { type Tool, toolOf } from './tool.ts';

/** Lists change with a deployment or with the caller's scopes only. */
export const LIST_TTL_MS = 5 * 60 * 1000;
/** Roles and the usual keys have a few sets of scopes between them; people may make any of a thousand. */
const MOST_LISTS = 50;

/** The tools of a server, and what each caller is shown of them. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, Tool>;
  /** Written for each set of scopes and kept, of those that were asked for last: the one used longest ago comes first. */
  #lists = new Map<string, List>();
  /** What each set is called: its list is not held by whoever is remembered. */
  #nameOf = new WeakMap<Caller['granted'], string>();

  constructor(operations: readonly Operation[]) {
    const withTools = operations.filter(({ tool }) => tool !== null);
    this.#tools = new Map(withTools.map((operation) => [String(operation.tool), toolOf(operation)]));
  }

  get isEmpty(): boolean {
    return this.#tools.size === 0;
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** The tools that the caller's scopes allow. */
  listFor({ granted }: Pick<Caller, 'granted'>): List {
    const scopes = this.#nameOf.get(granted) ?? [...granted].sort().join(' ');
    this.#nameOf.set(granted, scopes);
    const list = this.#lists.get(scopes) ?? this.#written(granted);
    this.#lists.delete(scopes);
    this.#lists.set(scopes, list);
    if (this.#lists.size > MOST_LISTS) this.#lists.delete(String(this.#lists.keys().next().value));
    return list;
  }

  #written(granted: Caller['granted']): List {
    const allowed = [...this.#tools.values()].filter(
      ({ operation: { scope } }) => scope === null || granted.has(scope),
    );
    return { members: `"tools":${JSON.stringify(allowed.map(({ described }) => described))}` };
  }
}
