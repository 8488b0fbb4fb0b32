import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization } from '../organization.ts';
import type { PlatformView } from '../platform-view.ts';
import { addToEach, exclude, type Propose } from '../recommend.ts';
import { ACME, type Writes } from '../world.ts';
import { startGatedWorld } from './gated-world.ts';
import type { PlatformGate } from './platform-gate.ts';

const listed = z.object({ campaigns: z.array(z.object({ slug: z.string(), name: z.string() })) });

/** The same on each ad, by a word of its own. */
const ADDITIONS: Readonly<Record<string, (word: string) => Propose>> = {
  keywords: addToEach,
  'negative keywords':
    (word) =>
    ({ campaign, ads }) =>
      ads.map(({ id: ad_id }, n) => ({
        op: 'add_negative_keyword',
        campaign_id: campaign.id,
        ad_id,
        text: `${word} ${n}`,
        match_type: 'exact',
      })),
};

/** What somebody takes away there while the answer is on its way. */
type TakenAway = (platform: PlatformView, name: string, word: string) => Promise<void>;

const lastAd: TakenAway = async (platform, name) => {
  const last = (await platform.campaign(name))?.ads.at(-1);
  await platform.edit(name, 'ad_group_status', 'REMOVED', { of: last?.name ?? '' });
};
const lastAddition: TakenAway = async (platform, name, word) => {
  const ad = (await platform.campaign(name))?.ads.at(-1);
  const isIt = ({ text }: { text: string }) => text.startsWith(word);
  const ids = (all: readonly { id: string; text: string }[] = []) => all.filter(isIt).map(({ id }) => id);
  await platform.account.removeKeywords(ids(ad?.keywords));
  await platform.account.removeNegatives(ids(ad?.negatives));
};

const everyAddition: TakenAway = async (platform, name, word) => {
  const { negatives, ads } = (await platform.campaign(name)) ?? { negatives: [], ads: [] };
  const ids = (all: readonly { id: string; text: string }[]) =>
    all.filter(({ text }) => text.startsWith(word)).map(({ id }) => id);
  await platform.account.removeKeywords(ids(ads.flatMap(({ keywords }) => keywords)));
  await platform.account.removeNegatives(ids([...negatives, ...ads.flatMap((ad) => ad.negatives)]));
};

describe('additions to several ads whose answer is lost', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let gate: PlatformGate;
  let org: Organization;
  let platform: PlatformView;

  before(async () => {
    ({ world: writes, gate } = await startGatedWorld(suite));
    org = await writes.organization({ account: ACME, synced: true });
    platform = await writes.view(ACME);
  });

  async function live(): Promise<{ slug: string; name: string }> {
    const { json } = await org.send('GET', `/organizations/${org.slug}/campaigns?state=live`);
    const [campaign] = listed.parse(json).campaigns;
    assert.ok(campaign);
    return campaign;
  }

  /** A live campaign that has one more ad than before. */
  async function withOneMoreAd(): Promise<{ slug: string; name: string; ads: number }> {
    const campaign = await live();
    const there = await platform.campaign(campaign.name);
    const [ad] = there?.ads ?? [];
    assert.ok(there && ad);
    await platform.account.addAd(there.id, { ...ad, name: `Ad ${there.ads.length} ${randomUUID()}`, keywords: [] });
    await writes.turn({ seconds: 1 });
    await writes.sync(org, ACME);
    return { ...campaign, ads: there.ads.length + 1 };
  }

  async function there(name: string, word: string): Promise<string[]> {
    const { negatives, ads } = (await platform.campaign(name)) ?? { negatives: [], ads: [] };
    const below = ads.flatMap((ad) => [...ad.keywords, ...ad.negatives]);
    return [...negatives, ...below].map(({ text }) => text).filter((text) => text.startsWith(word));
  }

  const CASES = { 'an ad of them': lastAd, 'one of them': lastAddition };
  for (const [what, propose] of Object.entries(ADDITIONS)) {
    for (const [gone, takeAway] of Object.entries(CASES)) {
      test(`${what}: made, and undone, although somebody took ${gone} away there since`, async () => {
        const { slug, name, ads } = await withOneMoreAd();
        const word = `${what} without ${gone}`;
        const left = Array.from({ length: ads - 1 }, (_, n) => `${word} ${n}`);
        const id = await org.recommend(slug, propose(word));
        const held = gate.hold('answered');
        const asked = org.apply(id);
        await held.reached;
        assert.equal((await there(name, word)).length, ads);
        await takeAway(platform, name, word);
        held.lose();
        const answer = await asked;
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(await there(name, word), left);
        const { action_id } = bodyOf(answer);
        const entry = (await org.log()).actions.find((one) => one.id === action_id);
        assert.equal(entry?.status, 'executed');
        assert.doesNotMatch(String(entry?.detail), new RegExp(`${word} ${ads - 1}`));
        assert.equal(z.array(z.string()).parse((await org.undone(action_id)).restored).length, ads - 1);
        assert.deepEqual(await there(name, word), []);
      });
    }
  }

  for (const [what, propose] of Object.entries({ ...ADDITIONS, 'a negative keyword of the campaign': exclude })) {
    test(`${what}: not made again where somebody took all of it away there since`, async () => {
      const { slug, name } = await live();
      const word = `${what} wholly gone`;
      const id = await org.recommend(slug, propose(word));
      const held = gate.hold('answered');
      const asked = org.apply(id);
      await held.reached;
      assert.notDeepEqual(await there(name, word), []);
      await everyAddition(platform, name, word);
      held.lose();
      const answer = await asked;
      assert.equal(answer.status, 503, answer.text);
      await org.quiet();
      assert.deepEqual(await there(name, word), []);
      const entry = (await org.log()).actions.find(({ campaign }) => campaign === slug);
      assert.deepEqual([entry?.status, entry?.outcome_unknown], ['failed', true], JSON.stringify(entry));
      await writes.sync(org, ACME);
    });

    test(`${what}: made again where it never arrived, whatever else came and went there`, async () => {
      const { slug, name } = await live();
      const word = `${what} never there`;
      const id = await org.recommend(slug, propose(word));
      const held = gate.hold('asked');
      const asked = org.apply(id);
      await held.reached;
      await platform.edit(name, 'negative_keyword_added', `other than ${what}`);
      await platform.edit(name, 'negative_keyword_removed', `other than ${what}`);
      held.lose();
      const answer = await asked;
      assert.equal(answer.status, 200, answer.text);
      assert.notDeepEqual(await there(name, word), []);
      await org.undone(bodyOf(answer).action_id);
      assert.deepEqual(await there(name, word), []);
    });
  }

  test('what would come to an ad that is gone is left out, and comes to nothing else', async () => {
    for (const [what, propose] of Object.entries(ADDITIONS)) {
      const { slug, name, ads } = await withOneMoreAd();
      const word = `${what} of none`;
      const id = await org.recommend(slug, propose(word));
      await lastAd(platform, name, word);
      await writes.turn({ seconds: 1 });
      await writes.sync(org, ACME);
      const { skipped } = bodyOf(await org.apply(id));
      assert.match(String(skipped), new RegExp(`${word} ${ads - 1}.*its ad is gone`));
      assert.equal((await there(name, word)).length, ads - 1);
      const negatives = (await platform.campaign(name))?.negatives ?? [];
      assert.ok(!negatives.some(({ text }) => text.startsWith(word)));
    }
  });
});
