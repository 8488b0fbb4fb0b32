import type { IncomingHttpHeaders } from 'node:http';
import { membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import { inputLimitOf } from '../rest/body-limit.ts';

/** What is around the input of a tool, or a whole message that calls none: who the client is and what it can do. */
const ENVELOPE = 64 * 1024;
const CALL = 'tools/call';

/** How many bytes messages may have: as many as the tool that is called takes, beside the envelope. */
export class MessageLimits {
  readonly #ofTool: ReadonlyMap<string, number>;
  readonly #largest: number;

  constructor(operations: readonly Operation[]) {
    const withTools = operations.filter(({ tool }) => tool !== null);
    this.#ofTool = new Map(withTools.map((operation) => [String(operation.tool), ENVELOPE + inputLimitOf(operation)]));
    this.#largest = Math.max(ENVELOPE, ...this.#ofTool.values());
  }

  /** Of a message that is still to come: where the headers do not say what it is, the largest. */
  ofHeaders({ 'mcp-method': method, 'mcp-name': name }: IncomingHttpHeaders): number {
    if (method === undefined) return this.#largest;
    return method === CALL ? (this.#ofTool.get(String(name)) ?? this.#largest) : ENVELOPE;
  }

  /** Of a message that is here. */
  of({ method, params }: Record<string, unknown>): number {
    const tool = method === CALL ? this.#ofTool.get(String(membersOf(params).name)) : undefined;
    return tool ?? ENVELOPE;
  }
}
