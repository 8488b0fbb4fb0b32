import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { wholeSuite } from '../harness/service.ts';
import { refused } from '../writes/answers.ts';
import { held } from '../writes/approvals.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { growDraft } from '../writes/recommend.ts';
import { startWorld, type Writes } from '../writes/world.ts';
import { changeableThere } from './changeable-there.ts';

const dropKeyword = statement<[organizationId: number, slug: string, text: string], never>(`
  delete from keyword where organization_id = $1 and lower(text) = lower($3)
    and campaign_id = (select id from campaign where organization_id = $1 and slug = $2)`);

const circleByAddress = statement<[organizationId: number, slug: string], never>(`
  update campaign_location set kind = 'radius', name = '1 Main St, Austin', geo_target_id = null, radius_km = 16
  where organization_id = $1 and campaign_id = (select id from campaign where organization_id = $1 and slug = $2)`);

const GERMAN = '1001';
const inGerman = statement<[organizationId: number, slug: string], never>(
  `update campaign set language_id = '1001' where organization_id = $1 and slug = $2`,
);
const forgetLanguage = statement<[organizationId: number, slug: string], never>(
  'update campaign set language_id = null where organization_id = $1 and slug = $2',
);

const OREGON = { id: '21176', name: 'Oregon' };
const setExcluded = statement<[organizationId: number, slug: string, places: string], never>(
  'update campaign set excluded_locations = $3::jsonb where organization_id = $1 and slug = $2',
);

const onlyIn = statement<[organizationId: number, slug: string, geoTargetId: string], never>(`
  update campaign_location set geo_target_id = $3
  where organization_id = $1 and campaign_id = (select id from campaign where organization_id = $1 and slug = $2)`);

describe('applying a recommendation that makes a draft', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  const there = (slug: string) => changeableThere(writes, org, slug);

  async function grown(name: string) {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.applied(slug, growDraft(name));
    const path = `/organizations/${org.slug}/campaigns?limit=100`;
    const { campaigns } = bodyOf(await org.send('GET', path));
    const draft = z
      .array(
        z.looseObject({
          name: z.string(),
          slug: z.string(),
          type: z.string(),
          state: z.string(),
          budget: z.number(),
        }),
      )
      .parse(campaigns)
      .find((one) => one.name === name);
    assert.ok(draft);
    return { slug, draft, action: action_id };
  }

  test('leaves a draft of that type, whose launch excludes its keywords in the source', async () => {
    const { slug, draft } = await grown('Hipo one');
    assert.deepEqual([draft.type, draft.state, draft.budget], ['hipo', 'draft', 20]);
    const before = await there(slug);
    const preview = bodyOf(await org.state(draft.slug, 'live', { dryRun: true }));
    assert.equal(preview.blocked_by, null);
    assert.ok(Array.isArray(preview.would_exclude) && preview.would_exclude.length === 2);
    assert.deepEqual(await there(slug), before);
    const launch = await org.moved(draft.slug, 'live');
    assert.deepEqual((await there(slug)).negatives[0], ['clogged drain plumber/exact', 'drain cleaning austin/exact']);
    assert.equal((await org.campaign(draft.slug)).state, 'live');
    await org.undone(launch);
    await org.quiet();
    assert.deepEqual(await there(slug), before);
    assert.equal((await org.campaign(draft.slug)).state, 'draft');
  });

  test('shows whoever approves it the whole of the draft, keywords among it', async () => {
    const careful = await writes.organization();
    const slug = await careful.live({ budget: 40 });
    const id = await careful.recommend(slug, growDraft('Hipo held'));
    await careful.requireApprovals(true);
    const { changes } = bodyOf(await careful.queued(held(await careful.apply(id))));
    assert.deepEqual(changes, [
      { field: 'hipo draft', from: null, to: 'Hipo held' },
      { field: 'budget of “Hipo held”', from: null, to: 20 },
      { field: 'keyword of “Hipo held” (exact)', from: null, to: 'drain cleaning austin' },
      { field: 'keyword of “Hipo held” (exact)', from: null, to: 'clogged drain plumber' },
      { field: 'negative keyword here once “Hipo held” runs (exact)', from: null, to: 'drain cleaning austin' },
      { field: 'negative keyword here once “Hipo held” runs (exact)', from: null, to: 'clogged drain plumber' },
      { field: 'recommendation', from: 'pending', to: 'applied' },
    ]);
  });

  test('tells of each change in which campaign it is made, before it is approved, in the log and before it is undone', async () => {
    const careful = await writes.organization();
    const slug = await careful.live({ budget: 40 });
    await careful.applied(slug, growDraft('Hipo told'));
    await careful.requireApprovals(true);
    const queued = bodyOf(await careful.queued(held(await careful.state('hipo-told', 'live'))));
    const told = [
      { field: 'state', from: 'draft', to: 'live', campaign: 'hipo-told' },
      { field: 'daily spend', from: null, to: 20, campaign: 'hipo-told' },
      { field: 'location', from: null, to: 'United States (place 2840)', campaign: 'hipo-told' },
      { field: 'negative keyword (exact)', from: null, to: 'drain cleaning austin', campaign: slug },
      { field: 'negative keyword (exact)', from: null, to: 'clogged drain plumber', campaign: slug },
    ];
    assert.deepEqual(queued.changes, told);
    await careful.requireApprovals(false);
    const launch = await careful.moved('hipo-told', 'live');
    const [logged] = (await careful.log()).actions;
    assert.deepEqual(logged?.changes, told);
    const session = { cookie: careful.people.owner.cookie };
    const undone = bodyOf(await careful.send('GET', `/actions/${launch}/undo`, undefined, session));
    const places = z.array(z.looseObject({ campaign: z.string() })).parse(undone.changes);
    assert.deepEqual(new Set(places.map(({ campaign }) => campaign)), new Set(['hipo-told', slug]));
  });

  test('excludes only what the draft still has a keyword for: the rest would be served by nobody', async () => {
    const { draft } = await grown('Hipo trimmed');
    await writes.database.execute(dropKeyword, org.id, draft.slug, 'Drain cleaning Austin');
    const { would_exclude } = bodyOf(await org.state(draft.slug, 'live', { dryRun: true }));
    const terms = z.array(z.object({ term: z.string() })).parse(would_exclude);
    assert.deepEqual(
      terms.map(({ term }) => term.toLowerCase()),
      ['clogged drain plumber'],
    );
  });

  test('does not launch without the circle around an address that its source has', async () => {
    const slug = await org.live({ budget: 40 });
    await writes.database.execute(circleByAddress, org.id, slug);
    await org.applied(slug, growDraft('Hipo circle'));
    assert.equal(bodyOf(await org.state('hipo-circle', 'live', { dryRun: true })).blocked_by, 'location');
    refused(await org.state('hipo-circle', 'live'), 'launch_blocked', { blocked_by: 'location' });
  });

  test('found again after it was undone, it gets a name of its own, which the platform takes', async () => {
    const { slug, draft, action } = await grown('Hipo again');
    await org.moved(draft.slug, 'live');
    await org.undone(action);
    await org.quiet();
    await org.applied(slug, growDraft('Hipo again'));
    const anew = await org.campaign('hipo-again-2');
    assert.equal(anew.name, 'Hipo again 2');
    await org.moved('hipo-again-2', 'live');
    assert.equal((await there('hipo-again-2')).status, 'enabled');
  });

  test('launched again after its launch was undone, it excludes its keywords in the source again', async () => {
    const { slug, draft } = await grown('Hipo twice');
    const launch = await org.moved(draft.slug, 'live');
    const excluded = await there(slug);
    await org.undone(launch);
    await org.quiet();
    const { would_exclude } = bodyOf(await org.state(draft.slug, 'live', { dryRun: true }));
    assert.ok(Array.isArray(would_exclude) && would_exclude.length === 2);
    await org.moved(draft.slug, 'live');
    assert.deepEqual(await there(slug), excluded);
    await org.moved(draft.slug, 'paused');
    const resumed = bodyOf(await org.state(draft.slug, 'live', { dryRun: true }));
    assert.equal(resumed.would_exclude, undefined, 'nothing that is excluded already');
  });

  test('undone before its launch, the draft rests and nothing is deleted', async () => {
    const { draft, action } = await grown('Hipo two');
    assert.deepEqual((await org.undone(action)).restored, ['draft “Hipo two” paused']);
    await org.quiet();
    assert.equal((await org.campaign(draft.slug)).state, 'paused');
  });

  test('undone after its launch, it is paused and the source serves its searches again', async () => {
    const { slug, draft, action } = await grown('Hipo three');
    const before = await there(slug);
    await org.moved(draft.slug, 'live');
    await org.undone(action);
    await org.quiet();
    assert.equal((await org.campaign(draft.slug)).state, 'paused');
    assert.equal((await there(draft.slug)).status, 'paused');
    assert.deepEqual(await there(slug), before);
  });

  for (const synced of [false, true]) {
    test(`undone after its source was removed in the platform, it is paused all the same (${synced ? 'synced' : 'not yet known'})`, async () => {
      const { slug, draft, action } = await grown(`Hipo orphan ${synced}`);
      await org.moved(draft.slug, 'live');
      await writes.platform.edit(String((await org.campaign(slug)).name), 'status', 'REMOVED');
      if (synced) {
        await writes.turn({ seconds: 1 });
        await writes.sync(org);
      }
      await org.undone(action);
      await org.quiet();
      assert.equal((await org.campaign(draft.slug)).state, 'paused');
      assert.equal((await there(draft.slug)).status, 'paused');
    });
  }

  test('paused by hand, its pause undone starts it with its exclusions in the source', async () => {
    const { slug, draft, action } = await grown('Hipo resumed');
    const before = await there(slug);
    const launch = await org.moved(draft.slug, 'live');
    const excluded = await there(slug);
    const pause = await org.moved(draft.slug, 'paused');
    await org.undone(launch);
    await org.quiet();
    assert.deepEqual(await there(slug), before);
    const { restored } = await org.undone(pause);
    await org.quiet();
    assert.ok(Array.isArray(restored) && restored.length === 3, JSON.stringify(restored));
    assert.equal((await there(draft.slug)).status, 'enabled');
    assert.deepEqual(await there(slug), excluded, 'no two bid for the same searches');
    await org.undone(action);
    await org.quiet();
    assert.equal((await there(draft.slug)).status, 'paused');
    assert.deepEqual(await there(slug), before, 'its searches are served again');
  });

  test('resumed since, it keeps what its source excludes when its launch is undone', async () => {
    const { slug, draft } = await grown('Hipo goes on');
    const launch = await org.moved(draft.slug, 'live');
    const excluded = await there(slug);
    await org.moved(draft.slug, 'paused');
    await org.moved(draft.slug, 'live');
    const answer = await org.undo(launch);
    refused(answer, 'not_reversible');
    assert.match(answer.text, /still served by “Hipo goes on”/);
    await org.quiet();
    assert.deepEqual(await there(slug), excluded);
  });

  test('it keeps what its source excludes when the launch of another that shares it is undone', async () => {
    const { slug, draft } = await grown('Hipo first');
    await org.applied(slug, growDraft('Hipo second'));
    const launch = await org.moved(draft.slug, 'live');
    const excluded = await there(slug);
    await org.moved('hipo-second', 'live');
    const { restored, skipped } = await org.undone(launch);
    await org.quiet();
    assert.deepEqual(restored, ['state']);
    assert.match(String(skipped), /still served by “Hipo second”.*still served by “Hipo second”/);
    assert.deepEqual(await there(slug), excluded);
    assert.equal((await org.campaign(draft.slug)).state, 'draft');
  });

  test('stopped by undoing the recommendation, it does not go live by undoing an earlier pause', async () => {
    const { draft, action } = await grown('Hipo rests');
    await org.moved(draft.slug, 'live');
    const pause = await org.moved(draft.slug, 'paused');
    await writes.platform.edit('Hipo rests', 'status', 'ENABLED');
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    await org.undone(action);
    await org.quiet();
    assert.equal((await there(draft.slug)).status, 'paused');
    refused(await org.undo(pause), 'not_reversible');
    await org.quiet();
    assert.equal((await there(draft.slug)).status, 'paused');
  });

  test('speaks the language that its source has in the platform', async () => {
    const slug = await org.draft({ name: 'German source' });
    await writes.database.execute(inGerman, org.id, slug);
    await org.moved(slug, 'live');
    await writes.database.execute(forgetLanguage, org.id, slug);
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    await org.applied(slug, growDraft('Hipo German'));
    await org.moved('hipo-german', 'live');
    assert.deepEqual((await writes.platform.campaign('Hipo German'))?.languages, [GERMAN]);
  });

  test('is not shown where its source is not, unless that was made its own place since', async () => {
    const slug = await org.draft({ name: 'Not everywhere' });
    await writes.database.execute(setExcluded, org.id, slug, JSON.stringify([OREGON]));
    await org.moved(slug, 'live');
    await writes.database.execute(setExcluded, org.id, slug, '[]');
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    const placesThere = async (name: string) =>
      (await writes.platform.campaign(name))?.locations.map(({ id, excluded }) => [id, excluded]);
    const source = await placesThere('Not everywhere');
    assert.ok(source?.some(([id, excluded]) => id === OREGON.id && excluded === true));

    await org.applied(slug, growDraft('Hipo not everywhere'));
    const parts = await org.send('GET', `/organizations/${org.slug}/campaigns/hipo-not-everywhere/parts`, undefined, {
      cookie: org.people.admin.cookie,
    });
    const left = z.array(z.string()).parse(bodyOf(parts).excluded_locations);
    assert.equal(left.length, 1, 'people see it before the launch');
    await org.moved('hipo-not-everywhere', 'live');
    assert.deepEqual(await placesThere('Hipo not everywhere'), source);

    await org.applied(slug, growDraft('Hipo Oregon'));
    await writes.database.execute(onlyIn, org.id, 'hipo-oregon', OREGON.id);
    await org.moved('hipo-oregon', 'live');
    assert.deepEqual(await placesThere('Hipo Oregon'), [[OREGON.id, false]]);
  });
});
