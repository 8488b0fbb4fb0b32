import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Protection } from '../../src/detection/protection.ts';
import { netSaving, totalSaving } from '../../src/detection/saving.ts';
import { expectedRate, targetOf } from '../../src/detection/target.ts';
import { trackingSuspect } from '../../src/detection/tracking.ts';
import { clicksToJudge, isUnderperforming, isWatched } from '../../src/detection/underperforming.ts';
import { wordsOf } from '../../src/detection/words.ts';
import { daysOf, evidenceOf, figures, LATEST } from './evidence.ts';

const NO_TARGET = { campaign: { targetCpa: null } };

describe('what a conversion may cost', () => {
  test('is the target CPA, else the campaign’s price of 90 settled days, else the organization’s', () => {
    assert.deepEqual(targetOf(evidenceOf()), { cpa: 40, from: 'target_cpa' });
    assert.deepEqual(targetOf(evidenceOf(NO_TARGET)), { cpa: 40, from: 'campaign' });
    const days = (total: number) => daysOf(100, (back) => ({ conversions: back === 50 ? total : 0 }));
    assert.equal(targetOf(evidenceOf({ ...NO_TARGET, days: days(3) }))?.from, 'campaign');
    assert.deepEqual(targetOf(evidenceOf({ ...NO_TARGET, days: days(2.9) })), { cpa: 40, from: 'organization' });
  });

  test('is unknown where the organization has fewer than three conversions too', () => {
    const organization = { ...evidenceOf().organization, last90: figures({ cost: 500, conversions: 2 }) };
    assert.equal(targetOf(evidenceOf({ ...NO_TARGET, organization, days: [] })), undefined);
  });

  test('leaves out the last three days, whose conversions may be missing', () => {
    const late = daysOf(100, (back) => (back < 3 ? { cost: 1_000, conversions: 0 } : {}));
    assert.equal(targetOf(evidenceOf({ ...NO_TARGET, days: late }))?.cpa, 40);
  });
});

test('the conversions to expect of a click are the campaign’s, drawn towards the organization’s', () => {
  assert.equal(expectedRate(evidenceOf()), 0.05);
  assert.equal(expectedRate(evidenceOf({ days: [] })), 0.05);
  const organization = { ...evidenceOf().organization, last90: figures({ clicks: 1_000, conversions: 100 }) };
  assert.equal(expectedRate(evidenceOf({ organization })), (45 + 5) / 950);
});

describe('underperforming', () => {
  test('takes 3 targets without a conversion, and 4.75, 3.15, 2.59 for each with one, two, three', () => {
    for (const [conversions, below, at] of [
      [0, 2.99, 3],
      [1, 4.73, 4.75],
      [2, 6.28, 6.3],
      [3, 7.74, 7.77],
    ] as const) {
      assert.equal(isUnderperforming({ cost: below * 40, conversions }, 40), false, `${conversions} at ${below}`);
      assert.equal(isUnderperforming({ cost: at * 40, conversions }, 40), true, `${conversions} at ${at}`);
    }
  });

  test('is only watched from one and a half targets on', () => {
    assert.equal(isWatched({ cost: 59.9, conversions: 0 }, 40), false);
    assert.equal(isWatched({ cost: 60, conversions: 0 }, 40), true);
    assert.equal(isWatched({ cost: 100, conversions: 0.5 }, 40), false);
  });

  test('takes about three clicks for each conversion that they should have brought', () => {
    assert.equal(Math.ceil(clicksToJudge(0.05)), 59);
    assert.equal(clicksToJudge(0), Number.POSITIVE_INFINITY);
    assert.equal(clicksToJudge(1), 1);
  });
});

describe('conversions that are probably not counted', () => {
  const silent = (from: number) => daysOf(100, (back) => ({ conversions: back < from ? 0 : 0.5 }));
  const suspected = (days: ReturnType<typeof daysOf>) =>
    trackingSuspect(evidenceOf({ days }), { cpa: 40, from: 'target_cpa' }) !== undefined;

  test('are suspected after five targets without one, and not before', () => {
    // 20 a day, three days left out: 10 days cost 200, five targets.
    assert.equal(suspected(silent(13)), false);
    assert.equal(suspected(silent(14)), true);
    assert.equal(suspected(silent(100)), true);
    assert.equal(suspected(daysOf(13, () => ({ conversions: 0 }))), false);
    assert.equal(suspected(daysOf(14, () => ({ conversions: 0 }))), true);
  });

  test('are not suspected for days that are not settled yet', () => {
    assert.equal(suspected(daysOf(100, (back) => (back < 3 ? { cost: 500, conversions: 0 } : {}))), false);
    assert.equal(suspected(daysOf(100, (back) => ({ conversions: back === 0 ? 1 : 0 }))), false);
  });

  test('are measured by what conversions really cost where that is more than the target', () => {
    // A conversion costs 80 here: 400 without one are its five.
    const dear = (from: number) => daysOf(100, (back) => ({ conversions: back < from ? 0 : 0.25 }));
    assert.equal(suspected(dear(23)), false);
    assert.equal(suspected(dear(24)), true);
  });

  test('are not suspected where nobody knows what one costs', () => {
    assert.equal(trackingSuspect(evidenceOf({ days: silent(100) }), undefined), undefined);
  });
});

describe('what names the business', () => {
  const { profile } = evidenceOf();
  const protection = new Protection(profile);

  test('is the brand in any order, written together, or by the word that is its alone', () => {
    for (const text of ['acme plumbing', 'Plumbing by ACME', 'acmeplumbing reviews', 'acme', 'acmé hours']) {
      assert.ok(protection.protects(wordsOf(text)), text);
    }
    for (const text of ['plumbing', 'plumbing company', 'acmes of perfection'.slice(0, 3)]) {
      assert.ok(!protection.protects(wordsOf(text)), text);
    }
  });

  test('is a product with nothing beside it but where, how much and how good', () => {
    for (const text of [
      'water heater',
      'best water heaters austin',
      'heaters water price',
      'emergency plumbing near me',
    ]) {
      assert.ok(protection.protects(wordsOf(text)), text);
    }
    for (const text of ['water heater pilot light', 'water heater jobs', 'water', 'emergency']) {
      assert.ok(!protection.protects(wordsOf(text)), text);
    }
  });

  test('is nothing without a profile', () => {
    assert.ok(!new Protection(null).protects(wordsOf('acme plumbing')));
    assert.ok(!new Protection({ ...(profile ?? never()), brand: '', products: [''] }).protects([]));
  });
});

describe('a saving', () => {
  test('is a month’s cost less what lost conversions are worth, never below nothing', () => {
    assert.equal(netSaving({ cost: 300, conversions: 1 }, { days: 90 }, 40), 260 / 3);
    assert.equal(netSaving({ cost: 30, conversions: 1 }, { days: 30 }, 40), 0);
  });

  test('is counted once for a keyword or term that several findings name', () => {
    const savings = (...list: [string, number][]) => ({ savings: list.map(([of, amount]) => ({ of, amount })) });
    const all = [savings(['keyword 1', 10], ['term 1', 5]), savings(['keyword 1', 12]), savings(['term 1', 5])];
    assert.equal(totalSaving(all), 17);
    assert.equal(totalSaving([]), 0);
  });
});

function never(): never {
  throw new Error(`no profile on day ${LATEST}`);
}
