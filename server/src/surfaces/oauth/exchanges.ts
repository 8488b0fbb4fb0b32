import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client, OIDCContext } from 'oidc-provider';
import type { AuditEvent } from '../../audit/audit.store.ts';
import { noteRequestApart, UNANSWERED } from '../../audit/begun-request.ts';
import type { Queryable } from '../../base/database.ts';
import { placeOf } from '../../base/holder.ts';
import { membersOf } from '../../base/json.ts';
import { actorTypeOf, keptUserAgent } from '../../gate/answer.ts';
import type { Gate } from '../../gate/call.ts';
import type { Attribution, Credential } from '../../identity/authenticate.ts';
import { isGone } from '../../identity/oauth/app-queries.ts';
import { appName } from '../../identity/oauth/connect-request.ts';
import { nameOfClient, type Whose } from '../../identity/oauth/connection.store.ts';
import type { OAuthServer } from '../../identity/oauth/provider.ts';
import type { Bodies } from '../rest/bodies.ts';
import { type Failure, failureOf, tell } from './failure.ts';
import {
  type Context,
  errorOf,
  isBrowser,
  keepHere,
  rateLimited,
  showProblem,
  unsaid,
  withoutOpenId,
} from './library-answers.ts';

/** What is known of a request before the library has looked at it. */
export interface Arrival {
  at: number;
  requestId: string;
  operation: string;
  path: string;
  ip: string;
  userAgent: string | undefined;
  /** A key or token that came along: it opens nothing here, and the event tells whose it is. */
  presented: Credential;
  /** Whose that is, once it was looked up: every event of the request belongs to the same organization. */
  attribution?: Attribution | undefined;
  /** Set once a note of it may stand beside what it changed; and whose that was. */
  begun?: true;
  /** Its event, once that was handed to the audit trail, be it kept or not. */
  told?: AuditEvent;
  changed?: Whose | undefined;
  /** The request to connect that is taken up by the browser in which it was approved. */
  takesUp?: string | undefined;
}

interface Outcome {
  status: number;
  error: string | null;
  email?: string | undefined;
  client?: string | undefined;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Hands requests to the library; no answer leaves before its event is durable. */
export class Exchanges {
  #gate: Gate;
  #bodies: Bodies;
  #handler: Handler | undefined;
  #arrivals = new WeakMap<IncomingMessage, Arrival>();
  /** What the library said to an app by a redirect, whose own address may say anything. */
  #redirected = new WeakMap<IncomingMessage, string>();
  /** What the library took for a fault of ours, where only the database was gone. */
  #outages = new WeakMap<IncomingMessage, Error>();
  #forwarded: Record<string, string>;

  constructor(gate: Gate, bodies: Bodies) {
    const { protocol, host } = new URL(gate.services.config.authUrl);
    this.#gate = gate;
    this.#bodies = bodies;
    this.#forwarded = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host };
  }

  /** Fails where a connection does in the middle of a body: its request answers for it, and leaves the one event. */
  cutOff(request: IncomingMessage, response: ServerResponse): Promise<never> {
    const cutOff = new Promise<never>((_resolve, reject) => this.#bodies.whenCutOff(request, response, reject));
    cutOff.catch(() => {});
    return cutOff;
  }

  /** Has a request answered; addresses that the library derives are ours, whatever the caller's headers say. */
  async run(request: IncomingMessage, response: ServerResponse, arrival: Arrival): Promise<void> {
    Object.assign(request.headers, this.#forwarded, { 'x-forwarded-for': arrival.ip });
    this.#arrivals.set(request, arrival);
    const oauth = await this.#gate.services.oauth();
    this.#handler ??= this.#prepared(oauth);
    const handler = this.#handler;
    const { clock } = this.#gate.services;
    const note = async (db: Queryable, whose: Whose | undefined) => {
      arrival.begun = true;
      // Of two changes at once, the other may have ended by now what would have told whose it was.
      arrival.changed = whose ?? arrival.changed;
      const { status, errorCode: error } = UNANSWERED;
      const event = await this.#eventOf(arrival, { status, error, ...arrival.changed });
      await noteRequestApart(db, event, new Date(clock.now()));
    };
    await oauth.queries.askedBy(placeOf(arrival), () => handler(request, response), { note, takesUp: arrival.takesUp });
  }

  #prepared(oauth: OAuthServer): Handler {
    const { log } = this.#gate.services;
    oauth.use(async (context, next) => {
      try {
        await next();
        await this.#finish(context);
      } catch (error) {
        await this.#answerUnkept(context, error);
      }
    });
    oauth.use(async (context, next) => {
      withoutOpenId(context);
      await next();
    });
    oauth.on('authorization.error', ({ req }, { error }) => this.#redirected.set(req, error));
    oauth.on('server_error', ({ req }, error) => {
      log.error({ err: error }, 'an OAuth request failed');
      this.#redirected.set(req, 'server_error');
      if (isGone(error)) this.#outages.set(req, error);
    });
    // Koa would write what fails to standard error: it is logged where it happens.
    oauth.silent = true;
    return oauth.callback();
  }

  /** The library would answer without the id by which the trail may tell of the request. */
  async #answerUnkept(context: Context, cause: unknown): Promise<void> {
    const arrival = this.#arrivals.get(context.req);
    const failure = failureOf(cause, this.#gate);
    tell(context, failure);
    this.#showIfBrowser(context, failure.error);
    // One that broke off otherwise, such as in its body, leaves its event elsewhere.
    if (arrival && isGone(cause)) await this.keepFailure(arrival, failure);
  }

  #showIfBrowser(context: Context, error: string): void {
    if (isBrowser(context)) showProblem(context, error, this.#gate.services.config.appUrl);
  }

  /** Keeps what is told now in place of an answer that nobody sees, as soon as that can be. */
  async keepFailure(arrival: Arrival, failure: Failure): Promise<void> {
    try {
      const { status } = failure;
      const error = rateLimited(failure) ?? failure.error;
      const { told = await this.#eventOf(arrival, { status, error, ...arrival.changed }) } = arrival;
      const event = { ...told, status_code: status, error_code: error, ...(arrival.begun && { begun: true }) };
      const isNobodys = event.organization_id === null && event.actor_type === null && !event.begun;
      // What nobody in particular sent was counted with the answer that could not be kept.
      if (!arrival.told || !isNobodys) await this.#gate.audit.keepSoon(event);
    } catch {
      // That the database is gone was told already.
    }
  }

  /** Keeps the event of a request. */
  async keep(arrival: Arrival, outcome: Outcome): Promise<void> {
    const event = await this.#eventOf(arrival, outcome);
    arrival.told = event;
    await this.#gate.audit.keep(event, null);
  }

  async #eventOf(arrival: Arrival, { status, error, email, client }: Outcome): Promise<AuditEvent> {
    const whose = await this.#whose(arrival);
    return {
      organization_id: whose?.key?.organizationId ?? null,
      at: new Date(arrival.at).toISOString(),
      request_id: arrival.requestId,
      operation: arrival.operation,
      path: arrival.path,
      status_code: status,
      error_code: error,
      actor_type: actorTypeOf(email === undefined ? whose : { email }),
      user: email ?? whose?.email ?? null,
      key_prefix: whose?.key?.prefix ?? null,
      key_last_four: whose?.key?.lastFour ?? null,
      ip: arrival.ip,
      user_agent: keptUserAgent(arrival.userAgent),
      client: client ?? whose?.client ?? null,
      ...(arrival.begun && { begun: true }),
    };
  }

  /** Who cannot be looked up now is counted as nobody in particular. */
  async #whose(arrival: Arrival): Promise<Attribution | undefined> {
    try {
      arrival.attribution ??= await this.#gate.authenticator.whose(arrival.presented, '');
      return arrival.attribution;
    } catch (error) {
      if (!isGone(error)) throw error;
      return undefined;
    }
  }

  async #finish(context: Context): Promise<void> {
    const outage = this.#outages.get(context.req);
    if (outage) tell(context, failureOf(outage, this.#gate));
    const error =
      rateLimited(context) ?? errorOf(context) ?? this.#redirected.get(context.req) ?? unsaid(context.status);
    if (this.#redirected.has(context.req)) keepHere(context);
    if (error !== null) this.#showIfBrowser(context, error);
    const arrival = this.#arrivals.get(context.req);
    if (!arrival) return;
    // Whoever approved a request is loaded before it is known whether the browser that takes it up is theirs.
    const isTheirs = error === null || context.oidc?.route !== 'resume';
    const whose = arrival.changed ?? (isTheirs ? await this.#whoseApp(context.oidc) : {});
    await this.keep(arrival, { status: context.status, error, ...whose });
  }

  /** The person, and the app as that person saw it when it was connected; one that is not is what it says of itself. */
  async #whoseApp(oidc: OIDCContext | undefined): Promise<Pick<Outcome, 'email' | 'client'>> {
    const { email, accountId } = membersOf(oidc?.entities.Account);
    if (typeof email !== 'string') return {};
    const { client } = oidc ?? {};
    if (!client) return { email };
    const { queries } = await this.#gate.services.oauth();
    const connected = await nameOfClient(queries.database, Number(accountId), client.clientId);
    return { email, client: connected ?? nameOf(client) };
  }
}

function nameOf({ clientName, redirectUris }: Client): string | undefined {
  const [redirectUri] = redirectUris ?? [];
  return redirectUri === undefined ? undefined : appName(clientName, redirectUri);
}
