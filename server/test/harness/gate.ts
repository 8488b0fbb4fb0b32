import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statement } from '../../src/base/database.ts';
import type { Operation } from '../../src/base/operation.ts';
import { eventOf } from './audit-events.ts';
import type { CallOptions, HttpAnswer } from './client.ts';
import type { Cleaned } from './database.ts';
import { type Asking, type ValidRequest, validRequest } from './requests.ts';
import { type RunningService, startService } from './service.ts';
import type { ConnectedApp, IssuedKey, Person } from './world-people.ts';

export const REST = '/v1';
export const DASHBOARD = '/dashboard/v1';
export const ROLES = ['owner', 'admin', 'member'] as const;

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const METADATA = 'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/v1"';
const STATUS: Record<string, number> = {
  unauthorized: 401,
  insufficient_scope: 403,
  org_access_denied: 403,
  role_denied: 403,
  not_found: 404,
  ad_platform_unavailable: 503,
  setup_required: 409,
  validation_error: 422,
};

/**
 * These need what no test of the gate has, an ad platform, a profile that is ready or a campaign in a linked account:
 * that it was missed shows that all else was allowed.
 */
const MISSES: Readonly<Record<string, string>> = {
  select_ad_account: 'ad_platform_unavailable',
  create_campaign: 'setup_required',
  create_ad: 'setup_required',
  update_business_profile: 'setup_required',
  // Nobody in the tests' world has a password or a second factor.
  begin_second_factor: 'validation_error',
  confirm_second_factor: 'validation_error',
  turn_off_second_factor: 'validation_error',
  make_recovery_codes: 'validation_error',
};

const beingAnalysed = statement<[], never>("update business_profile set status = 'analysing'");

/** These belong to no organization in particular, and find out that they concern one. */
const FIND_THEIR_ORGANIZATION: ReadonlySet<string> = new Set(['accept_invitation', 'end_ad_login_use']);

/** What the audit trail should say of who sent a request. */
export interface Actor {
  organization: number | null;
  actor: 'api_key' | 'user' | null;
  user: string | null;
  prefix: string | null;
  lastFour: string | null;
  /** The connected app. */
  client: string | null;
}

/** Nobody whom the service recognised. */
export const NOBODY: Actor = {
  organization: null,
  actor: null,
  user: null,
  prefix: null,
  lastFour: null,
  client: null,
};

/** Whoever made a key, through it. */
export function keyed({ organizationId, creator, prefix, lastFour }: IssuedKey): Actor {
  return { organization: organizationId, actor: 'api_key', user: creator.email, prefix, lastFour, client: null };
}

/** The refusal that a ceiling without the operation's scope leads to. */
export function lacks({ scope }: Operation, ceiling: readonly string[]): 'insufficient_scope' | undefined {
  return scope !== null && !ceiling.includes(scope) ? 'insufficient_scope' : undefined;
}

/** Checks each operation of a list, at once or one by one. */
export async function each(
  list: readonly Operation[],
  check: (operation: Operation) => Promise<void>,
  { oneByOne = false } = {},
): Promise<void> {
  if (!oneByOne) await Promise.all(list.map(check));
  else for (const operation of list) await check(operation);
}

/** Starts a service whose gate is to be tried. */
export async function openGate(t: Cleaned): Promise<Gate> {
  const service = await startService(t, { config: UNLIMITED });
  await service.database.execute(beingAnalysed);
  const page = await fetch(`${service.base}/docs/errors`).then((answer) => answer.text());
  return new Gate(service, new Set([...page.matchAll(/ id="([a-z_]+)"/g)].map((match) => match[1] ?? '')));
}

/** Sends valid requests to a service and holds its answers to what the caller may do. */
export class Gate {
  readonly service: RunningService;
  #explained: ReadonlySet<string>;

  constructor(service: RunningService, explained: ReadonlySet<string>) {
    this.service = service;
    this.#explained = explained;
  }

  newcomer(role: (typeof ROLES)[number]): Promise<Person> {
    return this.service.world.addPerson(`newcomer-${randomBytes(6).toString('hex')}`, role);
  }

  requestOf(operation: Operation, asking: Partial<Asking> = {}): Promise<ValidRequest> {
    const { world } = this.service;
    return validRequest(operation, { world, person: world.people.owner, ...asking });
  }

  async ask(
    operation: Operation,
    prefix: string,
    options: CallOptions,
    asking: Partial<Asking> = {},
  ): Promise<HttpAnswer> {
    const { method, path, body } = await this.requestOf(operation, asking);
    return this.service.call(method, prefix + path, { body, ...options });
  }

  /** A person in the dashboard; what belongs to no organization in particular is kept without one. */
  signedIn(person: Person, { name, organization: source }: Operation): Actor {
    const placed = source !== 'caller' || FIND_THEIR_ORGANIZATION.has(name);
    const organization = placed ? this.service.world.harbor.id : null;
    return { ...NOBODY, organization, actor: 'user', user: person.email };
  }

  /** The person of a connected app, through it. */
  through({ person, name }: ConnectedApp, operation: Operation): Actor {
    return { ...this.signedIn(person, operation), client: name };
  }

  async accepted(answer: HttpAnswer, operation: Operation, actor: Actor): Promise<void> {
    const code = MISSES[operation.name];
    const status = code ? STATUS[code] : operation.status;
    assert.equal(answer.status, status, `${operation.name}: ${answer.text.slice(0, 300)}`);
    assert.equal(answer.error.code, code, operation.name);
    await this.#audited(answer, operation, code ?? null, actor);
  }

  async refused(answer: HttpAnswer, operation: Operation, code: string, actor: Actor): Promise<void> {
    assert.equal(answer.error.code, code, `${operation.name}: ${answer.status} ${answer.text.slice(0, 300)}`);
    assert.equal(answer.status, STATUS[code], operation.name);
    assert.equal(answer.error.doc_url, `http://localhost:3000/docs/errors#${code}`);
    assert.ok(this.#explained.has(code), `the error reference explains ${code}`);
    assert.equal(typeof answer.error.message, 'string');
    const challenge = answer.headers['www-authenticate'];
    if (code === 'unauthorized') assert.equal(challenge, METADATA);
    if (code === 'insufficient_scope') {
      assert.equal(answer.error.required_scope, operation.scope);
      assert.equal(challenge, `Bearer error="insufficient_scope", scope="${operation.scope}"`);
    }
    if (code === 'role_denied') assert.equal(answer.error.required_role, operation.ownersOnly ? 'owner' : 'admin');
    await this.#audited(answer, operation, code, actor);
  }

  async #audited(answer: HttpAnswer, operation: Operation, code: string | null, actor: Actor): Promise<void> {
    const { name } = operation;
    const outcome = actor === NOBODY ? { operation: name, status: answer.status, code } : undefined;
    const event = await eventOf(this.service.database, answer.requestId, outcome);
    assert.deepEqual(
      {
        operation: event.operation,
        status: event.status_code,
        code: event.error_code,
        organization: event.organization_id,
        actor: event.actor_type,
        user: event.user,
        prefix: event.key_prefix,
        lastFour: event.key_last_four,
        client: event.client,
        ip: event.ip,
      },
      { operation: operation.name, status: answer.status, code, ...actor, ip: '127.0.0.1' },
      operation.name,
    );
  }
}
