import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { noonEmulator } from '../../ad-accounts/world.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { PlatformGate } from '../faults/platform-gate.ts';
import { bodyOf, type Organization, type Sending } from '../organization.ts';
import { until } from '../patience.ts';
import { startWorld, type Writes } from '../world.ts';

/** The platform answers slowly, and far more is asked for than it can take. */
const SLOW_MS = 60;
const ASKED_EVERY_MS = 25;
/** The change under way, those whose turn came before, and those that followed before it was counted. */
const A_FEW_TURNS = 6;

describe('one credential that never stops changing a campaign', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let gate: PlatformGate;

  before(async () => {
    const emulator = await noonEmulator(['--daily-operations', '10000000']);
    gate = await new PlatformGate(emulator.origin).start();
    writes = await startWorld(suite, { emulator: gate.inFrontOf(emulator) });
    suite.after(async () => {
      await gate.stop();
      await emulator.stop();
    });
  });

  test('leaves everybody else their turn: to edit, to undo, and in the dashboard to its own person', async (t) => {
    const org = await writes.organization();
    const slug = await org.live({ budget: 40 });
    const { owner, admin } = org.people;
    gate.slowBy(SLOW_MS);
    t.after(() => gate.slowBy(0));
    const flood = new Flood(org, slug, [{ key: org.keys.admin.key }]);
    t.after(() => flood.ends());
    await flood.isTooMuch();
    const edited = await withinAFewTurns(org, () => edit(org, slug, 41, owner.cookie));
    await withinAFewTurns(org, () => org.undo(bodyOf(edited).action_id, { cookie: owner.cookie }));
    await withinAFewTurns(org, () => edit(org, slug, 42, admin.cookie));
  });

  test('leaves another person their turn, however many credentials it has', async (t) => {
    const org = await writes.organization();
    const slug = await org.live({ budget: 40 });
    const more = await Promise.all(Array.from({ length: 8 }, () => anotherKey(org)));
    gate.slowBy(SLOW_MS);
    t.after(() => gate.slowBy(0));
    const flood = new Flood(org, slug, [{ key: org.keys.admin.key }, ...more]);
    t.after(() => flood.ends());
    await flood.isTooMuch();
    await withinAFewTurns(org, () => edit(org, slug, 41, org.people.owner.cookie));
  });

  async function anotherKey(org: Organization): Promise<Sending> {
    const { world } = writes;
    const scopes = ['campaigns:read', 'campaigns:write'] as const;
    return { key: (await world.addKey({ creator: org.people.admin, organization: org, scopes })).key };
  }
});

/** Edits of one campaign that are sent on and on, by each credential in turn. */
class Flood {
  #sent: Promise<HttpAnswer>[] = [];
  #refused = 0;
  #goesOn = true;
  #sending: Promise<void>;

  constructor(org: Organization, slug: string, by: readonly Sending[]) {
    this.#sending = this.#send((index) =>
      org.patch(slug, { target_cpa: 5 + (index % 1_000) / 100, dry_run: false }, by[index % by.length]),
    );
  }

  /** Waits until no more of them may wait. */
  async isTooMuch(): Promise<void> {
    await until(async () => this.#refused > 0 || undefined, 'room for more changes');
  }

  async ends(): Promise<void> {
    this.#goesOn = false;
    await this.#sending;
    const answers = await Promise.all(this.#sent);
    for (const { status, text } of answers) assert.ok(status === 200 || status === 429, text);
  }

  async #send(one: (index: number) => Promise<HttpAnswer>): Promise<void> {
    for (let index = 0; this.#goesOn; index += 1) {
      const answered = one(index).then((answer) => {
        if (answer.status === 429) this.#refused += 1;
        return answer;
      });
      this.#sent.push(answered);
      await pause(ASKED_EVERY_MS);
    }
  }
}

function edit(org: Organization, slug: string, budget: number, cookie: string): Promise<HttpAnswer> {
  return org.patch(slug, { budget, dry_run: false }, { cookie });
}

/** What is asked for must succeed before many others had theirs. */
async function withinAFewTurns(org: Organization, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const { total } = await org.log();
  const answer = await ask();
  assert.equal(answer.status, 200, answer.text);
  const others = (await org.log()).total - total;
  assert.ok(others <= A_FEW_TURNS, `${others} others had their turn before`);
  return answer;
}
