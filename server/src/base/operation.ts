import type { z } from 'zod';
import type { Wire } from './amounts.ts';
import type { CallerContext, Context, PublicContext } from './context.ts';
import type { Scope } from './scopes.ts';
import type { Topic } from './topics.ts';
import { inLine } from './writes-in-line.ts';

/** What an agent may assume about calling an operation. */
export interface SafetyHints {
  /** It can change or end something that runs. */
  destructive: boolean;
  /** Calling it again with the same input changes nothing more. */
  idempotent: boolean;
  /** It reaches beyond this service, to the ad platform or a website. */
  openWorld: boolean;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where an operation stands in the REST API. */
interface Route {
  method: Method;
  /** Relative to the base address, with parameters in braces. */
  path: string;
  parameters: readonly string[];
}

/**
 * How the organization of a call is found: named in the path; that of the object named (`object`, through `locate`);
 * or none in particular (`caller`).
 */
type OrganizationSource = 'path' | 'object' | 'caller';

/** Who can call: keys and connected apps as well as the dashboard; people in the dashboard alone; or anybody. */
type Audience = 'everyone' | 'dashboard' | 'public';

type Input = z.ZodObject;
type Output = z.ZodType;

/** The part of a definition that every kind of operation shares. */
interface Description<I extends Input, O extends Output> {
  /** snake_case; the audit trail and the logs know the operation by it. */
  name: string;
  summary: string;
  /** For agents: purpose, when to use it, what comes next, what it does not do. */
  description: string;
  /** Method and path, such as `GET /organizations/{org}`. */
  rest: `${Method} /${string}`;
  /** The MCP tool; null where the specification names none. */
  tool: `svc_${string}` | null;
  scope: Scope | null;
  /** Only Owners: checked before the scope. */
  ownersOnly?: boolean;
  audience?: Audience;
  /** A format besides JSON in which the answer comes. */
  alsoAs?: 'text/csv' | 'text/event-stream';
  /** Bytes of the largest body, where that is not to follow from the input. */
  bodyLimit?: number;
  /** Calls a minute from one address, counted apart from all else that comes from there and before anything is read. */
  callsPerMinuteAndAddress?: number;
  /**
   * Calls a minute of one credential, where each costs somebody else something, such as the ad platform. Where access is
   * ended, each session has its own.
   */
  callsPerMinute?: number;
  /** A person ends access by it: it goes on where their sessions together have used up what they may send. */
  endsAccess?: true;
  /** What of an organization it changes: open dashboards look at that again. */
  changes?: readonly Topic[];
  /** Light: it reads a few rows, whatever there is, so by what everybody shares. Long: it may answer with thousands. */
  weight?: 'light' | 'long';
  input: I;
  output: O;
}

type Locate<I extends Input> = (input: z.output<I>, context: CallerContext) => Promise<number | undefined>;

type InOrganization<I extends Input, O extends Output> = {
  run(input: z.output<I>, context: Context): Promise<z.output<O> | Streamed | WithHeaders | Verbatim>;
} & ({ organization?: 'path' } | { organization: 'object'; locate: Locate<I> });

type ForCaller<I extends Input, O extends Output> = {
  organization: 'caller';
  audience?: 'everyone' | 'dashboard';
  run(input: z.output<I>, context: CallerContext): Promise<z.output<O> | Streamed | WithHeaders | Verbatim>;
};

type ForAnybody<I extends Input, O extends Output> = {
  organization: 'caller';
  audience: 'public';
  run(input: z.output<I>, context: PublicContext): Promise<z.output<O> | Streamed | WithHeaders | Verbatim>;
};

type Runnable<I extends Input, O extends Output> = Description<I, O> &
  (InOrganization<I, O> | ForCaller<I, O> | ForAnybody<I, O>);

/** An operation that changes nothing. */
export type ReadDefinition<I extends Input, O extends Output> = Runnable<I, O> & { hints?: Partial<SafetyHints> };

/** An operation that changes something; how, `run` knows. */
export type WriteDefinition<I extends Input, O extends Output> = Runnable<I, O> & {
  hints: SafetyHints;
  /** 303 where a browser is sent on to a page. */
  status?: 200 | 201 | 202 | 204 | 303;
  heldByApprovals: boolean;
  spendsQuota: boolean;
  /** It runs guarded writes, whose line is another: what else it executes it puts in line itself. */
  runsGuardedWrites?: boolean;
} & Partial<Pick<Operation, 'takesIdempotencyKey' | 'confirmsAccess'>>;

/** What `operation` is told of an operation whose run comes apart from its definition. */
export type Described<I extends Input, O extends Output> = Description<I, O> & {
  organization?: OrganizationSource;
  locate?: Locate<I>;
};

/** What an entry of the list has only where its definition says so. */
const SAID = ['alsoAs', 'bodyLimit', 'callsPerMinuteAndAddress', 'callsPerMinute', 'endsAccess', 'weight'] as const;

/** An operation as every surface sees it: one entry of the list. */
export interface Operation extends Pick<Description<Input, Output>, (typeof SAID)[number]> {
  name: string;
  kind: 'read' | 'write' | 'start';
  summary: string;
  description: string;
  rest: Route;
  tool: string | null;
  hints: SafetyHints & { readOnly: boolean };
  scope: Scope | null;
  ownersOnly: boolean;
  audience: Audience;
  organization: OrganizationSource;
  /** Whether the call waits for a person where the organization requires approval. */
  heldByApprovals: boolean;
  /** Whether executing it counts against the organization's daily writes. */
  spendsQuota: boolean;
  /** Whether an Idempotency-Key makes it execute once, however often it is sent. */
  takesIdempotencyKey: boolean;
  /**
   * It reads the caller's standing again in the transaction that executes it, so a remembered caller may ask for it.
   * Other writes look their caller up afresh.
   */
  confirmsAccess: boolean;
  /** Whether a call only asks what would happen. */
  isPreview(input: unknown): boolean;
  /** Status of the answer when nothing is refused. */
  status: number;
  changes: readonly Topic[];
  input: z.ZodObject;
  output: z.ZodType;
  locate?: (input: unknown, context: CallerContext) => Promise<number | undefined>;
  run(input: unknown, context: CallerContext | PublicContext): Promise<unknown>;
}

/** An operation together with the types that its callers see. */
export interface TypedOperation<I extends Input, O extends Output> extends Operation {
  readonly types?: { input: z.input<I>; output: Wire<z.output<O>> };
}

/** An answer that is sent piece by piece, because it may be larger than memory. */
export class Streamed {
  readonly contentType: string;
  readonly fileName: string | undefined;
  readonly #pieces: AsyncIterator<string>;
  #first: Promise<IteratorResult<string>> | undefined;

  constructor(contentType: string, pieces: AsyncIterable<string>, fileName?: string) {
    this.contentType = contentType;
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.fileName = fileName;
  }

  /** Makes the first piece: what fails here can still be answered as a failure. */
  async begin(): Promise<void> {
    this.#first ??= this.#pieces.next();
    await this.#first;
  }

  /** Gives up what it holds, when it is not sent or not read to its end. */
  async end(): Promise<void> {
    await this.#pieces.return?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<string> {
    try {
      let piece = await (this.#first ?? this.#pieces.next());
      while (!piece.done) {
        yield piece.value;
        piece = await this.#pieces.next();
      }
    } finally {
      await this.end();
    }
  }
}

/** An answer that is JSON already, such as one that was given before and is given again, to the letter. */
export class Verbatim {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** An answer with headers of its own, such as a cookie. */
export class WithHeaders {
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(body: unknown, headers: Record<string, string>) {
    this.body = body;
    this.headers = headers;
  }
}

/** Defines an operation that changes nothing. */
export function read<I extends Input, O extends Output>(definition: ReadDefinition<I, O>): TypedOperation<I, O> {
  return operation(definition, definition.run, {
    kind: 'read',
    hints: { destructive: false, idempotent: true, openWorld: false, ...definition.hints, readOnly: true },
    heldByApprovals: false,
    spendsQuota: false,
    takesIdempotencyKey: false,
    confirmsAccess: false,
    isPreview: () => true,
    status: 200,
  });
}

/** Defines an operation that changes something without the guarded pipeline: what people do to their own account. */
export function directWrite<I extends Input, O extends Output>(
  definition: WriteDefinition<I, O>,
): TypedOperation<I, O> {
  return operation(definition, definition.runsGuardedWrites ? definition.run : inLine(definition.run), {
    kind: 'write',
    hints: { ...definition.hints, readOnly: false },
    heldByApprovals: definition.heldByApprovals,
    spendsQuota: definition.spendsQuota,
    takesIdempotencyKey: definition.takesIdempotencyKey ?? false,
    confirmsAccess: definition.confirmsAccess ?? false,
    isPreview: () => false,
    status: definition.status ?? 200,
  });
}

/** Defines an operation that starts work which outlives its request and answers 202. */
export function start<I extends Input, O extends Output>(definition: WriteDefinition<I, O>): TypedOperation<I, O> {
  return { ...directWrite({ ...definition, status: 202 }), kind: 'start' };
}

/** What the kind of an operation settles. */
export type Settled = Pick<
  Operation,
  | 'kind'
  | 'hints'
  | 'heldByApprovals'
  | 'spendsQuota'
  | 'takesIdempotencyKey'
  | 'confirmsAccess'
  | 'isPreview'
  | 'status'
>;

/** Runs on input that dispatch has parsed and in the context that the operation asked for. */
type Run = (input: never, context: never) => Promise<unknown>;

/** Makes an entry of the list: what its definition says, how it runs, and what its kind settles. */
export function operation<I extends Input, O extends Output>(
  definition: Described<I, O>,
  run: Run,
  settled: Settled,
): TypedOperation<I, O> {
  const { name, summary, description, tool, scope, input, output } = definition;
  const entry: Operation = {
    name,
    summary,
    description,
    tool,
    scope,
    input,
    output,
    rest: routeOf(definition.rest),
    ownersOnly: definition.ownersOnly ?? false,
    audience: definition.audience ?? 'everyone',
    organization: definition.organization ?? 'path',
    changes: definition.changes ?? [],
    run: run as Operation['run'],
    ...settled,
  };
  for (const said of SAID) if (definition[said]) Object.assign(entry, { [said]: definition[said] });
  if (definition.locate) entry.locate = definition.locate as NonNullable<Operation['locate']>;
  return entry;
}

function routeOf(text: `${Method} /${string}`): Route {
  const [method, path] = text.split(' ') as [Method, string];
  return { method, path, parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) };
}
