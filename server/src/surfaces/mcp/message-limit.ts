import type { IncomingHttpHeaders } from 'node:http';
import { membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import { inputLimitOf } from '../rest/body-limit.ts';
import { inputValuesOf } from '../rest/value-limit.ts';

/** How much a message may be. */
export interface MessageLimit {
  bytes: number;
  values: number;
}

/** What is around the input of a tool, or a whole message that calls none: who the client is and what it can do. */
export const ENVELOPE: MessageLimit = { bytes: 64 * 1024, values: 200 };
const CALL = 'tools/call';

/** How much messages may be: as much as the tool that is called takes, beside the envelope. */
export class MessageLimits {
  readonly #ofTool: ReadonlyMap<string, MessageLimit>;
  readonly #largest: MessageLimit;

  constructor(operations: readonly Operation[]) {
    const withTools = operations.filter(({ tool }) => tool !== null);
    this.#ofTool = new Map(withTools.map((operation) => [String(operation.tool), around(operation)]));
    const all = [ENVELOPE, ...this.#ofTool.values()];
    this.#largest = {
      bytes: Math.max(...all.map(({ bytes }) => bytes)),
      values: Math.max(...all.map(({ values }) => values)),
    };
  }

  /** Of a message that is still to come: where the headers do not say what it is, the largest. */
  ofHeaders({ 'mcp-method': method, 'mcp-name': name }: IncomingHttpHeaders): MessageLimit {
    if (method === undefined) return this.#largest;
    return method === CALL ? (this.#ofTool.get(String(name)) ?? this.#largest) : ENVELOPE;
  }

  /** Of a message that is here. */
  of({ method, params }: Record<string, unknown>): MessageLimit {
    const { name } = membersOf(params);
    const tool = method === CALL && typeof name === 'string' ? this.#ofTool.get(name) : undefined;
    return tool ?? ENVELOPE;
  }
}

function around(operation: Operation): MessageLimit {
  return { bytes: ENVELOPE.bytes + inputLimitOf(operation), values: ENVELOPE.values + inputValuesOf(operation) };
}
