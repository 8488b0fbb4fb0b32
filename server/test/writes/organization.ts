import assert from 'node:assert/strict';
import { z } from 'zod';
import type { Database } from '../../src/base/database.ts';
import type { Role } from '../../src/base/scopes.ts';
import type { CallOptions, Client, HttpAnswer } from '../harness/client.ts';
import type { IssuedKey, Person } from '../harness/world-people.ts';
import { quota, set, share, strip, unfinished } from './arrange.ts';
import { addDraft, type DraftOptions } from './drafts.ts';
import { until } from './patience.ts';
import { type Propose, recommend } from './recommend.ts';
import type { RunningClock } from './running-clock.ts';
import { type SettledTask, settledTask } from './settled-task.ts';

/** Who sends a request, through which process, with which Idempotency-Key; by default an admin's key. */
export interface Sending {
  key?: string;
  cookie?: string;
  idempotencyKey?: string;
  via?: Pick<Client, 'call'>;
}

/** What an organization of these tests is made of. */
interface Parts {
  id: number;
  slug: string;
  people: Readonly<Record<Role, Person>>;
  keys: Readonly<Record<Role, IssuedKey>>;
  client: Client;
  database: Database;
  clock: RunningClock;
  accountId: string | null;
}

const anyObject = z.record(z.string(), z.unknown());

/** The members of an answer’s body. */
export function bodyOf(answer: HttpAnswer): Record<string, unknown> {
  return anyObject.parse(answer.json);
}

/** An organization with an Owner, an admin and a member, each with a key, and the calls that they make. */
export class Organization {
  readonly id: number;
  readonly slug: string;
  readonly people: Readonly<Record<Role, Person>>;
  readonly keys: Readonly<Record<Role, IssuedKey>>;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.id = parts.id;
    this.slug = parts.slug;
    this.people = parts.people;
    this.keys = parts.keys;
  }

  patch(campaign: string, body: unknown, sending?: Sending): Promise<HttpAnswer> {
    return this.send('PATCH', `/organizations/${this.slug}/campaigns/${campaign}`, body, sending);
  }

  /** Executes an edit that must succeed, and returns its answer. */
  async edited(campaign: string, changes: object, sending?: Sending): Promise<Record<string, unknown>> {
    return succeeded(await this.patch(campaign, { ...changes, dry_run: false }, sending));
  }

  state(campaign: string, state: string, sending?: Sending & { dryRun?: boolean }): Promise<HttpAnswer> {
    const body = { state, dry_run: sending?.dryRun ?? false };
    return this.send('PUT', `/organizations/${this.slug}/campaigns/${campaign}/state`, body, sending);
  }

  /** Sets a state, waits until it is so, and returns the action’s id. */
  async moved(campaign: string, state: string, sending?: Sending): Promise<string> {
    const { action_id, task_tracking_id } = succeeded(await this.state(campaign, state, sending));
    const task = await this.settled(Number(task_tracking_id));
    assert.equal(task.status, 'completed', JSON.stringify(task));
    return String(action_id);
  }

  negatives(campaign: string, keywords: unknown, more: object = {}, sending?: Sending): Promise<HttpAnswer> {
    const path = `/organizations/${this.slug}/campaigns/${campaign}/negative-keywords`;
    return this.send('POST', path, { keywords, ...more }, sending);
  }

  /** Adds negative keywords, which must succeed, and returns the answer. */
  async negativesAdded(campaign: string, keywords: string[], more: object = {}): Promise<Record<string, unknown>> {
    return succeeded(await this.negatives(campaign, keywords, { dry_run: false, ...more }));
  }

  /** Keeps a pending recommendation for a campaign, as a detector would. */
  recommend(campaign: string, propose: Propose, options: Parameters<typeof recommend>[3] = {}): Promise<string> {
    return recommend(this.tenancy, campaign, propose, { at: this.#parts.clock.now(), ...options });
  }

  apply(id: string, sending?: Sending & { dryRun?: boolean }): Promise<HttpAnswer> {
    return this.send('POST', `/recommendations/${id}/apply`, { dry_run: sending?.dryRun ?? false }, sending);
  }

  /** Applies what is recommended just now, which must succeed, and returns the answer. */
  async applied(campaign: string, propose: Propose): Promise<Record<string, unknown>> {
    return succeeded(await this.apply(await this.recommend(campaign, propose)));
  }

  undo(action: unknown, sending?: Sending): Promise<HttpAnswer> {
    return this.send('POST', `/actions/${action}/undo`, undefined, sending);
  }

  async undone(action: unknown): Promise<Record<string, unknown>> {
    return succeeded(await this.undo(action));
  }

  /** The action log as an Owner sees it. */
  async log(query = ''): Promise<{ actions: Record<string, unknown>[]; total: number; next_cursor: string | null }> {
    const path = `/organizations/${this.slug}/actions${query}`;
    const answer = await this.send('GET', path, undefined, { key: this.keys.owner.key });
    assert.equal(answer.status, 200, answer.text);
    return z
      .object({ actions: z.array(anyObject), total: z.int(), next_cursor: z.string().nullable() })
      .parse(answer.json);
  }

  async campaign(slug: string, sending?: Sending): Promise<Record<string, unknown>> {
    return succeeded(await this.send('GET', `/organizations/${this.slug}/campaigns/${slug}`, undefined, sending));
  }

  queued(id: unknown, sending?: Sending): Promise<HttpAnswer> {
    return this.send('GET', `/queued-writes/${id}`, undefined, sending);
  }

  /** A person decides on a change that waits. */
  decide(id: unknown, decision: 'approve' | 'reject', person: Person = this.people.owner, body?: object) {
    const path = `/organizations/${this.slug}/queued-writes/${id}/${decision}`;
    return this.send('POST', path, body, { cookie: person.cookie });
  }

  /** Turns approvals on or off, as an Owner does. */
  async requireApprovals(required: boolean): Promise<void> {
    const path = `/organizations/${this.slug}/approvals`;
    const answer = await this.send('PUT', path, { required }, { cookie: this.people.owner.cookie });
    assert.equal(answer.status, 200, answer.text);
  }

  /** Polls a task as any client would until it has ended. */
  settled(task: number, sending?: Sending): Promise<SettledTask> {
    return until(async () => {
      const found = succeeded(await this.send('GET', `/task-tracking/${task}`, undefined, sending));
      return found.status === 'running' ? undefined : settledTask.parse(found);
    }, `task ${task}`);
  }

  /** Waits until no work of the organization is under way. */
  async quiet(): Promise<void> {
    const isQuiet = async () => (await this.#parts.database.row(unfinished, this.id))?.count === 0;
    await until(async () => (await isQuiet()) || undefined, 'work');
  }

  /** Executed writes that were counted. */
  async writesUsed(): Promise<number> {
    return (await this.#parts.database.row(quota, this.id))?.used ?? 0;
  }

  async setCap(maxSpend: number | null): Promise<void> {
    await this.#parts.database.execute(set.max_spend, this.id, maxSpend);
  }

  /** How far one call moves a budget, in percent. */
  async setMove(percent: number): Promise<void> {
    await this.#parts.database.execute(set.api_budget_change_limit_pct, this.id, percent);
  }

  async setQuota(writes: number | null): Promise<void> {
    await this.#parts.database.execute(set.daily_write_quota, this.id, writes);
  }

  /** Takes a part away that a first launch asks for. */
  async stripOf(slug: string, part: keyof typeof strip): Promise<void> {
    await this.#parts.database.execute(strip[part], this.id, slug);
  }

  /** Leaves a campaign as a sync does that found its budget serving others too. */
  async shareBudget(slug: string): Promise<void> {
    await this.#parts.database.execute(share, this.id, slug);
  }

  /** Adds a draft, ready to launch unless told otherwise, in the organization’s account. */
  draft(options: Partial<DraftOptions> = {}): Promise<string> {
    const { clock, accountId: ad_account_id } = this.#parts;
    const name = `${this.slug} ${Math.random().toString(36).slice(2, 8)}`;
    return addDraft(this.tenancy, { name, ad_account_id, ...options }, clock.now());
  }

  /** Adds a campaign and launches it. */
  async live(options: Partial<DraftOptions> = {}): Promise<string> {
    const slug = await this.draft(options);
    await this.moved(slug, 'live');
    return slug;
  }

  get tenancy() {
    return { organizationId: this.id, db: this.#parts.database };
  }

  /** Sends a request as somebody of the organization; people act in the dashboard, keys through the API. */
  send(method: string, path: string, body?: unknown, sending: Sending = {}): Promise<HttpAnswer> {
    const { key = this.keys.admin.key, cookie, idempotencyKey, via = this.#parts.client } = sending;
    const options: CallOptions = {
      ...(cookie === undefined ? { key } : { cookie }),
      ...(body !== undefined && { body }),
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    };
    return via.call(method, `${cookie === undefined ? '/v1' : '/dashboard/v1'}${path}`, options);
  }
}

function succeeded(answer: HttpAnswer): Record<string, unknown> {
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}
