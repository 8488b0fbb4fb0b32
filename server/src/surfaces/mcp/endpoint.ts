import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Caller } from '../../base/caller.ts';
import type { Services } from '../../base/context.ts';
import { isRecord } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import type { Answer } from '../../gate/answer.ts';
import type { Call, Gate } from '../../gate/call.ts';
import { dispatch } from '../../gate/dispatch.ts';
import type { PlainRequest } from './era.ts';
import { messageOperation, notAsWanted } from './message.ts';
import { LIST_TTL_MS, type ProtocolParts, protocolServer } from './protocol.ts';
import { Replies, type Reply } from './reply.ts';
import { matchUri, templatesOf } from './resources.ts';
import type { Tool } from './tool.ts';
import { Toolbox } from './toolbox.ts';

const IDEMPOTENCY_KEY = 'sluice/idempotency_key';
const LONGEST_NAME = 80;

/** What came with a message, whatever is in it. */
export type Sender = Omit<Call, 'operation' | 'organization' | 'input' | 'idempotencyKey'>;

/** What becomes of a message: written already, or a response of the protocol's library that may go on for a while. */
export interface Outcome {
  operation: string;
  sent: Reply | { response: Response; headers: Record<string, string> };
}

/** A resource that an address names, with the tool that reads it. */
type Found = NonNullable<ReturnType<typeof matchUri>> & { tool: Tool };

/** Runs messages: calls of tools are operations, everything else is spoken by the protocol's library. */
export class Endpoint {
  readonly #gate: Gate;
  readonly #operations: readonly Operation[];
  readonly #protocol: ProtocolParts;
  readonly #replies: Replies;

  constructor(gate: Gate, operations: readonly Operation[], version: string) {
    const info = { name: 'sluice', title: 'Sluice', version };
    this.#gate = gate;
    this.#operations = operations;
    this.#protocol = { info, toolbox: new Toolbox(operations), templates: templatesOf(operations) };
    this.#replies = new Replies(info);
  }

  /** Runs what an ordinary request asks for where that is an operation or the list of tools. */
  runPlain(sender: Sender, plain: PlainRequest, idempotencyKey?: string): Promise<Outcome> | undefined {
    const { params, method } = plain;
    if (method === 'tools/call' && typeof params.name === 'string') {
      return this.#callTool(sender, plain, params.name, idempotencyKey);
    }
    if (method === 'tools/list' && params.cursor === undefined) return this.#listTools(sender, plain);
    const resource = method === 'resources/read' ? this.#resourceAt(params.uri) : undefined;
    return resource && this.#readResource(sender, plain, resource);
  }

  /** Leaves a message to the library, which also knows what is wrong with one that is out of the ordinary. */
  async speak(sender: Sender, message: unknown, request: Request): Promise<Outcome> {
    let response: Response | undefined;
    const operation = messageOperation(async (caller) => {
      response = await this.#handlerFor(caller).fetch(request, { parsedBody: message });
      if (response.status >= 400) throw notAsWanted(response.status);
    });
    const answer = await this.#dispatch(sender, operation);
    if (!response) return { operation: operation.name, sent: refusalOf(answer) };
    return { operation: operation.name, sent: { response, headers: answer.headers } };
  }

  async #callTool(
    sender: Sender,
    plain: PlainRequest,
    name: string,
    idempotencyKey: string | undefined,
  ): Promise<Outcome> {
    const tool = this.#protocol.toolbox.get(name);
    const { arguments: args = {}, _meta: meta } = plain.params;
    if (!tool || !isRecord(args)) {
      const said = tool
        ? 'arguments must be an object.'
        : `There is no tool ${JSON.stringify(name.slice(0, LONGEST_NAME))}.`;
      return this.#unknown(sender, plain, said);
    }
    const { operation } = tool;
    const named = isRecord(meta) ? meta[IDEMPOTENCY_KEY] : undefined;
    const key = typeof named === 'string' ? named : idempotencyKey;
    const answer = await this.#dispatch(sender, operation, { ...tool.read(args), idempotencyKey: key });
    return { operation: operation.name, sent: turnedAway(answer) ?? this.#replies.called(plain, answer) };
  }

  #resourceAt(uri: unknown): Found | undefined {
    const found = typeof uri === 'string' ? matchUri(this.#protocol.templates, uri) : undefined;
    const operation = this.#operations.find(({ name }) => name === found?.template.operation);
    const tool = this.#protocol.toolbox.get(operation?.tool ?? '');
    return found && tool && { ...found, tool };
  }

  async #readResource(sender: Sender, plain: PlainRequest, { tool, template, parts, uri }: Found): Promise<Outcome> {
    const answer = await this.#dispatch(sender, tool.operation, tool.read(parts));
    const { body, headers, errorCode } = answer;
    const contents = JSON.stringify([{ uri, mimeType: template.mimeType, text: body }]);
    const sent =
      turnedAway(answer) ??
      (errorCode === null
        ? this.#replies.list(plain, `"contents":${contents}`, headers, 0)
        : this.#replies.notFound(plain, uri, headers));
    return { operation: tool.operation.name, sent };
  }

  async #listTools(sender: Sender, plain: PlainRequest): Promise<Outcome> {
    let list = '';
    const operation = messageOperation(async (caller) => {
      list = this.#protocol.toolbox.listFor(caller);
    });
    const answer = await this.#dispatch(sender, operation);
    const refused = answer.errorCode !== null;
    const sent = refused ? refusalOf(answer) : this.#replies.list(plain, list, answer.headers, LIST_TTL_MS);
    return { operation: operation.name, sent };
  }

  async #unknown(sender: Sender, plain: PlainRequest, said: string): Promise<Outcome> {
    const operation = messageOperation(async () => {
      throw notAsWanted(200);
    });
    const answer = await this.#dispatch(sender, operation);
    const refused = answer.errorCode !== 'validation_error';
    return {
      operation: operation.name,
      sent: refused ? refusalOf(answer) : this.#replies.unknown(plain, said, answer.headers),
    };
  }

  #dispatch(sender: Sender, operation: Operation, call: Partial<Call> = {}): Promise<Answer> {
    return dispatch({ ...sender, operation, organization: undefined, input: () => ({}), ...call }, this.#gate);
  }

  #handlerFor(caller: Caller) {
    const { log }: Services = this.#gate.services;
    return createMcpHandler(() => protocolServer(this.#protocol, caller), {
      onerror: (err) => log.info({ err }, 'a message of the Model Context Protocol was refused'),
    });
  }
}

/** Who is not known, or may ask for a scope anew, learns so from HTTP; everything else is a result. */
function turnedAway(answer: Answer): Reply | undefined {
  const { errorCode, via } = answer;
  const mayAskAnew = errorCode === 'insufficient_scope' && via === 'connected_app';
  return errorCode === 'unauthorized' || mayAskAnew ? refusalOf(answer) : undefined;
}

/** An answer of the gate that is sent as it is. */
export function refusalOf({ status, headers, body }: Answer): Reply {
  if (typeof body !== 'string') throw new Error('a refusal in pieces');
  return { status, headers, body };
}
