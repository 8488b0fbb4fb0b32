import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { addNegativeKeywordsStep } from '../../../src/campaigns/exclude/add-negative-keywords.step.ts';
import { finalOutcome } from '../../../src/writes/actions/action-changes.ts';
import { stored } from '../../../src/writes/steps.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused, refusedFields } from '../answers.ts';
import type { Organization } from '../organization.ts';
import { exclude } from '../recommend.ts';
import { startWorld, type Writes } from '../world.ts';

const DAY_HOURS = 24;
/** All hundred changes of an entry, beside the words for them, took 17,000. */
const MOST_BYTES = 12_000;

const forgetOutcomes = statement<[organizationId: number], never>(
  'update action set outcome = null where organization_id = $1',
);
const forgetSteps = statement<[organizationId: number], never>(
  `update action set steps = '[]' where organization_id = $1`,
);
const copies = statement<[organizationId: number, many: number], never>(`
  insert into action (organization_id, id, at, source, actor, op, campaign_id, campaign, detail, steps, status,
    request_id, outcome)
  select a.organization_id, a.id || n, a.at, a.source, a.actor, a.op, a.campaign_id, a.campaign, a.detail, a.steps,
    a.status, a.request_id, a.outcome
  from action a, generate_series(1, $2::integer) n where a.organization_id = $1`);

const forgetCampaign = statement<[organizationId: number, slug: string], never>(
  'delete from campaign where organization_id = $1 and slug = $2',
);

describe('the action log', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  const today = () => new Date(writes.clock.now()).toISOString().slice(0, 10);

  test('is for Owners: anyone else gets role_denied, whatever the scopes', async () => {
    const org = await writes.organization();
    const path = `/organizations/${org.slug}/actions`;
    for (const sending of [
      { key: org.keys.admin.key },
      { key: org.keys.member.key },
      { cookie: org.people.admin.cookie },
    ]) {
      refused(await org.send('GET', path, undefined, sending), 'role_denied', { required_role: 'owner' });
    }
    const { key } = await writes.world.addKey({
      creator: org.people.owner,
      organization: org,
      scopes: ['campaigns:read', 'campaigns:write'],
    });
    refused(await org.send('GET', path, undefined, { key }), 'insufficient_scope', { required_scope: 'audit:read' });
    assert.deepEqual(await org.log(), { actions: [], total: 0, next_cursor: null });
  });

  test('is narrowed to one campaign; one that does not exist has no changes', async () => {
    const org = await writes.organization();
    const [one, other] = [await org.draft({ name: 'One' }), await org.draft({ name: 'Other' })];
    await org.edited(one, { budget: 44 });
    await org.edited(other, { budget: 45 });
    const of = async (campaign: string) => {
      const path = `/organizations/${org.slug}/actions?campaign=${campaign}`;
      const { json } = await org.send('GET', path, undefined, { key: org.keys.owner.key });
      return z.object({ actions: z.array(z.object({ campaign: z.string() })), total: z.int() }).parse(json);
    };
    assert.deepEqual(await of(one), { actions: [{ campaign: one }], total: 1 });
    assert.deepEqual(await of('nowhere'), { actions: [], total: 0 });
  });

  test('of one campaign it tells every change that has a part in it, whichever others it is on, page by page', async () => {
    const org = await writes.organization();
    const [first, second, third] = [await org.draft({ name: 'A' }), await org.draft({ name: 'B' }), await org.draft()];
    const other = await findCampaign(org.tenancy, second);
    const terms = Array.from({ length: 25 }, (_, n) => `word ${n}`);
    await org.applied(first, (standing) => [
      ...exclude(...terms)(standing),
      ...exclude('both')({ ...standing, campaign: other ?? standing.campaign }),
    ]);
    await org.edited(second, { budget: 44 });
    await org.edited(third, { budget: 45 });
    const { actions } = await org.log(`?campaign=${second}`);
    assert.deepEqual(
      actions.map(({ op, campaign }) => [op, campaign]),
      [
        ['update_campaign', second],
        ['add_negative_keywords', first],
      ],
    );
    const changes = z.array(z.looseObject({ campaign: z.string() })).parse(actions[1]?.changes);
    assert.deepEqual(new Set(changes.map(({ campaign }) => campaign)), new Set([first]), 'those listed name theirs');
    const { next_cursor, total, ...newest } = await org.log(`?campaign=${second}&limit=1`);
    assert.deepEqual([newest.actions, total], [actions.slice(0, 1), 2]);
    const rest = await org.log(`?campaign=${second}&limit=1&cursor=${next_cursor}`);
    assert.deepEqual(rest, { actions: actions.slice(1), total: 2, next_cursor: null });
    assert.equal((await org.log(`?campaign=${second}&source=engine`)).total, 1);
    await writes.database.execute(forgetCampaign, org.id, second);
    const gone = (await org.log(`?campaign=${second}`)).actions;
    assert.deepEqual(gone, actions.slice(0, 1), 'one that is gone is known by its name');
  });

  test('what was done in part, on another campaign than the first of several, names that', () => {
    const { steps } = writes.service.services;
    const on = (id: number, slug: string, done: boolean) => {
      const target = { campaign_id: id, slug, account_id: null, platform_id: null };
      const negatives = [{ text: 'free', match_type: 'phrase' as const, platform_id: null }];
      return stored(addNegativeKeywordsStep.of({ ...target, negatives }), done);
    };
    const told = finalOutcome({ steps: [on(1, 'first', false), on(2, 'second', true)], status: 'executed' }, steps);
    assert.deepEqual(
      told?.changes.map(({ campaign }) => campaign),
      ['second'],
    );
  });

  test('an entry of very many changes shows the first, and says how many there are', async (t) => {
    const org = await writes.organization();
    const slug = await org.draft({ name: 'Many' });
    const terms = Array.from({ length: 100 }, (_, n) => `a search that nobody pays for ${n}`);
    await org.negativesAdded(slug, terms);
    const path = `/organizations/${org.slug}/actions?limit=100`;
    const answer = await org.send('GET', path, undefined, { key: org.keys.owner.key });
    const [entry] = z
      .object({ actions: z.array(z.looseObject({ changes: z.array(z.unknown()), changes_count: z.int() })) })
      .parse(answer.json).actions;
    t.diagnostic(`${answer.text.length} bytes`);
    assert.deepEqual([entry?.changes.length, entry?.changes_count], [20, 100]);
    assert.ok(answer.text.length < MOST_BYTES, `${answer.text.length} bytes`);
  });

  test('what has ended is told without its steps, and what ended before that was kept is told from them', async () => {
    const org = await writes.organization();
    const [draft, live] = [await org.draft({ name: 'Here' }), await org.live({ name: 'There' })];
    await org.edited(draft, { budget: 44 });
    await org.edited(live, { budget: 44.5 });
    await org.negativesAdded(
      draft,
      Array.from({ length: 30 }, (_, n) => `term ${n}`),
    );
    await writes.platform.fail('policy', 1, 'mutate');
    refused(await org.patch(live, { name: 'Never', dry_run: false }), 'validation_error');
    const read = async () => {
      const path = `/organizations/${org.slug}/actions`;
      return (await org.send('GET', path, undefined, { key: org.keys.owner.key })).text;
    };
    const told = await read();
    await writes.database.execute(forgetOutcomes, org.id);
    assert.equal(await read(), told);
    await org.edited(draft, { budget: 45 });
    const newest = (await org.log()).actions[0];
    await writes.database.execute(forgetSteps, org.id);
    assert.deepEqual((await org.log()).actions[0], newest);
  });

  test('a page of large entries is not worked out anew each time', async (t) => {
    const org = await writes.organization();
    const slug = await org.draft({ name: 'Vast' });
    const terms = Array.from({ length: 1_000 }, (_, n) => `a search that nobody in his right mind would pay for ${n}`);
    await org.applied(slug, exclude(...terms));
    await writes.database.execute(copies, org.id, 99);
    const took = async () => {
      const began = performance.now();
      const { actions } = await org.log('?limit=100');
      for (const { changes_count } of actions) assert.equal(changes_count, 1_001);
      return performance.now() - began;
    };
    const fastest = async () => Math.min(await took(), await took(), await took());
    const kept = await fastest();
    await writes.database.execute(forgetOutcomes, org.id);
    const workedOut = await fastest();
    t.diagnostic(`${Math.round(kept)} ms; worked out from the steps ${Math.round(workedOut)} ms`);
    assert.ok(kept < workedOut / 2, `${kept} ms, ${workedOut} ms`);
  });

  test('an entry says what was done to which campaign, when and by whom, newest first', async () => {
    const org = await writes.organization();
    const slug = await org.live({ name: 'Logged' });
    await org.edited(slug, { budget: 44 }, { key: org.keys.owner.key });
    await org.edited(slug, { budget: 45 }, { cookie: org.people.admin.cookie });
    await org.negativesAdded(slug, ['free']);
    const { actions, total } = await org.log();
    assert.equal(total, 4);
    assert.deepEqual(
      actions.map(({ op }) => op),
      ['add_negative_keywords', 'update_campaign', 'update_campaign', 'set_campaign_state'],
    );
    const actorOf = (role: 'owner' | 'admin') => ({
      type: 'api_key',
      prefix: org.keys[role].prefix,
      last_four: org.keys[role].lastFour,
      user: org.people[role].email,
    });
    assert.deepEqual(
      actions.map(({ actor }) => actor),
      [actorOf('admin'), { type: 'user', user: org.people.admin.email }, actorOf('owner'), actorOf('admin')],
    );
    for (const { id, at, source, campaign, detail, undone } of actions) {
      assert.match(String(id), /^act_[0-9a-z]{26}$/);
      assert.match(String(at), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.deepEqual([source, campaign, typeof detail, undone], ['dashboard', slug, 'string', false]);
    }
    assert.match(String(actions[2]?.detail), /40.*44/);
    assert.match(String(actions[0]?.detail), /free/);
  });

  test('an undone action is marked, and undo adds no entry', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 44 });
    await org.undone(action_id);
    const { actions, total } = await org.log();
    assert.deepEqual([total, actions[0]?.id, actions[0]?.undone], [1, action_id, true]);
  });

  test('previews and refused calls leave no entry', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    await org.patch(slug, { budget: 44 });
    await org.patch(slug, { budget: 4_000, dry_run: false });
    await org.state(slug, 'live', { dryRun: true });
    assert.equal((await org.log()).total, 0);
  });

  test('source: dashboard and engine filter, api is accepted and matches nothing', async () => {
    const org = await writes.organization();
    await org.edited(await org.draft(), { budget: 44 });
    assert.equal((await org.log('?source=dashboard')).total, 1);
    assert.equal((await org.log('?source=engine')).total, 0);
    assert.deepEqual(await org.log('?source=api'), { actions: [], total: 0, next_cursor: null });
    const answer = await org.send('GET', `/organizations/${org.slug}/actions?source=key`, undefined, {
      key: org.keys.owner.key,
    });
    assert.deepEqual(refusedFields(answer), ['source']);
  });

  test('from and to are UTC days, both included', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const days: string[] = [];
    for (const budget of [41, 42, 43]) {
      days.push(today());
      await org.edited(slug, { budget });
      await writes.turn({ hours: DAY_HOURS });
    }
    const [first = '', second = '', third = ''] = days;
    const found = async (query: string) => (await org.log(query)).actions.map(({ at }) => String(at).slice(0, 10));
    assert.deepEqual(await found(`?from=${second}&to=${second}`), [second]);
    assert.deepEqual(await found(`?from=${second}`), [third, second]);
    assert.deepEqual(await found(`?to=${second}`), [second, first]);
    assert.deepEqual(await found(`?from=${first}&to=${third}`), [third, second, first]);
    assert.deepEqual(await found('?to=2020-01-01'), []);
    for (const query of ['?from=2026-02-30', '?to=yesterday', `?from=${third}&to=${first}`, '?form=2026-01-01']) {
      const path = `/organizations/${org.slug}/actions${query}`;
      refused(await org.send('GET', path, undefined, { key: org.keys.owner.key }), 'validation_error');
    }
  });

  test('pages neither repeat nor skip an entry while others are added', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 0 });
    const made: unknown[] = [];
    for (let budget = 1; budget <= 7; budget += 1)
      made.unshift((await org.edited(slug, { name: `N${budget}` })).action_id);
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await org.log(`?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...page.actions.map(({ id }) => id));
      cursor = page.next_cursor;
      await org.edited(slug, { name: `Later ${seen.length}` });
    }
    assert.deepEqual(seen, made);
  });

  test('a cursor belongs to its query', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 0 });
    for (const name of ['A', 'B', 'C']) await org.edited(slug, { name });
    const { next_cursor } = await org.log('?limit=1');
    const ask = (query: string, own: Organization = org) =>
      own.send('GET', `/organizations/${own.slug}/actions?${query}`, undefined, { key: own.keys.owner.key });
    const cursor = encodeURIComponent(String(next_cursor));
    assert.equal((await ask(`limit=2&cursor=${cursor}`)).status, 200);
    for (const query of [
      `source=dashboard&cursor=${cursor}`,
      `from=2026-01-01&cursor=${cursor}`,
      'cursor=abc',
      `cursor=${cursor.slice(0, -4)}AAAA`,
      'limit=0',
      'limit=101',
    ]) {
      refused(await ask(query), 'validation_error');
    }
    refused(await ask(`cursor=${cursor}`, await writes.organization()), 'validation_error');
  });
});
