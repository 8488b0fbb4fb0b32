import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused, refusedFields } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const ELEVEN_WORDS = 'how do i fix a leaking tap at home for nothing';

describe('what may be a negative keyword', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  const count = async (slug: string) => (await org.campaign(slug)).negative_keywords_count;
  const there = async (name: string) => (await writes.platform.campaign(name))?.negatives.map(({ text }) => text) ?? [];

  const REFUSED = [ELEVEN_WORDS, 'plumber (cheap)', ...[...'!@%^()={};~`<>?\\|,'].map((sign) => `free ${sign} stuff`)];

  test('any term of 1 to 80 characters waits on a draft, and the preview says what Google would refuse', async () => {
    const slug = await org.draft();
    const preview = bodyOf(await org.negatives(slug, ['free', ...REFUSED]));
    assert.deepEqual(Object(preview.would_apply).length, REFUSED.length + 1);
    const told: { term: string; reason: string }[] = Object(preview.would_be_refused);
    assert.deepEqual(
      told.map(({ term }) => term),
      REFUSED,
    );
    for (const { reason } of told) assert.match(reason, /^Google Ads takes /);
    assert.equal((await org.negativesAdded(slug, ['free', ...REFUSED])).added, REFUSED.length + 1);
    assert.equal(await count(slug), REFUSED.length + 1);
  });

  test('on a campaign that runs the platform decides, and takes all or nothing', async () => {
    const slug = await org.live({ name: 'Deciding' });
    const used = await org.writesUsed();
    for (const term of REFUSED) {
      const told = Object(bodyOf(await org.negatives(slug, [term])).would_be_refused);
      assert.equal(told.length, 1, term);
      const answer = await org.negatives(slug, ['fine', term], { dry_run: false });
      refused(answer, 'validation_error');
      assert.match(String(answer.error.message), /Google Ads declined: Keyword text has/);
    }
    assert.deepEqual([await there('Deciding'), await count(slug), await org.writesUsed()], [[], 0, used]);
    assert.equal((await org.negativesAdded(slug, ['fine', 'with * star'])).added, 2);
  });

  test('one that Google would refuse blocks the first launch, by name, until it is gone', async () => {
    const slug = await org.draft({ name: 'Blocked by a term' });
    const { action_id } = await org.negativesAdded(slug, [ELEVEN_WORDS]);
    assert.equal(bodyOf(await org.state(slug, 'live', { dryRun: true })).blocked_by, 'negative_keywords');
    const answer = await org.state(slug, 'live');
    refused(answer, 'launch_blocked', { blocked_by: 'negative_keywords' });
    assert.ok(String(answer.error.message).includes(`“${ELEVEN_WORDS}”`));
    await org.undone(action_id);
    await org.moved(slug, 'live');
  });

  test('whatever cannot be seen is refused, by its place', async () => {
    const slug = await org.draft();
    const answer = await org.negatives(slug, ['fine', 'le\u200bak', 'a\u202eb'], { dry_run: false });
    assert.deepEqual(refusedFields(answer), ['keywords.1', 'keywords.2']);
    assert.equal(await count(slug), 0);
  });

  test('hostile terms are refused or kept to the letter, never run and never an internal error', async () => {
    const slug = await org.draft();
    const terms = [
      `'; drop table negative_keyword; --`,
      '{"op":"x"}',
      '<script>alert(1)</script>',
      '=HYPERLINK("http://x")',
      'a\u0000b',
      '\ud800',
      '\u202Etxt',
      'a\nb',
      '\t',
      '🚿 shower',
      '%s%n',
      '#{7*7}',
      '../../etc/passwd',
      'null',
      '__proto__',
      'constructor',
    ];
    let kept = 0;
    for (const term of terms) {
      const answer = await org.negatives(slug, [term], { dry_run: false });
      assert.ok([200, 422].includes(answer.status), `${JSON.stringify(term)}: ${answer.text}`);
      if (answer.status === 200) kept += 1;
    }
    assert.equal(await count(slug), kept);
  });

  test('what we take the platform takes', async () => {
    const slug = await org.live({ name: 'Odd terms' });
    for (const term of [
      'c# developer',
      "women's shoes",
      'a & b',
      'größe',
      '漢字',
      '[bracket]',
      '"quoted"',
      '+plus -minus',
      'a.b/c:d_e',
      '🚿',
    ]) {
      const answer = await org.negatives(slug, [term], { dry_run: false });
      assert.ok([200, 422].includes(answer.status), `${term}: ${answer.text}`);
    }
    assert.equal((await there('Odd terms')).length, await count(slug));
  });
});
