import { setImmediate as othersFirst } from 'node:timers/promises';
import { invalid } from '../../base/errors.ts';
import { placeOf } from '../../base/holder.ts';
import { holdsAtMost, isRecord, membersOf } from '../../base/json.ts';
import type { Operation } from '../../base/operation.ts';
import type { Answer } from '../../gate/answer.ts';
import type { Call, Gate } from '../../gate/call.ts';
import { dispatch } from '../../gate/dispatch.ts';
import type { PlainRequest } from './era.ts';
import { fittedInTurns } from './fit.ts';
import { Followers } from './follow.ts';
import { mcpMessage, NOT_AS_WANTED, notAsWanted, type Work } from './message.ts';
import { ENVELOPE } from './message-limit.ts';
import { progressEvents, taskOf } from './progress.ts';
import type { ProtocolParts } from './protocol.ts';
import { type List, Replies, type Reply, type Stream } from './reply.ts';
import { matchUri, templatesOf } from './resources.ts';
import { ownSpeech, SPOKEN, type Speech, streamOf } from './speech.ts';
import type { Tool } from './tool.ts';
import { LIST_TTL_MS, Toolbox } from './toolbox.ts';

const IDEMPOTENCY_KEY = 'sluice/idempotency_key';
const LONGEST_NAME = 80;
/** All of them fit on one page, so that no cursor was ever given out. */
const LISTS = new Set(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']);
const NO_SUCH_PAGE = 'There is no page by that cursor: the list comes whole.';
const CANCELLED = 'notifications/cancelled';

/** What came with a message, whatever is in it. */
export type Sender = Omit<Call, 'operation' | 'organization' | 'input' | 'idempotencyKey'>;

/** What else a call of a tool came with. */
export interface Around {
  idempotencyKey: string | undefined;
  /** When the sender has gone. */
  gone(): AbortSignal;
}

/** What becomes of a message. */
export interface Outcome {
  operation: string;
  sent: Reply | Stream;
}

/** What an endpoint serves. */
export interface EndpointParts {
  gate: Gate;
  operations: readonly Operation[];
  version: string;
  /** Ours where none is given; without operations it speaks alone. */
  speech?: Speech | undefined;
}

/** A resource that an address names, with the tool that reads it. */
type Found = NonNullable<ReturnType<typeof matchUri>> & { tool: Tool };

/** Runs messages: calls of tools are operations, everything else is spoken by the protocol's library. */
export class Endpoint {
  readonly #gate: Gate;
  readonly #operations: readonly Operation[];
  readonly #protocol: ProtocolParts;
  readonly #replies: Replies;
  readonly #speech: Speech;
  readonly #followers: Followers;

  constructor({ gate, operations, version, speech }: EndpointParts) {
    const info = { name: 'sluice', title: 'Sluice', version };
    this.#gate = gate;
    this.#operations = operations;
    this.#protocol = { info, toolbox: new Toolbox(operations), templates: templatesOf(operations) };
    this.#replies = new Replies(info);
    this.#speech = speech ?? ownSpeech(this.#protocol, gate);
    this.#followers = new Followers(gate);
  }

  /** Runs what an ordinary request asks for where that is an operation or the list of tools, or plainly is not there. */
  runPlain(sender: Sender, plain: PlainRequest, around: Around): Promise<Outcome> | undefined {
    const { params, method } = plain;
    if (this.#protocol.toolbox.isEmpty) return undefined;
    if (method === 'tools/call' && typeof params.name === 'string') {
      return this.#callTool(sender, plain, params.name, around);
    }
    if (LISTS.has(method) && params.cursor !== undefined) return this.#unknown(sender, plain, NO_SUCH_PAGE);
    if (method === 'tools/list') return this.#listTools(sender, plain);
    const resource = method === 'resources/read' ? this.#resourceAt(params.uri) : undefined;
    return resource && this.#readResource(sender, plain, resource);
  }

  /** Leaves a message to the library, which also knows what is wrong with one that is out of the ordinary. */
  async speak(sender: Sender, message: Record<string, unknown>, request: Request): Promise<Outcome> {
    let response: Response | undefined;
    const answer = await this.#let(sender, async (caller) => {
      if (message.method === CANCELLED)
        this.#followers.cancel(caller.credentialId, membersOf(message.params).requestId);
      // The library names everything that is wrong with a message: what it is to look at has to be small.
      if (!holdsAtMost(message, ENVELOPE.values)) throw notAsWanted(400);
      response = await this.#gate.services.turns.take(SPOKEN, placeOf({ caller }), async () => {
        const library = await this.#speech(caller);
        const spoken = await library.fetch(request, { parsedBody: message });
        await othersFirst();
        return spoken;
      });
      if (response.status >= 400) throw notAsWanted(response.status);
    });
    const sent = response && !isRefused(answer) ? streamOf(response, answer) : refusalOf(answer);
    return { operation: mcpMessage.name, sent };
  }

  /** The service ends: nobody is kept waiting. */
  end(): void {
    this.#followers.end();
  }

  async #callTool(sender: Sender, plain: PlainRequest, name: string, around: Around): Promise<Outcome> {
    const tool = this.#protocol.toolbox.get(name);
    const { arguments: args = {}, _meta: meta } = plain.params;
    if (!tool || !isRecord(args)) {
      const said = tool
        ? 'arguments must be an object.'
        : `There is no tool ${JSON.stringify(name.slice(0, LONGEST_NAME))}.`;
      return this.#unknown(sender, plain, said);
    }
    const { operation } = tool;
    const asked = { ...tool.read(args), ...keyFrom(meta, around) };
    const answer = await shortened(await this.#dispatch(sender, operation, asked));
    // What a read tells of a task holds now: sent behind the stages that follow, it would say what was true before them.
    const mayFollow = operation.kind !== 'read';
    const sent = turnedAway(answer) ?? (mayFollow ? this.#followed(sender, plain, answer, around) : undefined);
    return { operation: operation.name, sent: sent ?? this.#replies.called(plain, answer) };
  }

  /** Where the sender wants to hear of it and the answer names a task: its stages, then the answer. */
  #followed(sender: Sender, plain: PlainRequest, answer: Answer, { gone }: Around): Stream | undefined {
    const task = plain.progressToken === undefined || answer.errorCode !== null ? undefined : taskOf(answer.body);
    if (task === undefined) return undefined;
    const { credential, resource } = sender;
    const stages = this.#followers.follow(task, { credential, resource, requestId: plain.id, gone: gone() });
    return {
      status: 200,
      headers: { ...answer.headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      pieces: progressEvents(plain.progressToken, stages, this.#replies.calledText(plain, answer)),
    };
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
    const sent =
      turnedAway(answer) ??
      putOff(answer) ??
      (errorCode === null
        ? this.#replies.contents(plain, { uri, mimeType: template.mimeType, text: body }, headers)
        : this.#replies.notFound(plain, uri, headers));
    return { operation: tool.operation.name, sent };
  }

  async #listTools(sender: Sender, plain: PlainRequest): Promise<Outcome> {
    let list: List | undefined;
    const answer = await this.#let(sender, (caller) => {
      list = this.#protocol.toolbox.listFor(caller);
    });
    const sent =
      list && answer.errorCode === null
        ? this.#replies.list(plain, list, answer.headers, LIST_TTL_MS)
        : refusalOf(answer);
    return { operation: mcpMessage.name, sent };
  }

  async #unknown(sender: Sender, plain: PlainRequest, said: string): Promise<Outcome> {
    const answer = await this.#let(sender, () => {
      throw notAsWanted(200);
    });
    const sent = isRefused(answer) ? refusalOf(answer) : this.#replies.unknown(plain, said, answer.headers);
    return { operation: mcpMessage.name, sent };
  }

  /** Lets a caller have what is no operation. */
  #let(sender: Sender, work: Work): Promise<Answer> {
    return this.#dispatch(sender, mcpMessage, { input: () => ({ work }) });
  }

  #dispatch(sender: Sender, operation: Operation, call: Partial<Call>): Promise<Answer> {
    return dispatch({ ...sender, operation, organization: undefined, input: () => ({}), ...call }, this.#gate);
  }
}

/** A long answer, as much of it as an agent can read. */
async function shortened(answer: Answer): Promise<Answer> {
  const { body, long } = answer;
  if (long === undefined || typeof body !== 'string') return answer;
  return { ...answer, body: await fittedInTurns(body, long) };
}

/** Whether the gate let nobody through, in the end: what was prepared before is not for them. */
function isRefused({ errorCode }: Answer): boolean {
  return errorCode !== null && errorCode !== NOT_AS_WANTED;
}

/** Who is not known, or may ask for a scope anew, learns so from HTTP; everything else is a result. */
function turnedAway(answer: Answer): Reply | undefined {
  const { errorCode, via } = answer;
  const mayAskAnew = errorCode === 'insufficient_scope' && via === 'connected_app';
  return errorCode === 'unauthorized' || mayAskAnew ? refusalOf(answer) : undefined;
}

/** What could not be looked at is not said to be missing. */
function putOff(answer: Answer): Reply | undefined {
  return answer.errorCode === 'rate_limited' || answer.status >= 500 ? refusalOf(answer) : undefined;
}

/** An answer of the gate that is sent as it is. */
export function refusalOf({ status, headers, body }: Answer): Reply {
  if (typeof body !== 'string') throw new Error('a refusal in pieces');
  return { status, headers, body: [body] };
}

/** Whoever names a key means the call to be made once: one that is no text must not pass for none. */
function keyFrom(meta: unknown, around: Around): Pick<Call, 'idempotencyKey'> & Partial<Pick<Call, 'input'>> {
  const named = membersOf(meta)[IDEMPOTENCY_KEY] ?? around.idempotencyKey;
  if (named === undefined || typeof named === 'string') return { idempotencyKey: named };
  const input = () => {
    throw invalid([{ path: `_meta.${IDEMPOTENCY_KEY}`, message: 'must be a text' }]);
  };
  return { idempotencyKey: undefined, input };
}
