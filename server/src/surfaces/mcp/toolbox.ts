import type { Caller } from '../../base/caller.ts';
import type { Operation } from '../../base/operation.ts';
import { type Tool, toolOf } from './tool.ts';

/** The tools of a server, and what each caller is shown of them. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, Tool>;
  /** Written once for each set of scopes. */
  #lists = new Map<string, string>();

  constructor(operations: readonly Operation[]) {
    const withTools = operations.filter(({ tool }) => tool !== null);
    this.#tools = new Map(withTools.map((operation) => [String(operation.tool), toolOf(operation)]));
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** The tools that the caller's scopes allow, as the members of a `tools/list` result. */
  listFor({ granted }: Caller): string {
    const scopes = [...granted].sort().join(' ');
    const known = this.#lists.get(scopes);
    if (known !== undefined) return known;
    const allowed = [...this.#tools.values()].filter(
      ({ operation: { scope } }) => scope === null || granted.has(scope),
    );
    const list = `"tools":${JSON.stringify(allowed.map(({ described }) => described))}`;
    this.#lists.set(scopes, list);
    return list;
  }
}
