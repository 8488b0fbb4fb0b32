import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { wholeSuite } from '../harness/service.ts';
import { refused } from '../writes/answers.ts';
import { held } from '../writes/approvals.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import {
  addThese,
  bidOnAll,
  enableAll,
  exclude,
  growDraft,
  liftAll,
  type Propose,
  pauseAll,
  setBudget,
  setTarget,
} from '../writes/recommend.ts';
import { startWorld, type Writes } from '../writes/world.ts';
import { changeableThere } from './changeable-there.ts';

const lastChange = statement<[organizationId: number], { error_message: string | null }>(`
  select error_message from task where organization_id = $1 and type in ('apply_change', 'stop_spending') order by task_tracking_id desc limit 1`);
const spend = statement<[organizationId: number, text: string, day: string], never>(`
  insert into keyword_day (organization_id, keyword_id, campaign_id, day, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, id, campaign_id, $3::date, 10, 1, 2000000, 0, 0
  from keyword where organization_id = $1 and text = $2`);
const removedThere = statement<[organizationId: number, slug: string], never>(
  `update campaign set state = 'paused', platform_state = 'removed' where organization_id = $1 and slug = $2`,
);
const pausedFirst = statement<[organizationId: number, slug: string], never>(`
  update keyword set state = 'paused' where organization_id = $1 and id = (
    select k.id from keyword k join campaign c on c.organization_id = $1 and c.id = k.campaign_id
    where k.organization_id = $1 and c.slug = $2 order by k.id limit 1)`);

describe('applying a recommendation', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  const there = (slug: string) => changeableThere(writes, org, slug);

  test('with the fingerprint of its preview, what another run has put in its place meanwhile is not executed', async () => {
    const slug = await org.live();
    const id = await org.recommend(slug, exclude('free'), { type: 'negative_keywords' });
    const { fingerprint } = bodyOf(await org.apply(id, { dryRun: true }));
    assert.equal(await org.recommend(slug, exclude('free', 'jobs'), { type: 'negative_keywords' }), id);
    const execute = (given: unknown) =>
      org.send('POST', `/recommendations/${id}/apply`, { dry_run: false, fingerprint: given });
    refused(await execute(fingerprint), 'already_applied');
    const { fingerprint: newer } = bodyOf(await org.apply(id, { dryRun: true }));
    assert.notEqual(newer, fingerprint);
    assert.equal(bodyOf(await execute(newer)).applied, true);
  });

  async function listed(status: string, slug: string): Promise<string[]> {
    const path = `/organizations/${org.slug}/recommendations?status=${status}&campaign=${slug}`;
    const { recommendations } = bodyOf(await org.send('GET', path));
    return z
      .array(z.object({ id: z.string() }))
      .parse(recommendations)
      .map(({ id }) => id);
  }

  const KINDS: Readonly<Record<string, Propose>> = {
    'pausing keywords': pauseAll,
    'setting bids': bidOnAll('1.10'),
    'adding keywords': addThese('burst pipe', 'leaking tap'),
    'adding negative keywords': exclude('free', 'jobs'),
    'removing negative keywords': liftAll,
    'setting a target': setTarget('11.50'),
    'raising a budget': setBudget('48.00'),
    'everything at once': (standing) =>
      [
        pauseAll,
        bidOnAll('0.90'),
        addThese('tap'),
        exclude('school'),
        liftAll,
        setTarget('9.00'),
        setBudget('44.00'),
      ].flatMap((propose) => propose(standing)),
  };

  for (const [what, propose] of Object.entries(KINDS)) {
    test(`${what}: previewed, applied and undone, here and in the platform`, async () => {
      const slug = await org.live({ budget: 40 });
      await org.negativesAdded(slug, ['repair manual']);
      const before = await there(slug);
      const id = await org.recommend(slug, propose);
      const preview = bodyOf(await org.apply(id, { dryRun: true }));
      assert.equal(preview.dry_run, true);
      assert.equal(preview.estimated_monthly_saving, 12.5);
      assert.deepEqual([preview.blocked_by, preview.within_limits, preview.skipped], [null, true, []]);
      for (const { op, summary } of z
        .array(z.strictObject({ op: z.string(), summary: z.string() }))
        .nonempty()
        .parse(preview.would_apply)) {
        assert.ok(op && summary);
      }
      assert.deepEqual(await there(slug), before);
      const { applied, action_id, action_ids } = bodyOf(await org.apply(id));
      assert.deepEqual([applied, action_ids], [true, [action_id]]);
      assert.notDeepEqual(await there(slug), before);
      assert.deepEqual([await listed('pending', slug), await listed('applied', slug)], [[], [id]]);
      const { restored, skipped } = await org.undone(action_id);
      assert.ok(Array.isArray(restored) && restored.length > 0);
      assert.equal(skipped, undefined);
      assert.deepEqual(await there(slug), before);
      for (const status of ['pending', 'applied', 'dismissed']) assert.deepEqual(await listed(status, slug), []);
      await writes.turn({ seconds: 1 });
      await writes.sync(org);
      assert.deepEqual(await there(slug), before);
    });
  }

  test('one that was dismissed is not taken back after a later one of its kind was applied: it would be done twice', async () => {
    const slug = await org.live({ budget: 40 });
    const { cookie } = org.people.owner;
    const decide = (id: string, what: string) =>
      org.send('POST', `/organizations/${org.slug}/recommendations/${id}/${what}`, {}, { cookie });
    const first = await org.recommend(slug, growDraft('Once only'), { type: 'hipo' });
    assert.equal((await decide(first, 'dismiss')).status, 200);
    await writes.turn({ seconds: 1 });
    const second = await org.recommend(slug, growDraft('Once only'), { type: 'hipo' });
    assert.equal((await org.apply(second)).status, 200);
    refused(await decide(first, 'restore'), 'already_applied');
  });

  test('is logged as the engine’s doing, by whoever applied it', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.applied(slug, exclude('free'));
    const entry = (await org.log('?source=engine')).actions.find(({ id }) => id === action_id);
    assert.equal(entry?.source, 'engine');
    assert.equal(Object(entry?.actor).type, 'api_key');
    assert.match(String(entry?.detail), /negative keyword \(phrase\): from none to “free”/);
    assert.ok(!(await org.log('?source=dashboard')).actions.some(({ id }) => id === action_id));
  });

  test('twice is already_applied, at once too, and so is what was dismissed or undone', async () => {
    const slug = await org.live({ budget: 40 });
    const id = await org.recommend(slug, exclude('free'));
    const answers = await Promise.all([org.apply(id), org.apply(id), org.apply(id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    for (const answer of answers.filter(({ status }) => status !== 200)) refused(answer, 'already_applied');
    refused(await org.apply(id, { dryRun: true }), 'already_applied');
    await org.undone(bodyOf(answers.find(({ status }) => status === 200) ?? answers[0]).action_id);
    refused(await org.apply(id), 'already_applied');
    const other = await org.recommend(slug, exclude('jobs'));
    const path = `/organizations/${org.slug}/recommendations/${other}/dismiss`;
    await org.send('POST', path, undefined, { cookie: org.people.admin.cookie });
    refused(await org.apply(other), 'already_applied');
  });

  test('one of another organization, or none, is not found; a member lacks the scope', async () => {
    const slug = await org.live({ budget: 40 });
    const id = await org.recommend(slug, exclude('free'));
    const stranger = await writes.organization();
    refused(await stranger.apply(id), 'not_found');
    refused(await org.apply('rec_none'), 'not_found');
    refused(await org.apply(id, { key: org.keys.member.key }), 'insufficient_scope');
  });

  test('what changed since it was found is left out and named; with nothing left it is refused', async () => {
    const slug = await org.live({ budget: 40 });
    const id = await org.recommend(slug, (standing) => [
      ...exclude('free', 'jobs')(standing),
      ...setBudget('48.00')(standing),
      ...bidOnAll('1.00')(standing),
    ]);
    await org.negativesAdded(slug, ['FREE']);
    await org.edited(slug, { budget: 42 });
    await org.applied(slug, bidOnAll('2.00'));
    const { would_apply, skipped } = bodyOf(await org.apply(id, { dryRun: true }));
    assert.deepEqual(would_apply, [{ op: 'add_negative_keyword', summary: 'Exclude “jobs” (phrase)' }]);
    assert.ok(Array.isArray(skipped) && skipped.length === 4, JSON.stringify(skipped));
    const answer = bodyOf(await org.apply(id));
    assert.deepEqual(answer.skipped, skipped);
    assert.equal((await there(slug)).budget, '42.00');
    const stale = await org.recommend(slug, exclude('jobs'));
    assert.deepEqual(bodyOf(await org.apply(stale, { dryRun: true })).would_apply, []);
    refused(await org.apply(stale), 'already_applied');
  });

  const LEAVING_NOTHING: Readonly<Record<string, (slug: string) => Promise<unknown>>> = {
    'all of it was done by hand': (slug) => org.negativesAdded(slug, ['free', 'jobs']),
    'the campaign was removed in the platform': (slug) => writes.database.execute(removedThere, org.id, slug),
  };

  for (const [because, happens] of Object.entries(LEAVING_NOTHING)) {
    test(`with nothing left its preview is blocked by what executing answers, and saves nothing: ${because}`, async () => {
      const slug = await org.live({ budget: 40 });
      const id = await org.recommend(slug, exclude('free', 'jobs'), { saving: '30.00', savings: [20, 10] });
      await happens(slug);
      const preview = bodyOf(await org.apply(id, { dryRun: true }));
      assert.deepEqual(
        [preview.would_apply, preview.estimated_monthly_saving, preview.within_limits, preview.blocked_by],
        [[], null, true, 'already_applied'],
      );
      const { json } = await org.apply(id);
      assert.equal(preview.blocked_reason, Object(json).error.message);
    });
  }

  const SAVINGS: Readonly<Record<string, { savings: number[]; whole: string | null; left: number | null }>> = {
    'each finding by itself': { savings: [106.87, 40.1, 19.04], whole: '166.01', left: 59.14 },
    'findings that save on the same and count once': { savings: [50, 40, 39], whole: '60.00', left: 60 },
    'a finding that saves nothing': { savings: [10, 0, 5], whole: '15.00', left: 5 },
    'no findings that tell of each change': { savings: [], whole: '12.50', left: null },
    'findings that tell of some changes alone': { savings: [10, 2.5], whole: '12.50', left: null },
    'no saving computed': { savings: [0, 0, 0], whole: null, left: null },
  };

  for (const [what, { savings, whole, left }] of Object.entries(SAVINGS)) {
    test(`a preview tells the saving of what it would do, not of what is left out: ${what}`, async () => {
      const slug = await org.live({ budget: 40 });
      const id = await org.recommend(slug, exclude('free', 'jobs', 'school'), { saving: whole, savings });
      const saving = async () => bodyOf(await org.apply(id, { dryRun: true })).estimated_monthly_saving;
      assert.equal(await saving(), whole === null ? null : Number(whole));
      await org.negativesAdded(slug, ['free']);
      assert.equal(await saving(), left);
    });
  }

  test('a keyword is told from others of the same text by its id', async () => {
    const slug = await org.live({ budget: 40 });
    const id = await org.recommend(slug, pauseAll, { saving: '30.00', savings: [20, 10] });
    await writes.database.execute(pausedFirst, org.id, slug);
    assert.equal(bodyOf(await org.apply(id, { dryRun: true })).estimated_monthly_saving, 10);
  });

  test('a budget meets the limits that PATCH meets', async () => {
    const slug = await org.live({ budget: 40 });
    const far = await org.recommend(slug, setBudget('90.00'));
    const preview = bodyOf(await org.apply(far, { dryRun: true }));
    assert.deepEqual([preview.within_limits, preview.blocked_by], [false, 'budget_cap_exceeded']);
    refused(await org.apply(far), 'budget_cap_exceeded', { allowed_min: 30, allowed_max: 50 });
    const capped = await writes.organization({ cap: 1_500 });
    const other = await capped.live({ budget: 45 });
    refused(await capped.apply(await capped.recommend(other, setBudget('55.00'))), 'budget_cap_exceeded', {
      monthly_cap: 1_500,
      allowed_max_daily: 50,
    });
    const draft = await capped.recommend(other, growDraft('Too much'));
    refused(await capped.apply(draft), 'budget_cap_exceeded', { monthly_cap: 1_500, allowed_max_daily: 5 });
  });

  test('several changes of budgets meet the monthly cap together, whichever they are', async () => {
    const capped = await writes.organization();
    const [slug, another] = [await capped.live({ budget: 40 }), await capped.live({ budget: 40 })];
    const other = await findCampaign(capped.tenancy, another);
    assert.ok(other);
    const moves: Record<string, Propose> = {
      'a budget': setBudget('45.00'),
      'the budget of another campaign': (standing) => setBudget('45.00')({ ...standing, campaign: other }),
      'a draft': growDraft('First', { budget: '5.00' }),
      'a second draft': growDraft('Second', { budget: '5.00' }),
    };
    const pairs = Object.entries(moves).flatMap((one, n, all) => all.slice(n + 1).map((two) => [one, two] as const));
    for (const [[one, first], [two, second]] of pairs) {
      const id = await capped.recommend(slug, (standing) => [...first(standing), ...second(standing)]);
      const blockedBy = async () => bodyOf(await capped.apply(id, { dryRun: true })).blocked_by;
      await capped.setCap(90 * 30);
      assert.equal(await blockedBy(), null, `${one}, ${two}`);
      await capped.setCap(89 * 30);
      assert.equal(await blockedBy(), 'budget_cap_exceeded', `${one}, ${two}`);
      refused(await capped.apply(id), 'budget_cap_exceeded', { monthly_cap: 2_670 });
    }
  });

  test('is held where a person has to approve it, and applied by their approval', async () => {
    const careful = await writes.organization({ approvals: true });
    await careful.requireApprovals(false);
    const slug = await careful.live({ budget: 40 });
    const id = await careful.recommend(slug, (standing) => [...pauseAll(standing), ...exclude('free')(standing)]);
    await careful.requireApprovals(true);
    const queued = held(await careful.apply(id));
    const decided = bodyOf(await careful.decide(queued, 'approve'));
    assert.equal(decided.status, 'approved', JSON.stringify(decided));
    assert.match(String(Object(decided.result).action_id), /^act_/);
    refused(await careful.apply(id), 'already_applied');
  });

  test('is shown anew where it was replaced while it waited, also by something smaller', async () => {
    const careful = await writes.organization();
    const slug = await careful.live({ budget: 40 });
    const id = await careful.recommend(slug, exclude('free', 'jobs'), { type: 'negative_keywords' });
    await careful.requireApprovals(true);
    const queued = held(await careful.apply(id));
    await careful.recommend(slug, exclude('free'), { type: 'negative_keywords' });
    refused(await careful.decide(queued, 'approve'), 'sync_conflict');
    const { changes } = bodyOf(await careful.queued(queued));
    const excluded = z.array(z.object({ field: z.string(), to: z.unknown() })).parse(changes);
    assert.deepEqual(
      excluded.flatMap(({ field, to }) => (field.startsWith('negative') ? [to] : [])),
      ['free'],
    );
    const decided = bodyOf(await careful.decide(queued, 'approve', careful.people.owner, { revision: 1 }));
    assert.equal(decided.status, 'approved');
  });

  test('is shown anew where it would remove something else than it showed', async () => {
    const careful = await writes.organization();
    const slug = await careful.live({ budget: 40 });
    await careful.negativesAdded(slug, ['apple pie', 'pear pie']);
    const lift = (text: string) =>
      careful.recommend(slug, (standing) => liftAll(standing).filter((one) => 'text' in one && one.text === text), {
        type: 'zero_impression_keywords',
      });
    const id = await lift('apple pie');
    await careful.requireApprovals(true);
    const queued = held(await careful.apply(id));
    assert.equal(await lift('pear pie'), id);
    refused(await careful.decide(queued, 'approve'), 'sync_conflict');
    assert.equal((await careful.campaign(slug)).negative_keywords_count, 2);
    assert.match(String(bodyOf(await careful.queued(queued)).summary), /pear pie/);
    const decided = bodyOf(await careful.decide(queued, 'approve', careful.people.owner, { revision: 1 }));
    assert.equal(decided.status, 'approved');
    await careful.quiet();
    assert.equal((await careful.campaign(slug)).negative_keywords_count, 1);
  });

  test('is shown anew where it would do the same to another campaign', async () => {
    const careful = await writes.organization();
    const [one, other] = [await careful.live({ budget: 40 }), await careful.live({ budget: 40 })];
    const there = await findCampaign(careful.tenancy, other);
    assert.ok(there);
    const id = await careful.recommend(one, (standing) => [
      ...exclude('free')(standing),
      ...exclude('free')({ ...standing, campaign: there }),
    ]);
    const { action_id } = await careful.negativesAdded(one, ['free']);
    await careful.requireApprovals(true);
    const queued = held(await careful.apply(id));
    const shown = bodyOf(await careful.queued(queued));
    assert.match(String(shown.summary), new RegExp(`^${other}: negative keyword .*; ${one}: recommendation`));
    const byPerson = { cookie: careful.people.owner.cookie };
    assert.equal((await careful.undo(action_id, byPerson)).status, 200);
    assert.equal((await careful.negatives(other, ['free'], { dry_run: false }, byPerson)).status, 200);
    refused(await careful.decide(queued, 'approve'), 'sync_conflict');
    assert.equal((await careful.campaign(one)).negative_keywords_count, 0);
    const decided = bodyOf(await careful.decide(queued, 'approve', careful.people.owner, { revision: 1 }));
    assert.deepEqual([decided.status, decided.campaign], ['approved', one]);
    assert.equal((await careful.campaign(one)).negative_keywords_count, 1);
  });

  test('a change made in the platform since the last sync is a conflict, and nothing of the step is made', async () => {
    const slug = await org.live({ budget: 40, name: 'Bids there' });
    const id = await org.recommend(slug, bidOnAll('1.10'));
    const campaign = await writes.platform.campaign('Bids there');
    const keyword = campaign?.ads[0]?.keywords[0];
    assert.ok(keyword);
    await writes.platform.account.setKeywordBids([{ id: keyword.id, cpcBid: '3.33' }]);
    const before = await there(slug);
    refused(await org.apply(id), 'sync_conflict');
    assert.deepEqual(await there(slug), before);
    assert.deepEqual(await listed('pending', slug), [id]);
    await org.quiet();
    const { skipped } = bodyOf(await org.apply(id, { dryRun: true }));
    assert.ok(Array.isArray(skipped) && skipped.length === 1, 'the sync that it asked for has told us');
  });

  test('negative keywords of a single ad come off it, and undone they are back on it', async () => {
    const slug = await org.live({ budget: 40, name: 'Negatives on an ad' });
    const campaign = await writes.platform.campaign('Negatives on an ad');
    const adId = campaign?.ads[0]?.id ?? '';
    await writes.platform.account.addNegatives(campaign?.id ?? '', [{ text: 'cheap', matchType: 'phrase', adId }]);
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    const before = await there(slug);
    assert.deepEqual(before.negatives, [[], ['cheap/phrase']]);
    const { action_id } = await org.applied(slug, liftAll);
    assert.deepEqual((await there(slug)).negatives, [[], []]);
    await org.undone(action_id);
    assert.deepEqual(await there(slug), before);
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    assert.equal((await org.campaign(slug)).negative_keywords_count, 1);
  });

  test('where the platform declines a later step, what was done stays, is told, and can be undone', async () => {
    const slug = await org.live({ budget: 40 });
    const before = await there(slug);
    const tooLong = 'one two three four five six seven eight nine ten eleven';
    const id = await org.recommend(slug, (standing) => [...pauseAll(standing), ...exclude(tooLong)(standing)]);
    const answer = await org.apply(id);
    refused(answer, 'validation_error');
    const [entry] = (await org.log()).actions;
    assert.match(String(answer.error.message), new RegExp(`Part of the change was made .* undo ${entry?.id}`));
    assert.equal(entry?.status, 'executed');
    const task = await writes.database.row(lastChange, org.id);
    assert.match(String(task?.error_message), /Part of the change was made/);
    assert.match(String(entry?.detail), /\(done in part: /);
    assert.deepEqual(await listed('pending', slug), [id]);
    assert.notDeepEqual(await there(slug), before);
    await org.undone(entry?.id);
    assert.deepEqual(await there(slug), before);
    assert.deepEqual(await listed('pending', slug), [id], 'nothing of it was ever applied');
  });

  test('a keyword that has spent is paused when adding it is undone', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.applied(slug, addThese('burst pipe', 'leaking tap'));
    await writes.database.execute(spend, org.id, 'burst pipe', '2026-01-05');
    const { restored } = await org.undone(action_id);
    assert.deepEqual(restored, [
      'exact keyword “leaking tap” removed',
      'exact keyword “burst pipe” paused, because it has spent',
    ]);
    const [keywords] = (await there(slug)).keywords;
    assert.ok(keywords?.includes('burst pipe/exact paused null'), JSON.stringify(keywords));
  });

  test('enabling keywords again is a recommendation of its own', async () => {
    const slug = await org.live({ budget: 40 });
    const before = await there(slug);
    await org.applied(slug, pauseAll);
    await org.applied(slug, enableAll);
    assert.deepEqual(await there(slug), before);
  });
});
