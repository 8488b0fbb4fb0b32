import type { ErrorCode, FieldProblem } from '../../server/src/base/errors.ts';
import type { Method } from '../../server/src/base/operation.ts';
import { asWritten, visibleInJson } from '../../server/src/base/visible-text.ts';

/** What the dashboard needs to know of an operation: the types that its callers see. */
interface Operation {
  readonly types?: { input: unknown; output: unknown };
}

type InputOf<O extends Operation> = NonNullable<O['types']>['input'];
type OutputOf<O extends Operation> = NonNullable<O['types']>['output'];
type OrganizationPath = `/organizations/{org}${string}`;

/** Where an operation is called, and with what types. */
export interface Endpoint<Input, Output> {
  readonly route: string;
  readonly types?: { input: Input; output: Output };
}

/** Names the address of an operation that belongs to no particular organization. */
export function endpoint<O extends Operation>(
  route: `${Method} /${string}`,
): Endpoint<InputOf<O> & object, OutputOf<O>> {
  return { route };
}

/** Names the address of an operation inside an organization, which callers pass as `org`. */
export function inOrganization<O extends Operation>(
  route: `${Method} ${OrganizationPath}`,
): Endpoint<InputOf<O> & { org: string }, OutputOf<O>> {
  return { route };
}

/** A refused or failed call; `unreachable` when no answer of the service arrived. */
export class CallError extends Error {
  readonly code: ErrorCode | 'unreachable';
  readonly fields: readonly FieldProblem[];
  readonly requestId: string | null;
  /** What the error carries beside its words: bounds, terms, changes; see the table of errors. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** What was asked for may have been made all the same. */
  readonly made: MayHaveMade;
  /** Nobody was recognised: whoever asks has to sign in, whatever else they are told. */
  readonly signedOut: boolean;

  constructor(
    code: CallError['code'],
    message: string,
    fields: readonly FieldProblem[],
    requestId: string | null,
    extra: Readonly<Record<string, unknown>> = {},
    made: MayHaveMade = 'nothing',
    signedOut = code === 'unauthorized',
  ) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.extra = extra;
    this.made = made;
    this.signedOut = signedOut;
  }

  /** The same failure of something of which more is known, or less. */
  of(made: MayHaveMade): CallError {
    return new CallError(this.code, this.message, this.fields, this.requestId, this.extra, made, this.signedOut);
  }

  /** What is wrong with one field, in words for the person who filled it in. */
  fieldMessage(path: string): string | undefined {
    return this.fields.find((field) => field.path === path)?.message;
  }
}

const PREFIX = '/dashboard/v1';

/** A change that is held for approval is an error to its caller, although its status is a good one. */
const HELD = 202;

/** Whom the page shows: another tab may have signed somebody else in, for whom nobody here has decided anything. */
let shownPerson: number | undefined;

/** Says with every change from now on for whom it is made; the service refuses it to anybody else. */
export function actAs(personId: number): void {
  shownPerson = personId;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The same for every try of one change, so that it is made once. */
  idempotencyKey?: string;
}

/** Calls an operation. Its answer is trusted to be of the declared type: page and service are released together. */
export async function call<Input extends object, Output>(
  { route }: Endpoint<Input, Output>,
  input: Input,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<Output> {
  const { address, init } = requestFor(route, input);
  const headers = {
    ...init.headers,
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(shownPerson !== undefined && init.method !== 'GET' && { 'acting-as': String(shownPerson) }),
  };
  const made = idempotencyKey ? 'once' : isChange(init.method, input) ? 'perhaps' : 'nothing';
  const response = await reach(address, { ...init, headers, signal: signal ?? null }, made);
  if (!response.ok) throw await errorOf(response, made);
  const answer = await read(response, made, signal);
  if (response.status === HELD && 'error' in answer) throw errorIn(answer, response, made);
  return answer;
}

/**
 * What a call may have made whose outcome is not known: under a key whatever it is, sent again, is made once; without one
 * it may be made twice.
 */
type MayHaveMade = 'nothing' | 'once' | 'perhaps';

function isChange(method: string, input: object): boolean {
  return method !== 'GET' && !('dry_run' in input && input.dry_run === true);
}

/** Where a read is, for a link that downloads it. */
export function addressOf<Input extends object, Output>({ route }: Endpoint<Input, Output>, input: Input): string {
  return requestFor(route, input).address;
}

interface Request {
  address: string;
  init: { method: string; headers?: Record<string, string>; body?: string };
}

function requestFor(route: string, input: object): Request {
  const [method = '', path = ''] = route.split(' ');
  const rest = new Map<string, unknown>(Object.entries(input));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = asWritten(String(rest.get(name)));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const address = PREFIX + filled;
  if (method === 'GET' || method === 'DELETE') return { address: address + queryOf(rest), init: { method } };
  const headers = { 'content-type': 'application/json' };
  return { address, init: { method, headers, body: JSON.stringify(Object.fromEntries(rest), textAsWritten) } };
}

/** What was read goes back as it was, not as it is shown: else saving a form would change what nobody touched. */
function textAsWritten(_: string, value: unknown): unknown {
  return typeof value === 'string' ? asWritten(value) : value;
}

function queryOf(values: Map<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of values) if (value !== undefined) query.set(name, asWritten(String(value)));
  return query.size === 0 ? '' : `?${query}`;
}

async function reach(address: string, init: RequestInit, made: MayHaveMade): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin' });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw noAnswer('The service could not be reached. Check your connection.', made);
  }
}

/**
 * What others wrote shows all that it holds, on every page. An answer that breaks off says as little as none: what was
 * asked for may have been done.
 */
async function read(response: Response, made: MayHaveMade, signal?: AbortSignal) {
  try {
    return JSON.parse(visibleInJson(await response.text()));
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw noAnswer('The answer of the service broke off. Check your connection.', made);
  }
}

function noAnswer(message: string, made: MayHaveMade, requestId: string | null = null): CallError {
  return new CallError('unreachable', message, [], requestId, {}, made);
}

interface Envelope {
  error?: { code: ErrorCode; message: string; fields?: FieldProblem[]; [extra: string]: unknown };
}

async function errorOf(response: Response, made: MayHaveMade): Promise<CallError> {
  return errorIn(await read(response, made).catch(() => ({})), response, made);
}

function errorIn({ error }: Envelope, { headers, status }: Response, made: MayHaveMade): CallError {
  const requestId = headers.get('x-request-id');
  if (!error) return noAnswer(`The service did not answer (${status}).`, made, requestId);
  const { code, message, fields = [], ...extra } = error;
  const left = isOpen(status, code, extra) ? made : 'nothing';
  return new CallError(code, message, fields, requestId, extra, left, isOfNobody(code, headers));
}

/** Too many requests from an address hide that nobody is signed in; the service then says how to be recognised. */
function isOfNobody(code: ErrorCode, headers: Headers): boolean {
  return code === 'unauthorized' || (code === 'rate_limited' && headers.has('www-authenticate'));
}

const FAILED = 500;

/**
 * Whether an answer leaves open what became of a change: the service may fail after it was made. Where it says that the ad
 * platform did not answer nothing was made, unless an action of it goes on being tried.
 */
function isOpen(status: number, code: ErrorCode, { action_id }: Readonly<Record<string, unknown>>): boolean {
  return status >= FAILED && (code !== 'ad_platform_unavailable' || action_id !== undefined);
}

/** A failed call as a value; whatever else was thrown goes on. */
export function failureIn(error: unknown): CallError {
  if (error instanceof CallError) return error;
  throw error;
}
