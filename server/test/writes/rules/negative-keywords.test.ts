import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused, refusedFields } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

describe('negative keywords', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  const count = async (slug: string) => (await org.campaign(slug)).negative_keywords_count;
  const there = async (name: string) =>
    ((await writes.platform.campaign(name))?.negatives ?? [])
      .map(({ text, matchType }) => `${text} ${matchType}`)
      .sort();

  test('a dry run, which is the default, lists what would be added and adds nothing', async () => {
    const slug = await org.draft();
    for (const more of [{}, { dry_run: true }]) {
      const answer = await org.negatives(slug, ['free', 'jobs'], more);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.json, {
        dry_run: true,
        match_type: 'phrase',
        would_apply: [
          { op: 'add_negative_keyword', term: 'free', match_type: 'phrase' },
          { op: 'add_negative_keyword', term: 'jobs', match_type: 'phrase' },
        ],
        would_be_refused: [],
        blast_radius: { clicks: 0, cost: 0, conversions: 0 },
        blocks_converting_terms: [],
      });
    }
    assert.equal(await count(slug), 0);
  });

  test('executed, it answers applied, action_id, added and match_type', async () => {
    const slug = await org.draft();
    for (const [match_type, total] of [
      ['phrase', 2],
      ['exact', 4],
      ['broad', 6],
    ] as const) {
      const { action_id, ...rest } = await org.negativesAdded(slug, ['free', 'jobs'], { match_type });
      assert.match(String(action_id), /^act_/);
      assert.deepEqual(rest, { applied: true, added: 2, match_type });
      assert.equal(await count(slug), total);
    }
    for (const match_type of ['PHRASE', 'negative', '', null]) {
      assert.deepEqual(refusedFields(await org.negatives(slug, ['x'], { match_type })), ['match_type']);
    }
  });

  test('1 to 100 terms, each up to 80 characters', async () => {
    const slug = await org.draft();
    const terms = (length: number) => Array.from({ length }, (_, index) => `term ${index}`);
    assert.deepEqual(refusedFields(await org.negatives(slug, [], { dry_run: false })), ['keywords']);
    assert.deepEqual(refusedFields(await org.negatives(slug, terms(101), { dry_run: false })), ['keywords']);
    assert.equal((await org.negativesAdded(slug, terms(100))).added, 100);
    assert.equal((await org.negativesAdded(slug, ['x'.repeat(80)])).added, 1);
    refusedFields(await org.negatives(slug, ['x'.repeat(81)], { dry_run: false }));
    for (const keywords of ['free', null, {}, [1], [null], [['free']], undefined]) {
      refusedFields(await org.negatives(slug, keywords, { dry_run: false }));
    }
    assert.equal(await count(slug), 101);
  });

  test('one term that is not valid keeps all others out, and is named by its place', async () => {
    const slug = await org.draft();
    const answer = await org.negatives(slug, ['fine', 'x'.repeat(81), '   '], { dry_run: false });
    assert.deepEqual(refusedFields(answer), ['keywords.1', 'keywords.2']);
    assert.equal(await count(slug), 0);
  });

  test('a term that stands there twice, but for case and spaces, counts once', async () => {
    const slug = await org.draft();
    const preview = await org.negatives(slug, ['Free', 'free', ' FREE ', 'free  stuff', 'Free stuff']);
    const { would_apply } = bodyOf(preview);
    assert.deepEqual(would_apply, [
      { op: 'add_negative_keyword', term: 'Free', match_type: 'phrase' },
      { op: 'add_negative_keyword', term: 'free stuff', match_type: 'phrase' },
    ]);
    assert.equal(
      (await org.negativesAdded(slug, ['Free', 'free', 'ÉCOLE', 'école', 'ΟΔΟΣ', 'οδος', 'İ', 'i'])).added,
      5,
    );
  });

  test('a term that exists already, ignoring case and of the same match type, is left out', async () => {
    const slug = await org.draft();
    await org.negativesAdded(slug, ['free', 'jobs']);
    const preview = await org.negatives(slug, ['FREE', 'salary']);
    assert.deepEqual(bodyOf(preview).would_apply, [
      { op: 'add_negative_keyword', term: 'salary', match_type: 'phrase' },
    ]);
    assert.equal((await org.negativesAdded(slug, ['FREE', 'salary'])).added, 1);
    assert.equal((await org.negativesAdded(slug, ['free'], { match_type: 'exact' })).added, 1);
  });

  test('with nothing left the call answers added 0 without an action, at no quota', async () => {
    const slug = await org.draft();
    await org.negativesAdded(slug, ['free']);
    const [used, { total }] = [await org.writesUsed(), await org.log()];
    assert.deepEqual(await org.negativesAdded(slug, ['Free', 'FREE']), {
      applied: true,
      action_id: null,
      added: 0,
      match_type: 'phrase',
    });
    assert.deepEqual([await org.writesUsed(), (await org.log()).total], [used, total]);
  });

  test('on a live campaign negative keywords go to the platform first', async () => {
    const slug = await org.live({ name: 'Negatives' });
    await org.negativesAdded(slug, ['Free stuff', 'jobs'], { match_type: 'exact' });
    assert.deepEqual(await there('Negatives'), ['Free stuff exact', 'jobs exact']);
    assert.equal(await count(slug), 2);
  });

  test('on a paused campaign too', async () => {
    const slug = await org.live({ name: 'Negatives at rest' });
    await org.moved(slug, 'paused');
    await org.negativesAdded(slug, ['jobs']);
    assert.deepEqual(await there('Negatives at rest'), ['jobs phrase']);
  });

  test('what the platform declines leaves nothing behind on either side, and no quota is spent', async () => {
    const slug = await org.live({ name: 'Declining' });
    const used = await org.writesUsed();
    await writes.platform.fail('policy', 1, 'mutate');
    refused(await org.negatives(slug, ['free', 'jobs'], { dry_run: false }), 'validation_error');
    assert.deepEqual([await there('Declining'), await count(slug), await org.writesUsed()], [[], 0, used]);
    await org.negativesAdded(slug, ['free', 'jobs']);
  });

  test('a negative keyword that the platform has already is no reason to fail', async () => {
    const slug = await org.live({ name: 'Known there' });
    await writes.platform.fail('drop_after_commit', 1, 'mutate');
    await org.negativesAdded(slug, ['free', 'jobs']);
    assert.deepEqual(await there('Known there'), ['free phrase', 'jobs phrase']);
    assert.equal(await count(slug), 2);
  });

  test('on a draft they wait with the campaign and are pushed at its launch', async () => {
    const slug = await org.draft({ name: 'Waiting' });
    const { action_id } = await org.negativesAdded(slug, ['free', 'jobs']);
    assert.equal(await writes.platform.campaign('Waiting'), null);
    await org.moved(slug, 'live');
    assert.deepEqual(await there('Waiting'), ['free phrase', 'jobs phrase']);
    await org.undone(action_id);
    assert.deepEqual(await there('Waiting'), []);
    assert.equal(await count(slug), 0);
  });

  test('a key needs keywords:write, and a member has none', async () => {
    const slug = await org.draft();
    const keyWith = async (scope: string) =>
      (await writes.world.addKey({ creator: org.people.owner, organization: org, scopes: [scope] })).key;
    for (const key of [org.keys.member.key, await keyWith('campaigns:write')]) {
      const answer = await org.negatives(slug, ['free'], { dry_run: false }, { key });
      refused(answer, 'insufficient_scope', { required_scope: 'keywords:write' });
    }
    const answer = await org.negatives(slug, ['free'], { dry_run: false }, { key: await keyWith('keywords:write') });
    assert.equal(answer.status, 200);
    refused(await org.negatives('no-such', ['free']), 'not_found');
  });
});
