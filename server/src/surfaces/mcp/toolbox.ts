import type { Caller } from '../../base/caller.ts';
import type { Operation } from '../../base/operation.ts';
import type { List } from './reply.ts';
import { type Tool, toolOf } from './tool.ts';

/** Lists change with a deployment or with the caller's scopes only. */
export const LIST_TTL_MS = 5 * 60 * 1000;

/** The tools of a server, and what each caller is shown of them. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, Tool>;
  /** Written once for each set of scopes. */
  #lists = new Map<string, List>();
  /** The same by the set itself, which stays while its caller is remembered. */
  #listOf = new WeakMap<Caller['granted'], List>();

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
  listFor({ granted }: Caller): List {
    const known = this.#listOf.get(granted);
    if (known) return known;
    const scopes = [...granted].sort().join(' ');
    const list = this.#lists.get(scopes) ?? this.#written(granted);
    this.#lists.set(scopes, list);
    this.#listOf.set(granted, list);
    return list;
  }

  #written(granted: Caller['granted']): List {
    const allowed = [...this.#tools.values()].filter(
      ({ operation: { scope } }) => scope === null || granted.has(scope),
    );
    return { members: `"tools":${JSON.stringify(allowed.map(({ described }) => described))}` };
  }
}
