import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import type { HttpAnswer } from '../harness/client.ts';
import { wholeSuite } from '../harness/service.ts';
import { refused } from '../writes/answers.ts';
import { draftAd } from '../writes/drafts.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const SITE = 'https://www.acme-plumbing.example/';
const parts = z.object({
  editable: z.boolean(),
  launch_checklist: z.array(z.object({ item: z.string(), missing: z.string().nullable() })),
  ads: z.array(z.looseObject({ id: z.int(), name: z.string(), url: z.string(), headlines: z.array(z.string()) })),
  sitelinks: z.array(z.looseObject({ text: z.string() })),
  callouts: z.array(z.string()),
  locations: z.array(z.looseObject({ name: z.string() })),
});

const unwritten = statement<[organizationId: number, id: number], never>(
  `update ad set generating = true, headlines = '{}', descriptions = '{}' where organization_id = $1 and id = $2`,
);

describe('the parts of a draft', () => {
  const suite = wholeSuite();
  let world: Writes;
  let org: Organization;
  before(async () => {
    world = await startWorld(suite);
    org = await world.organization();
  });

  const send = (method: string, path: string, body?: object): Promise<HttpAnswer> =>
    org.send(method, `/organizations/${org.slug}/campaigns/${path}`, body, { cookie: org.people.admin.cookie });
  const partsOf = async (slug: string) => parts.parse((await send('GET', `${slug}/parts`)).json);
  const done = async (method: string, path: string, body: object) => {
    const answer = await send(method, path, { ...body, dry_run: false });
    assert.equal(answer.status, 200, answer.text);
    return bodyOf(answer);
  };
  const firstAd = async (slug: string) => (await partsOf(slug)).ads[0] ?? assert.fail('the draft has no ad');

  test('the checklist of a draft names everything that its launch requires, in the order in which it is asked', async () => {
    const bare = await partsOf(await org.draft({ budget: 0, locations: [], assets: [], ads: [] }));
    assert.deepEqual(
      bare.launch_checklist.map(({ item, missing }) => [item, missing !== null]),
      [
        ['budget', true],
        ['monthly_cap', false],
        ['location', true],
        ['sitelinks', true],
        ['callouts', true],
        ['ads', true],
        ['keywords', false],
        ['negative_keywords', false],
      ],
    );
    const ready = await partsOf(await org.draft());
    assert.deepEqual(
      ready.launch_checklist.filter(({ missing }) => missing !== null),
      [],
    );
    assert.deepEqual((await partsOf(await org.live())).launch_checklist, []);
  });

  /** One edit of each part of a draft. */
  const EDITS: Record<string, (slug: string) => Promise<[method: string, path: string, body: object]>> = {
    'the texts of an ad': async (slug) => [
      'PATCH',
      `${slug}/ads/${(await firstAd(slug)).id}`,
      {
        headlines: ['Drains Cleared Today', 'Flat Rates', 'Licensed'],
        path1: 'drains',
        path2: 'austin',
        name: 'Drains',
      },
    ],
    'the landing page of an ad': async (slug) => [
      'PATCH',
      `${slug}/ads/${(await firstAd(slug)).id}`,
      { url: 'https://shop.acme-plumbing.example/drains' },
    ],
    'the keywords of an ad': async (slug) => [
      'PUT',
      `${slug}/ads/${(await firstAd(slug)).id}/keywords`,
      {
        keywords: [
          { text: 'Drain  Cleaning', match_type: 'exact' },
          { text: 'clogged drain plumber', match_type: 'exact' },
        ],
      },
    ],
    sitelinks: async (slug) => [
      'PUT',
      `${slug}/sitelinks`,
      { sitelinks: [{ text: 'Reviews', url: `${SITE}reviews` }] },
    ],
    callouts: async (slug) => ['PUT', `${slug}/callouts`, { callouts: ['Since 1998', 'Licensed'] }],
    locations: async (slug) => [
      'PUT',
      `${slug}/locations`,
      {
        locations: [
          { kind: 'location', name: 'Austin', geo_target_id: '1026201' },
          { kind: 'radius', name: 'Shop', latitude: 30.25, longitude: -97.75, radius_km: 20 },
        ],
      },
    ],
  };

  for (const [what, edit] of Object.entries(EDITS)) {
    test(`${what}: previewed, changed, logged and undone`, async () => {
      const slug = await org.draft();
      const [method, path, body] = await edit(slug);
      const before = await send('GET', `${slug}/parts`);
      const preview = bodyOf(await send(method, path, body));
      assert.deepEqual([preview.dry_run, preview.refused_because], [true, null]);
      assert.equal((await send('GET', `${slug}/parts`)).text, before.text);
      const used = await org.writesUsed();
      const { action_id, changed } = await done(method, path, body);
      assert.deepEqual(changed, preview.would_change);
      assert.ok(Array.isArray(changed) && changed.length > 0);
      assert.equal(await org.writesUsed(), used + 1);
      assert.notEqual((await send('GET', `${slug}/parts`)).text, before.text);
      const again = await done(method, path, body);
      assert.equal(again.action_id, null, 'the same again changes nothing');
      const [entry] = (await org.log()).actions;
      assert.deepEqual([entry?.id, entry?.op, entry?.campaign], [action_id, 'edit_draft', slug]);
      assert.ok(bodyOf(await org.state(slug, 'live', { dryRun: true })).blocked_by === null);
      const undone = await org.undone(action_id);
      assert.equal((undone.restored as unknown[]).length, 1);
      assert.deepEqual(inOrder(await partsOf(slug)), inOrder(parts.parse(before.json)));
    });
  }

  test('a keyword that comes in other letters stays as it is, and is no change', async () => {
    const slug = await org.draft();
    const ad = await firstAd(slug);
    const path = `${slug}/ads/${ad.id}/keywords`;
    const held = z.array(z.looseObject({ text: z.string(), match_type: z.string() })).parse(ad.keywords);
    const louder = held.map(({ text, match_type }) => ({ text: text.toUpperCase(), match_type }));
    assert.ok(louder.length > 0);
    const { action_id, changed } = await done('PUT', path, { keywords: louder });
    assert.deepEqual([action_id, changed], [null, []]);
    const added = { text: 'Sump Pump', match_type: 'exact' };
    const more = await done('PUT', path, { keywords: [...louder, added] });
    assert.deepEqual(more.changed, [{ field: 'keyword', from: null, to: 'Sump Pump (exact)' }]);
    assert.deepEqual((await org.undone(more.action_id)).restored, ['keywords']);
    assert.deepEqual((await firstAd(slug)).keywords, ad.keywords);
  });

  test('an ad is removed with its keywords, and put back as it was', async () => {
    const slug = await org.draft();
    const before = await partsOf(slug);
    const { id } = await firstAd(slug);
    const { action_id, changed } = await done('POST', `${slug}/ads/${id}/remove`, {});
    assert.deepEqual(changed, [{ field: 'ad', from: 'Drain cleaning', to: null }]);
    const { ads_count, keywords_count } = await org.campaign(slug);
    assert.deepEqual([ads_count, keywords_count], [0, 0]);
    assert.equal((await send('POST', `${slug}/ads/${id}/remove`, {})).status, 404);
    assert.deepEqual((await org.undone(action_id)).restored, ['ad']);
    const created = ({ ads }: typeof before) => ads.map((ad) => ({ ...ad, created_at: null }));
    assert.deepEqual(created(await partsOf(slug)), created(before));
  });

  test('what changed since is left alone by an undo', async () => {
    const slug = await org.draft();
    const { action_id } = await done('PUT', `${slug}/callouts`, { callouts: ['First'] });
    await done('PUT', `${slug}/callouts`, { callouts: ['Second'] });
    const undo = await org.undo(action_id);
    assert.deepEqual([undo.status, undo.error.code], [409, 'not_reversible']);
    assert.match(undo.text, /callouts: changed since/);
    assert.deepEqual((await partsOf(slug)).callouts, ['Second']);
  });

  test('an ad does not get its old name back where another has it by now', async () => {
    const slug = await org.draft({ ads: [draftAd({ name: 'One' }), draftAd({ name: 'Two' })] });
    const [one, two] = (await partsOf(slug)).ads;
    const { action_id } = await done('PATCH', `${slug}/ads/${one?.id}`, { name: 'Other' });
    await done('PATCH', `${slug}/ads/${two?.id}`, { name: 'ONE' });
    const undo = await org.undo(action_id);
    assert.deepEqual([undo.status, undo.error.code], [409, 'not_reversible']);
    assert.match(undo.text, /there is another of its name/);
    const { ads } = await partsOf(slug);
    assert.deepEqual(
      ads.map(({ name }) => name),
      ['Other', 'ONE'],
    );
  });

  test('two ads of one name keep a draft from its launch', async () => {
    const slug = await org.draft({ ads: [draftAd({ name: 'Same' }), draftAd({ name: 'same' })] });
    refused(await org.state(slug, 'live'), 'launch_blocked', { blocked_by: 'ads' });
  });

  test('an ad that was removed before it was written is not put back empty', async () => {
    const slug = await org.draft();
    const { id } = await firstAd(slug);
    await world.database.execute(unwritten, org.id, id);
    const { action_id } = await done('POST', `${slug}/ads/${id}/remove`, {});
    const undo = await org.undo(action_id);
    assert.deepEqual([undo.status, undo.error.code], [409, 'not_reversible']);
    assert.match(undo.text, /it was still being written/);
    assert.equal((await partsOf(slug)).ads.length, 0);
  });

  test('texts are held to what the platform takes: wide characters count double', async () => {
    const slug = await org.draft();
    const { id } = await firstAd(slug);
    const ad = `${slug}/ads/${id}`;
    const cases: [method: string, path: string, body: object][] = [
      ['PATCH', ad, { headlines: ['x'.repeat(31)] }],
      ['PATCH', ad, { headlines: ['水'.repeat(16)] }],
      ['PATCH', ad, { headlines: ['Same', 'SAME'] }],
      ['PATCH', ad, { headlines: Array.from({ length: 16 }, (_, index) => `Headline ${index}`) }],
      ['PATCH', ad, { descriptions: ['x'.repeat(91)] }],
      ['PATCH', ad, { path1: 'x'.repeat(16) }],
      ['PATCH', ad, { path1: 'a/b' }],
      ['PATCH', ad, { path1: null, path2: 'b' }],
      ['PATCH', ad, { url: 'https://elsewhere.example/' }],
      ['PATCH', ad, { url: 'http://10.0.0.1/' }],
      ['PATCH', ad, { name: 'Unseen \u202e' }],
      ['PATCH', ad, {}],
      ['PUT', `${ad}/keywords`, { keywords: [{ text: 'a b c d e f g h i j k', match_type: 'exact' }] }],
      ['PUT', `${ad}/keywords`, { keywords: [{ text: 'drain!', match_type: 'exact' }] }],
      ['PUT', `${slug}/sitelinks`, { sitelinks: [{ text: 'x'.repeat(26), url: SITE }] }],
      ['PUT', `${slug}/sitelinks`, { sitelinks: [{ text: 'One line', description1: 'Alone', url: SITE }] }],
      ['PUT', `${slug}/sitelinks`, { sitelinks: [{ text: 'Elsewhere', url: 'https://elsewhere.example/' }] }],
      ['PUT', `${slug}/callouts`, { callouts: ['水'.repeat(13)] }],
      [
        'PUT',
        `${slug}/locations`,
        { locations: [{ kind: 'radius', name: 'Far', latitude: 91, longitude: 0, radius_km: 5 }] },
      ],
    ];
    for (const [method, path, body] of cases) {
      const answer = await send(method, path, { ...body, dry_run: false });
      assert.deepEqual([answer.status, answer.error.code], [422, 'validation_error'], JSON.stringify(body));
    }
    await done('PATCH', ad, { headlines: ['水'.repeat(15), 'Two', 'Three'] });
  });

  test('of a campaign in the platform are edited there, and those of others are not found', async () => {
    const slug = await org.live();
    const { id } = await firstAd(slug);
    assert.equal((await partsOf(slug)).editable, false);
    const answer = await send('PATCH', `${slug}/ads/${id}`, { name: 'New', dry_run: false });
    assert.deepEqual([answer.status, answer.error.code], [422, 'not_supported']);
    const preview = bodyOf(await send('PATCH', `${slug}/ads/${id}`, { name: 'New' }));
    assert.match(String(preview.refused_because), /ad platform/);
    const draft = await org.draft();
    assert.equal((await send('PATCH', `${draft}/ads/${id}`, { name: 'New' })).status, 404);
    assert.equal((await send('GET', 'no-such-campaign/parts')).status, 404);
    const byKey = await org.send('PUT', `/organizations/${org.slug}/campaigns/${draft}/callouts`, { callouts: [] });
    assert.equal(byKey.status, 404, 'keys cannot');
  });

  test('places are found by name in the ad account that is selected', async () => {
    const found = await org.send('GET', `/organizations/${org.slug}/locations?query=Austin`, undefined, {
      cookie: org.people.member.cookie,
    });
    assert.equal(found.status, 200, found.text);
    assert.match(found.text, /"geo_target_id":"1026201","name":"Austin,Texas,United States"/);
  });
});

/** Keywords have no order of their own. */
function inOrder({ ads, ...rest }: z.infer<typeof parts>) {
  const sorted = (list: unknown) =>
    z
      .array(z.unknown())
      .parse(list)
      .map((one) => JSON.stringify(one))
      .sort();
  return { ...rest, ads: ads.map((ad) => ({ ...ad, keywords: sorted(ad.keywords) })) };
}
