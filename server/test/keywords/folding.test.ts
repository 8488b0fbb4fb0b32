import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Database, statement } from '../../src/base/database.ts';
import { migrate } from '../../src/base/migrate.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { insertNegatives } from '../../src/campaigns/exclude/negative-keyword.store.ts';
import { folded } from '../../src/campaigns/keyword-text.ts';
import { adoptParts, type MergedNegative, writeParts } from '../../src/campaigns/merge/merge.store.ts';
import { blankDatabase } from '../harness/database.ts';
import { wholeSuite } from '../harness/service.ts';
import type { Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const AT = new Date('2026-11-15T12:00:00Z');
const LAST_CODE_POINT = 0x10ffff;

/** Texts that case alone, or nearly, tells apart; those of one group are compared with each other. */
const GROUPS: readonly string[][] = [
  ...casePairs(),
  ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδός'],
  ['ΣΑΣ ΣΑΣ', 'σας σας', 'σασ σασ', 'σας σασ'],
  ['İzmir boru', 'izmir boru', 'IZMIR BORU', 'ızmır boru', 'i̇zmir boru'],
  ['Straße', 'STRASSE', 'strasse', 'STRAẞE', 'straße'],
  ['ﬁsh', 'fish', 'FISH', 'ﬁSH'],
  ['ŉ', 'ʼn', 'ʼN'],
  ['ΐ', 'ΐ', 'Ϊ́'],
  ['Å', 'Å', 'å', 'Å', 'å'],
  ['é', 'É', 'é', 'É'],
  ['µ', 'μ', 'Μ'],
];

/** Each code point whose lower, upper or title case is another, with those. */
function casePairs(): string[][] {
  const groups: string[][] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const forms = [letter, letter.toLowerCase(), letter.toUpperCase(), letter.toUpperCase().toLowerCase()];
    const distinct = [...new Set(forms)];
    if (distinct.length > 1) groups.push(distinct);
  }
  return groups;
}

/** Every text with a number in front that its group has in common. */
const TEXTS = GROUPS.flatMap((group, index) =>
  group.map((text) => ({ group: `g${index}`, text: `g${index} ${text}` })),
);
const EXPECTED = new Map(
  GROUPS.map((group, index) => [`g${index}`, new Set(group.map((text) => folded(`g${index} ${text}`))).size]),
);

const byGroup = statement<[organizationId: number, campaignId: number], { group: string; rows: number }>(`
  select split_part(text, ' ', 1) as "group", count(*)::integer as rows from negative_keyword
  where organization_id = $1 and campaign_id = $2 group by 1`);

describe('keywords that differ in case', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  const campaignOf = async (slug: string) => {
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign);
    return campaign;
  };
  /** How many of each group there are, compared with how many the code tells apart. */
  const assertApart = (found: readonly { group: string; rows: number }[], where: string) => {
    const different = found.filter(({ group, rows }) => rows !== EXPECTED.get(group));
    const shown = different.map(({ group, rows }) => `${GROUPS[Number(group.slice(1))]}: ${rows}`);
    assert.deepEqual(shown.slice(0, 20), [], where);
    assert.equal(found.length, GROUPS.length, where);
  };

  test('are thousands; final sigma, dotted I and sharp s are among them', () => {
    assert.ok(GROUPS.length > 2_800, String(GROUPS.length));
    assert.deepEqual([folded('ΟΔΟΣ'), folded('İ'), folded('STRAẞE')], ['οδος', 'i̇', 'straße']);
  });

  test('are told apart in our table as the code does, where they wait', async () => {
    const { id } = await campaignOf(await org.draft());
    const negatives = TEXTS.map(({ text }) => ({ text, match_type: 'phrase' as const, platform_id: null }));
    await insertNegatives(org.tenancy, id, negatives, AT);
    assertApart(await writes.database.rows(byGroup, org.id, id), 'our table');
  });

  test('are told apart by the platform as by us', async () => {
    const slug = await org.live({ name: 'Folding' });
    const { id, platform_id } = await campaignOf(slug);
    assert.ok(platform_id);
    const keywords = TEXTS.map(({ text }) => ({ text, matchType: 'phrase' as const }));
    const { refused } = await writes.platform.account.addNegatives(platform_id, keywords);
    assert.deepEqual(refused.slice(0, 5), []);
    const there = (await writes.platform.campaign('Folding'))?.negatives ?? [];
    const counted = Map.groupBy(there, ({ text }) => text.slice(0, text.indexOf(' ')));
    assertApart(
      [...counted].map(([group, rows]) => ({ group, rows: rows.length })),
      'the platform',
    );
    await writes.sync(org);
    assertApart(await writes.database.rows(byGroup, org.id, id), 'our table after a sync');
  });

  test('what waits is what the platform has if and only if the code takes them for the same', async () => {
    const { id } = await campaignOf(await org.draft());
    const firsts = GROUPS.map((group, index) => ({ text: `g${index} ${group[0]}`, match_type: 'exact' as const }));
    await insertNegatives(
      org.tenancy,
      id,
      firsts.map((one) => ({ ...one, platform_id: null })),
      AT,
    );
    const read = GROUPS.map((group, index) => ({
      platform_ad_id: null,
      platform_id: `campaignCriteria/1~${index}`,
      text: `g${index} ${group.at(-1)}`,
      folded: folded(`g${index} ${group.at(-1)}`),
      match_type: 'exact' as const,
    }));
    await merge(id, read);
    const found = await writes.database.rows(byGroup, org.id, id);
    const wrong = found.filter(({ group, rows }) => {
      const texts = GROUPS[Number(group.slice(1))] ?? [];
      return rows !== new Set([texts[0], texts.at(-1)].map((text) => folded(`${group} ${text}`))).size;
    });
    assert.deepEqual(wrong, []);
  });

  async function merge(id: number, negatives: MergedNegative[]): Promise<void> {
    const ids = { ads: '', keywords: '', negatives: negatives.map(({ platform_id }) => platform_id).join(' ') };
    const read = { ads: [], keywords: [], negatives: [JSON.stringify(negatives)], ids };
    await adoptParts(org.tenancy, id, read);
    await writeParts(org.tenancy, id, read, AT);
  }

  test('two that the platform holds stay two here, although we would take them for one', async () => {
    const { id } = await campaignOf(await org.draft());
    const row = { platform_ad_id: null, folded: 'free', match_type: 'exact' as const };
    const read = ['free', 'FREE'].map((text) => ({ ...row, text, platform_id: `campaignCriteria/1~${text}` }));
    for (let round = 0; round < 2; round += 1) await merge(id, read);
    const kept = await writes.database.rows(byGroup, org.id, id);
    assert.deepEqual(kept.map(({ group }) => group).sort(), ['FREE', 'free']);
  });

  test('added to a campaign that runs, both are there, and undo takes both away', async () => {
    const slug = await org.live({ name: 'Dotted' });
    const { action_id, added } = await org.negativesAdded(slug, ['İzmir boru', 'izmir boru']);
    const there = async () => ((await writes.platform.campaign('Dotted'))?.negatives ?? []).map(({ text }) => text);
    assert.deepEqual([added, (await there()).length], [2, 2]);
    assert.equal((await org.campaign(slug)).negative_keywords_count, 2);
    const { restored } = await org.undone(action_id);
    assert.ok(Array.isArray(restored) && restored.length === 2);
    assert.deepEqual([await there(), (await org.campaign(slug)).negative_keywords_count], [[], 0]);
  });
});

test('rows from before are folded by the migration as the code folds', async (t) => {
  const { database } = await blankDatabase(t);
  const names = (await readdir(MIGRATIONS)).sort();
  const folding = names.findIndex((name) => name.endsWith('_folded_keywords.sql'));
  const folder = await mkdtemp(join(tmpdir(), 'sluice-migrations-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const name of names.slice(0, folding)) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await migrate(database, folder);
  await addOld(database);
  await migrate(database, MIGRATIONS);
  const wrong = (await database.rows(all)).filter((row) => row.folded !== folded(row.text));
  assert.deepEqual(wrong, []);
});

const addKeyword = statement<[texts: string[]], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, match_type, state, created_at)
  select 1, 1, 1, text, 'exact', 'enabled', now() from unnest($1::text[]) as text`);
const addNegative = statement<[texts: string[]], never>(`
  insert into negative_keyword (organization_id, campaign_id, text, match_type, created_at)
  select 1, 1, text, 'exact', now() from unnest($1::text[]) as text on conflict do nothing`);
const all = statement<[], { text: string; folded: string }>(
  'select text, folded from keyword union all select text, folded from negative_keyword',
);

async function addOld(database: Database): Promise<void> {
  const texts = TEXTS.map(({ text }) => text);
  for (const statement of [addKeyword, addNegative]) await database.execute(statement, texts);
}
