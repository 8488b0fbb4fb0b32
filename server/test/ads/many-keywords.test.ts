import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editDraft } from '../../src/ads/edit-draft.step.ts';
import { asFound, wholeAdDetails } from '../../src/ads/whole-ad.ts';
import { idsOfFound } from '../../src/campaigns/launch/launch-spec.ts';

const KEYWORDS = 200;
const MOST_MS = 5;
/** Code is compiled and garbage is collected now and then: what is slow by itself is slow every time. */
const TRIES = 10;

const TARGET = { campaign_id: 1, slug: 'drains', account_id: null, platform_id: null };
const before = keywords('А');
const after = keywords('Б');
const edit = editDraft.of({ ...TARGET, change: { part: 'keywords', ad_id: 1, from: before, to: after } });

const rows = after.map((one, n) => ({ ...one, id: n, ad_id: null, platform_id: null, created_at: '' }));
const texts = after
  .map(({ text }, n) => ({ id: `there~${n}`, text: text.toLowerCase(), matchType: 'exact' as const }))
  .toReversed();
const ad = wholeAdDetails.shape.ad.parse({
  id: 1,
  name: 'Drains',
  state: 'enabled',
  final_url: 'https://www.acme-plumbing.example/',
  headlines: [],
  descriptions: [],
  path1: null,
  path2: null,
  cpc_bid: null,
  sources: {},
  platform_id: null,
  keywords: [],
  negatives: rows,
});
const there = { id: 'there', keywords: [], negatives: texts };

/** Where many keywords are compared with as many others, and how many of them come out. */
const COMPARED: Record<string, [count: number, compare: () => readonly unknown[]]> = {
  'what an edit decides on': [2 * KEYWORDS + 1, () => edit.about()],
  'what an edit changes': [2 * KEYWORDS, () => edit.changes()],
  'an ad that is found in the platform': [
    KEYWORDS,
    () => asFound(ad, there).negatives.filter(({ id, platform_id }) => platform_id === `there~${id}`),
  ],
  'a campaign that is found in the platform': [
    KEYWORDS,
    () =>
      idsOfFound({ ads: [], keywords: [], negatives: rows }, { negatives: texts, ads: [] }).negatives.filter(
        ({ id, platform_id }) => platform_id === `there~${id}`,
      ),
  ],
};

describe('comparing many keywords takes next to no time', () => {
  for (const [what, [count, compare]] of Object.entries(COMPARED)) {
    test(what, () => {
      assert.equal(compare().length, count);
      const shortest = Math.min(...Array.from({ length: TRIES }, () => timeOf(compare)));
      assert.ok(shortest <= MOST_MS, `${shortest} ms`);
    });
  }
});

function timeOf(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** In capitals of an alphabet that takes long to fold, and as long as they may be. */
function keywords(name: string) {
  return Array.from({ length: KEYWORDS }, (_, n) => ({
    text: `${'Ж'.repeat(70)}${name}${n}`,
    match_type: 'exact' as const,
  }));
}
