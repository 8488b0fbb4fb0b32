import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import type { PartName } from '../../src/detection/evidence.ts';
import type { Figures } from '../../src/detection/figures.ts';
import { withEvidence } from '../../src/detection/gather-evidence.ts';
import { Luck } from './luck.ts';
import { type DetectionWorld, detectionWorld, type OneDay } from './world.ts';

const HISTORY = 200;

test('the evidence is what the daily figures add up to in every window, and nothing of other campaigns', async (t) => {
  const world = await detectionWorld(t);
  const luck = new Luck(11);
  const campaign = await world.campaign('leaks');
  const other = await world.campaign('taps');
  const days = randomDays(luck, 0.9);
  await world.days(campaign.id, days);
  await world.days(other.id, randomDays(luck, 0.5));
  const keywords = new Map<number, OneDay[]>();
  const terms = new Map<number, OneDay[]>();
  for (let n = 0; n < 12; n += 1) {
    const [ofKeyword, ofTerm] = [randomDays(luck, 0.2), randomDays(luck, 0.2)];
    keywords.set(await world.keyword(campaign, `keyword ${n}`, ofKeyword), ofKeyword);
    terms.set(await world.term(campaign, `term ${n}`, ofTerm), ofTerm);
    await world.keyword(other, `keyword ${n}`, randomDays(luck, 0.2), 'exact');
    await world.term(other, `term ${n}`, randomDays(luck, 0.2));
  }
  await world.negative(campaign.id, 'jobs');
  await world.negative(other.id, 'free');
  await world.rebuild();

  for (const windowDays of [1, 7, 30, 33, 90]) {
    const evidence = await gathered(world, 'leaks', windowDays);
    assert.equal(evidence.latestDay, world.latest);
    same(evidence.days.filter(({ day }) => day > world.latest - 60).reduce(add, none()), sumOf(days, 0, 60));
    for (const { id, last30, last90, recent, impressions30, firstDay } of evidence.keywords) {
      const own = keywords.get(id) ?? [];
      same(last30, sumOf(own, 3, 33));
      same(last90, sumOf(own, 3, 93));
      same(evidence.olderFigures.get(id) ?? none(), sumOf(own, 93, 183));
      same(recent, sumOf(own, 0, 3));
      assert.equal(impressions30, sumOf(own, 0, 30).clicks * 10);
      assert.equal(firstDay, world.latest - Math.max(...within(own, 0, 93).map(({ back }) => back)));
    }
    assert.deepEqual(new Set(evidence.keywordTexts.map(({ id }) => id)), new Set(keywords.keys()));
    for (const { id, window, last30, last90, recent, firstSeenDay, adIds } of evidence.terms) {
      const own = terms.get(id) ?? [];
      same(window, sumOf(own, 0, windowDays));
      same(last30, sumOf(own, 3, 33));
      same(last90, sumOf(own, 3, 93));
      same(recent, sumOf(own, 0, 3));
      assert.equal(firstSeenDay, world.latest - Math.max(...within(own, 0, 93).map(({ back }) => back)));
      assert.deepEqual(adIds, [campaign.ad]);
    }
    assert.deepEqual([evidence.keywords.length, evidence.terms.length], [12, 12]);
    for (const [id, shown] of evidence.termImpressions) {
      assert.equal(shown, sumOf(terms.get(id) ?? [], 3, 93).clicks * 20);
    }
    assert.deepEqual(
      evidence.negatives.map(({ text }) => text),
      ['jobs'],
    );
    assert.equal(evidence.accountKeywords.length, 12);
    assert.equal(evidence.accountTerms.length, 24);
  }
});

test('the organization’s figures are those of all its campaigns, and limits leave what they leave', async (t) => {
  const world = await detectionWorld(t);
  for (const name of ['leaks', 'taps']) {
    const { id } = await world.campaign(name);
    await world.days(id, [
      { back: 93, clicks: 1_000, cost: 1_000, conversions: 100 },
      { back: 92, clicks: 7, cost: 30, conversions: 2 },
      { back: 3, clicks: 5, cost: 20, conversions: 1 },
      { back: 2, clicks: 900, cost: 900, conversions: 90 },
      { back: 0, clicks: 1, cost: 1 },
    ]);
  }
  await world.rebuild();
  const { organization, campaign, profile } = await gathered(world, 'leaks', 7);
  same(organization.last90, { impressions: 0, clicks: 24, cost: 100, conversions: 6 });
  assert.equal(organization.mostBudget, null);
  assert.equal(organization.budgetMovePct, 25);
  assert.deepEqual([campaign.targetCpa, campaign.budget, campaign.targetChangedDay], [40, 50, null]);
  assert.equal(profile?.brand, 'Harbor');
});

async function gathered(world: DetectionWorld, slug: string, windowDays: number) {
  const { service, harbor } = world;
  const campaign = await findCampaign({ organizationId: harbor.id, db: service.database }, slug);
  assert.ok(campaign);
  const reads: PartName[] = [
    'terms',
    'termImpressions',
    'keywords',
    'keywordTexts',
    'olderFigures',
    'ads',
    'negatives',
    'accountTerms',
    'accountKeywords',
  ];
  const gathering = { ...service.service.services, organizationId: harbor.id };
  const waits = { signal: new AbortController().signal };
  return withEvidence(gathering, campaign, { reads, windowDays }, { waits, use: async ({ evidence }) => evidence });
}

function randomDays(luck: Luck, share: number): OneDay[] {
  return Array.from({ length: HISTORY }, (_, back) => back).flatMap((back) =>
    luck.next() < share || back === 0
      ? [
          {
            back,
            clicks: 1 + Math.floor(luck.next() * 9),
            cost: Math.round(luck.next() * 1_000) / 100,
            conversions: luck.poisson(0.2),
          },
        ]
      : [],
  );
}

function within(days: readonly OneDay[], from: number, to: number): OneDay[] {
  return days.filter(({ back }) => back >= from && back < to);
}

function sumOf(days: readonly OneDay[], from: number, to: number): Figures {
  return within(days, from, to)
    .map(({ clicks, cost, conversions = 0 }) => ({ impressions: 0, clicks, cost, conversions }))
    .reduce(add, none());
}

function add(a: Figures, b: Figures): Figures {
  return {
    impressions: 0,
    clicks: a.clicks + b.clicks,
    cost: a.cost + b.cost,
    conversions: a.conversions + b.conversions,
  };
}

function none(): Figures {
  return { impressions: 0, clicks: 0, cost: 0, conversions: 0 };
}

function same(actual: Figures, expected: Figures): void {
  assert.equal(actual.clicks, expected.clicks);
  assert.ok(Math.abs(actual.cost - expected.cost) < 1e-6, `${actual.cost} is not ${expected.cost}`);
  assert.ok(Math.abs(actual.conversions - expected.conversions) < 1e-6);
}
