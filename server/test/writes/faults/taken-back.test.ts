import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../organization.ts';
import { enableAll, pauseAll } from '../recommend.ts';
import type { Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { HoldPoint, PlatformGate } from './platform-gate.ts';

interface Edit {
  prepare?(org: Organization, slug: string): Promise<unknown>;
  make(org: Organization, slug: string): Promise<HttpAnswer>;
  /** Somebody makes it in the platform what it was before. */
  takeBack(name: string): Promise<void>;
  /** What the platform has of it. */
  there(name: string): Promise<unknown>;
  before: unknown;
  after: unknown;
}

describe('a change whose answer was lost', () => {
  const suite = wholeSuite();
  let world: Writes;
  let gate: PlatformGate;

  before(async () => {
    ({ world, gate } = await startGatedWorld(suite));
  });

  const EDITS: Readonly<Record<string, Edit>> = {
    'of a budget': {
      make: (org, slug) => org.patch(slug, { budget: 50, dry_run: false }),
      takeBack: (name) => world.platform.edit(name, 'budget', 40),
      there: async (name) => Number((await world.platform.campaign(name))?.budget),
      before: 40,
      after: 50,
    },
    'of a target CPA': {
      prepare: (org, slug) => org.edited(slug, { target_cpa: 8 }),
      make: (org, slug) => org.patch(slug, { target_cpa: 12, dry_run: false }),
      takeBack: (name) => world.platform.edit(name, 'target_cpa', 8),
      there: async (name) => Number((await world.platform.campaign(name))?.targetCpa),
      before: 8,
      after: 12,
    },
    'of a keyword': {
      prepare: (org, slug) => org.applied(slug, pauseAll),
      make: async (org, slug) => org.apply(await org.recommend(slug, enableAll)),
      takeBack: async (name) => {
        for (const { text } of await keywordsOf(name))
          await world.platform.edit(name, 'keyword_status', 'PAUSED', { of: text });
      },
      there: async (name) => (await keywordsOf(name))[0]?.status,
      before: 'paused',
      after: 'enabled',
    },
  };

  for (const [what, edit] of Object.entries(EDITS)) {
    test(`${what}: is not made again where somebody took it back in the platform`, async () => {
      const name = `Taken back ${what}`;
      const org = await lost(name, edit, 'answered', async () => {
        assert.equal(await edit.there(name), edit.after);
        await edit.takeBack(name);
      });
      const [entry] = (await org.log()).actions;
      assert.deepEqual([entry?.status, entry?.outcome_unknown], ['failed', true], JSON.stringify(entry));
      assert.equal(await edit.there(name), edit.before);
    });

    test(`${what}: is made again where it never arrived, whatever else was changed there`, async () => {
      const name = `Made again ${what}`;
      const org = await lost(name, edit, 'asked', () => world.platform.edit(name, 'negative_keyword_added', 'free'));
      assert.equal((await org.log()).actions[0]?.status, 'executed');
      assert.equal(await edit.there(name), edit.after);
    });
  }

  /** The change is held on its way there or back, something happens there, and nobody hears of the change. */
  async function lost(name: string, edit: Edit, point: HoldPoint, meanwhile: () => Promise<void>) {
    const org = await world.organization({ cap: 5000 });
    const slug = await org.live({ name, budget: 40 });
    await edit.prepare?.(org, slug);
    await org.quiet();
    const call = gate.hold(point, 'mutate');
    const answer = edit.make(org, slug);
    await call.reached;
    await meanwhile();
    call.lose();
    await answer;
    await org.quiet();
    return org;
  }

  async function keywordsOf(name: string) {
    return (await world.platform.campaign(name))?.ads.flatMap(({ keywords }) => keywords) ?? [];
  }
});
