import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { markChanged } from '../../src/figures/state.store.ts';
import { wholeSuite } from '../harness/service.ts';
import { refused } from '../writes/answers.ts';
import { held, statusOf } from '../writes/approvals.ts';
import { type BetweenLocks, startWatchedWorld } from '../writes/between-locks.ts';
import { partsOf } from '../writes/deciding.ts';
import { draftAd } from '../writes/drafts.ts';
import type { Organization } from '../writes/organization.ts';
import { exclude } from '../writes/recommend.ts';
import type { Writes } from '../writes/world.ts';

const DAY = '2026-01-05';
const ON_TERMS = /\bsearch_term_day\b/;
/** Figures that change more often than this while they are looked through are looked through where they cannot. */
const CHECKS = 4;

const reached = statement<[organizationId: number, day: string], never>(`
  insert into figure_state (organization_id, first_day, latest_day) values ($1, $2::date, $2::date)
  on conflict (organization_id) do update set latest_day = excluded.latest_day`);
const addTerm = statement<[organizationId: number, id: number, campaignId: number, term: string], never>(
  'insert into search_term (organization_id, id, campaign_id, term) values ($1, $2, $3, $4)',
);
const convert = statement<[organizationId: number, id: number, campaignId: number, day: string], never>(`
  insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  values ($1, $4::date, $3, 0, $2, 5, 1, 1500000, 1000000, 0)`);
const makeBrand = statement<[organizationId: number, slug: string], never>(
  `update campaign set type = 'brand' where organization_id = $1 and slug = $2`,
);

describe('whether a recommendation blocks what has converted', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let locks: BetweenLocks;
  let org: Organization;
  let slug: string;
  let terms = 0;

  before(async () => {
    ({ writes, locks } = await startWatchedWorld(suite));
    org = await writes.organization();
    await writes.database.execute(reached, org.id, DAY);
  });

  beforeEach(async () => {
    slug = await org.live({ budget: 40 });
    await converts('burst pipe');
  });

  /** Merges figures in which the term has converted, as a sync does. */
  async function converts(term: string): Promise<void> {
    const { id = 0 } = (await findCampaign(org.tenancy, slug)) ?? {};
    terms += 1;
    await writes.database.transaction(async (db) => {
      await db.execute(addTerm, org.id, terms, id, term);
      await db.execute(convert, org.id, terms, id, DAY);
      await markChanged(db, { organizationId: org.id, accountId: '', from: DAY, to: DAY });
    });
  }

  /** Applies while something happens each time that it was checked. */
  async function appliedWhile(id: string, ...each: (() => Promise<unknown>)[]) {
    const arm = () => {
      const happens = each.shift();
      if (happens) locks.next(async () => happens().then(arm));
    };
    arm();
    const answer = await org.apply(id);
    assert.ok(locks.hasHappened && each.length === 0);
    return answer;
  }

  const excluded = async () => (await partsOf(org, slug)).negatives.map(({ text }) => text);

  test('is looked at before anything is locked, also where it waits for a person and when they approve', async () => {
    const asked = await locks.askedIn(() => org.applied(slug, exclude('free')));
    const id = await org.recommend(slug, exclude('jobs'));
    await org.requireApprovals(true);
    const waits: string[] = [];
    asked.push(...(await locks.askedIn(async () => void waits.push(held(await org.apply(id))))));
    asked.push(...(await locks.askedIn(() => org.decide(waits[0], 'approve'))));
    await org.requireApprovals(false);
    assert.equal(await statusOf(org, waits[0] ?? ''), 'approved');
    assert.deepEqual((await excluded()).sort(), ['free', 'jobs']);
    const onTerms = asked.filter(({ text }) => ON_TERMS.test(text));
    assert.ok(asked.length > 0);
    assert.deepEqual(onTerms, []);
  });

  test('is looked at again where figures were merged since: what has converted in them refuses it', async () => {
    const id = await org.recommend(slug, exclude('jobs'));
    refused(await appliedWhile(id, () => converts('pipe jobs')), 'unsafe_change');
    assert.deepEqual(await excluded(), []);
  });

  test('is looked at again where another run has put other exclusions in place since', async () => {
    const id = await org.recommend(slug, exclude('jobs'), { type: 'negative_keywords' });
    const replace = () => org.recommend(slug, exclude('burst'), { type: 'negative_keywords' });
    refused(await appliedWhile(id, replace), 'unsafe_change');
    assert.deepEqual(await excluded(), []);
  });

  test('refuses nothing for figures that are merged on and on, and is seen in the last of them', async () => {
    const merges = (first: string) => Array.from({ length: CHECKS }, (_, n) => () => converts(`${first} ${n}`));
    const safe = await appliedWhile(await org.recommend(slug, exclude('jobs')), ...merges('heater'));
    assert.equal(safe.status, 200, safe.text);
    const id = await org.recommend(slug, exclude('free'));
    const unsafe = await appliedWhile(id, ...merges('boiler').slice(1), () => converts('free quote'));
    refused(unsafe, 'unsafe_change');
    assert.deepEqual(await excluded(), ['jobs']);
  });

  test('is looked at again where the brand campaign that served it was stopped since', async () => {
    const brand = await org.live({ ads: [draftAd({ keywords: [{ text: 'burst pipe', match_type: 'phrase' }] })] });
    await writes.database.execute(makeBrand, org.id, brand);
    const id = await org.recommend(slug, exclude('burst pipe'), { type: 'brand_leak' });
    refused(await appliedWhile(id, () => org.moved(brand, 'paused')), 'unsafe_change');
    await org.moved(brand, 'live');
    assert.equal((await org.apply(id)).status, 200);
  });
});
