import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { connect } from '../../adapters/google-ads/emulator.ts';
import { platformAt } from '../../harness/ad-platform.ts';
import { wholeSuite } from '../../harness/service.ts';
import { work } from '../work.ts';
import { startWorld, type Writes } from '../world.ts';
import { accountId, LOGIN, linkOwn, manyAccounts } from './many-accounts.ts';
import type { Organization as Model } from './organization-model.ts';
import { Run } from './run.ts';
import { type Sequence, sequences } from './sequences.ts';
import type { Stage } from './stage.ts';
import { PlatformBooks } from './truth.ts';

const SEED = Number(process.env.PROPERTY_SEED ?? 20_261_115);
const SEQUENCES = Number(process.env.PROPERTY_RUNS ?? 80);
/** Sequences run side by side, each in an organization and an account of its own. */
const LANES = Number(process.env.PROPERTY_LANES ?? 4);
/** Finding the shortest sequence that fails takes accounts too. */
const SHRINKING = 400;

describe('any sequence of guarded writes', () => {
  const suite = wholeSuite();
  let stage: Stage & { fresh(sequence: Sequence): Promise<Run> };

  before(async () => {
    stage = await openStage();
  });

  for (const [others, share] of [
    [false, 0.6],
    [true, 0.4],
  ] as const) {
    const about = others ? 'with edits made in the platform and syncs' : 'undone in reverse gives the start back';
    test(`platform, rows, log and quota agree with the specification after every step, ${about}`, async (t) => {
      const runs = Math.ceil((SEQUENCES * share) / LANES);
      let undone = 0;
      const lanes = Array.from({ length: LANES }, (_, lane) =>
        fc.assert(
          fc.asyncProperty(sequences({ others }), async (sequence) => {
            const run = await stage.fresh(sequence);
            const start = standing(run.model);
            await run.play(sequence);
            await run.undoEverything();
            if (!run.tidy || standing(run.model).some(({ budget }, index) => isKept(start, index, budget))) return;
            undone += 1;
            assert.deepEqual(standing(run.model), start, 'the start');
          }),
          {
            seed: SEED + lane + (others ? 1_000 : 0),
            numRuns: runs,
            unbiased: true,
            endOnFailure: process.env.PROPERTY_SHRINK === 'off',
          },
        ),
      );
      await Promise.all(lanes);
      t.diagnostic(
        [...stage.tally]
          .toSorted()
          .map(([what, times]) => `${what}: ${times}`)
          .join(', '),
      );
      t.diagnostic(`${undone} sequences led back to the start`);
      if (!others) assert.ok(undone > 0, 'some sequences lead back to the start');
    });
  }

  async function openStage() {
    const emulator = await manyAccounts(SEQUENCES * 2 + SHRINKING * LANES);
    suite.after(() => emulator.stop());
    const writes = await startWorld(suite, { emulator, works: false });
    const grant = await connect(platformAt(emulator.origin, writes.clock), LOGIN);
    const workers = new Workers(writes);
    await workers.restart();
    suite.after(() => workers.stop());
    let used = 0;
    const opened: Stage = {
      writes,
      books: new PlatformBooks(emulator, grant.refreshToken),
      restartWorkers: () => workers.restart(),
      tally: new Map(),
    };
    return {
      ...opened,
      async fresh({ cap, percent, quota, approvals, budgets }: Sequence) {
        const account = accountId(used++);
        const limits = { ...(cap !== null && { cap }), percent, quota };
        const org = await writes.organization({ account: null, approvals, ...limits });
        await linkOwn(writes, org, grant, account);
        const campaigns: Model['campaigns'] = [];
        for (const [index, budget] of budgets.entries()) {
          const name = `${org.slug} ${index}`;
          const slug = await org.draft({ name, budget, ad_account_id: account });
          const standing = { slug, name, budget, target_cpa: null, state: 'draft' as const, stateSetBy: null };
          campaigns.push({
            ...standing,
            decidedThere: new Map(),
            there: null,
            negatives: [],
            keywords: keywordsAtFirst(),
          });
        }
        const model = { cap, percent, quota, used: 0, approvals, campaigns, actions: [], queued: [] };
        return new Run(opened, org, account, model);
      },
    };
  }
});

/** The workers of the process; asked to start again by several at once they do so one by one. */
class Workers {
  readonly #service: Writes['service'];
  #running: Promise<{ stop(): Promise<void> } | undefined> = Promise.resolve(undefined);

  /** Each worker takes a connection of its own for as long as its process lives; here they share one. */
  constructor({ service }: Writes) {
    const lane = service.services.database.lane();
    const database = { ...service.services.database, lane: () => lane };
    this.#service = { ...service, services: { ...service.services, database } };
  }

  async restart(): Promise<void> {
    this.#running = this.#running.then(async (running) => {
      await running?.stop();
      return work(this.#service);
    });
    await this.#running;
  }

  async stop(): Promise<void> {
    await (await this.#running)?.stop();
  }
}

/** As every draft of these tests has them. */
function keywordsAtFirst(): Model['campaigns'][number]['keywords'] {
  return new Map([
    ['drain cleaning austin/phrase', { state: 'enabled', bid: null }],
    ['clogged drain plumber/exact', { state: 'enabled', bid: null }],
  ]);
}

function standing({ campaigns }: Model) {
  return campaigns.map(({ name, budget, target_cpa, state, negatives, keywords }) => {
    return {
      name,
      budget,
      target_cpa,
      state,
      negatives: negatives.toSorted(),
      keywords: new Map([...keywords].sort()),
    };
  });
}

/** A campaign that was launched keeps a budget, also when it had none at the start. */
function isKept(start: ReturnType<typeof standing>, index: number, budget: number): boolean {
  return start[index]?.budget === 0 && budget !== 0;
}
