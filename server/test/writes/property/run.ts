import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueSync } from '../../../src/ad-accounts/queue-sync.ts';
import { age, workLeft } from '../arrange.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { callOf, editsOf, sendCall } from './calls.ts';
import { compare } from './compare.ts';
import { editInPlatform } from './edit-in-platform.ts';
import { expectAnswer, expectDecision } from './expectations.ts';
import { approve, make, sync } from './model.ts';
import type { Answer, Call, Organization as Model } from './organization-model.ts';
import { proposeEdits } from './propose-edits.ts';
import type { Sent, Sequence, Step } from './sequences.ts';
import type { Stage } from './stage.ts';
import { isRefused, wordFor } from './words.ts';

/** Two clocks may differ by a little: what is done there is seen as done before the next sync. */
const CLOCKS_APART_MS = 30;

const EXPIRES_AFTER_MS = 7 * 24 * 60 * 60 * 1_000;
/** An organization with the model of it. */
export class Run {
  readonly #stage: Stage;
  readonly #org: Organization;
  readonly #accountId: string;
  readonly model: Model;
  /** Every undo so far took back the newest change of its campaign, as a whole. */
  tidy = true;

  constructor(stage: Stage, org: Organization, accountId: string, model: Model) {
    this.#stage = stage;
    this.#org = org;
    this.#accountId = accountId;
    this.model = model;
  }

  /** Does every step, comparing everything after each. */
  async play({ steps }: Pick<Sequence, 'steps'>): Promise<void> {
    await this.#compare();
    for (const step of steps) {
      await this.#take(step);
      await this.#compare();
    }
  }

  /** Undoes everything that is not undone yet, the newest first. */
  async undoEverything(): Promise<void> {
    await this.#take({ do: 'approvals', required: false });
    await this.#org.setQuota(1_000);
    this.model.quota = 1_000;
    for (let index = this.model.actions.length - 1; index >= 0; index -= 1) {
      await this.#call({ kind: 'undo', action: index }, 'once', false);
    }
    await this.#compare();
  }

  #compare(): Promise<void> {
    const { writes, books } = this.#stage;
    return compare(this.model, { writes, books, org: this.#org, accountId: this.#accountId });
  }

  async #take(step: Step): Promise<void> {
    const { model } = this;
    switch (step.do) {
      case 'edit':
      case 'state':
      case 'add negatives':
      case 'undo': {
        const call = callOf(this.model, step);
        return call && this.#call(call, step.sent, step.do === 'state' && step.interrupted && !this.#isMadeThere(call));
      }
      case 'apply':
        return this.#apply(step);
      case 'preview':
        return this.#preview(step.campaign, step.budget);
      case 'approvals':
        await this.#org.requireApprovals(step.required);
        model.approvals = step.required;
        return;
      case 'decide':
        return this.#decide(step);
      case 'edit there':
        return this.#editThere(step);
      case 'sync':
        return this.#sync();
      case 'restart':
        return this.#stage.restartWorkers();
    }
  }

  async #apply(step: Extract<Step, { do: 'apply' }>): Promise<void> {
    const edits = editsOf(this.model, step);
    const slug = this.model.campaigns[step.campaign]?.slug ?? '';
    if (edits.length === 0) return;
    const id = await this.#org.recommend(slug, proposeEdits(edits));
    await this.#call({ kind: 'apply', campaign: step.campaign, id, edits }, step.sent, false);
  }

  /** Interrupted, nobody could tell whether somebody else made it or an earlier try of ours. */
  #isMadeThere(call: Call): boolean {
    const after = structuredClone(this.model);
    make(after, call);
    return after.actions.length > this.model.actions.length && after.actions.at(-1)?.theirs === true;
  }

  /** Sends a call and holds its answer to the model's; sent twice under one key it is carried out once. */
  async #call(call: Call, sent: Sent, interrupted: boolean): Promise<void> {
    const refusedFirst = isRefused(make(structuredClone(this.model), call));
    const sending = sent === 'once' ? {} : { idempotencyKey: randomUUID() };
    const before = structuredClone(this.model);
    const expected = make(this.model, call);
    this.#noteUndo(before, call, expected);
    const times = sent === 'at once' && !refusedFirst ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: times }, () => sendCall(this.#org, this.model, call, sending)),
    );
    if (interrupted) await this.#stage.restartWorkers();
    if (sent === 'again' && !refusedFirst) answers.push(await sendCall(this.#org, this.model, call, sending));
    const [answer] = answers;
    assert.ok(answer);
    expectAnswer(this.model, call, expected, answer);
    this.#count(`${call.kind} ${wordFor(expected)}`);
    for (const other of answers) assert.deepEqual([other.status, other.json], [answer.status, answer.json]);
    if (expected === 'held') {
      this.model.queued.push({ id: String(answer.error.queued_recommendation_id), call, status: 'pending' });
    }
    await this.#quiet();
  }

  /** Undoing in another order than the newest first, or in part, does not lead back to the start. */
  #noteUndo(before: Model, call: Call, answer: Answer): void {
    if (call.kind !== 'undo' || typeof answer !== 'object' || !('undone' in answer) || answer.undone.length === 0)
      return;
    const action = before.actions[call.action];
    const newest = before.actions.findLastIndex(
      ({ campaign, executed, undone }) => campaign === action?.campaign && executed && !undone,
    );
    if (newest !== call.action || answer.skipped > 0) this.tidy = false;
  }

  /** Whatever does not come to an end is named. */
  async #quiet(): Promise<void> {
    await this.#org.quiet().catch(async (error: unknown) => {
      const left = await this.#stage.writes.database.rows(workLeft, this.#org.id);
      throw new Error(JSON.stringify(left), { cause: error });
    });
  }

  #count(what: string): void {
    const { tally } = this.#stage;
    tally.set(what, (tally.get(what) ?? 0) + 1);
  }

  async #preview(index: number, budget: number): Promise<void> {
    const answer = make(
      { ...structuredClone(this.model), approvals: false, quota: 1_000_000 },
      {
        kind: 'edit',
        campaign: index,
        fields: { budget },
      },
    );
    const shown = await this.#org.patch(this.model.campaigns[index]?.slug ?? '', { budget });
    const within = !isRefused(answer) || answer.refused === 'sync_conflict';
    assert.equal(bodyOf(shown).within_limits, within, shown.text);
  }

  async #decide({ pick, decision }: Extract<Step, { do: 'decide' }>): Promise<void> {
    const { queued } = this.model;
    const pending = queued.filter(({ status }) => status === 'pending');
    const among = pending.length > 0 && pick % 4 > 0 ? pending : queued;
    const chosen = among[pick % Math.max(1, among.length)];
    if (!chosen) return;
    if (decision === 'expire') {
      await this.#stage.writes.database.execute(age, this.#org.id, chosen.id, new Date(Date.now() - EXPIRES_AFTER_MS));
      if (chosen.status === 'pending') chosen.status = 'rejected';
      assert.equal(bodyOf(await this.#org.queued(chosen.id)).status, chosen.status);
      this.#count(`expire ${chosen.status}`);
      return;
    }
    const open = chosen.status === 'pending';
    const before = structuredClone(this.model);
    const expected = decision === 'approve' ? approve(this.model, chosen) : undefined;
    if (decision === 'approve' && expected && expected !== 'too late') this.#noteUndo(before, chosen.call, expected);
    if (decision === 'reject' && open) chosen.status = 'rejected';
    const answer = await this.#org.decide(chosen.id, decision);
    expectDecision(this.model, answer, { open, status: chosen.status, expected });
    this.#count(`${decision} ${open ? chosen.status : 'too late'}`);
    await this.#quiet();
  }

  async #editThere(step: Extract<Step, { do: 'edit there' }>): Promise<void> {
    const campaign = this.model.campaigns[step.campaign];
    if (!campaign?.there) return;
    await editInPlatform(this.#stage, this.#accountId, campaign, step);
    this.tidy = false;
    await sleep(CLOCKS_APART_MS);
  }

  async #sync(): Promise<void> {
    const { services } = this.#stage.writes.service;
    const task = await queueSync(services, this.#org.tenancy, this.#accountId, null);
    assert.equal((await this.#org.settled(task)).status, 'completed');
    sync(this.model);
  }
}
