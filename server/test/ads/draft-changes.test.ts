import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type DraftChange, draftChange } from '../../src/ads/draft-parts.ts';
import { editDraft } from '../../src/ads/edit-draft.step.ts';

const TARGET = { campaign_id: 1, slug: 'drains', account_id: null, platform_id: null };
const AD = {
  name: 'Drains',
  final_url: 'https://www.acme-plumbing.example/',
  headlines: ['Drains Cleared', 'Flat Rates'],
  descriptions: ['We come today.', 'We come tonight.'],
  path1: 'drains',
  path2: 'austin',
};
const KEYWORD = { text: 'drain cleaning', match_type: 'phrase' };
const SITELINK = { text: 'Reviews', description1: 'Read them', description2: 'All of them', url: 'https://a.example/' };
const PLACE = {
  kind: 'location',
  name: 'Seattle, Washington',
  geo_target_id: '1027744',
  latitude: null,
  longitude: null,
  radius_km: null,
};
const AROUND = { ...PLACE, kind: 'radius', geo_target_id: null, latitude: 47.6, longitude: -122.3, radius_km: 20 };

/** A member of each part of a draft, and what each of its fields may become. */
const PARTS: Record<DraftChange['part'], [member: object, others: Record<string, unknown[]>][]> = {
  ad: [
    [
      AD,
      {
        name: ['Other'],
        final_url: ['https://www.acme-plumbing.example/other'],
        headlines: [[], ['Drains Cleared'], ['Flat Rates', 'Drains Cleared'], ['Drains Cleared, Flat Rates']],
        descriptions: [[], ['We come today.'], ['We come tonight.', 'We come today.']],
        path1: ['other', null],
        path2: ['other', null],
      },
    ],
  ],
  keywords: [[KEYWORD, { text: ['other', 'Drain Cleaning'], match_type: ['exact', 'broad'] }]],
  sitelinks: [
    [
      SITELINK,
      {
        text: ['Other', 'Reviews | Read them', 'Reviews", "Read them'],
        description1: ['Other', null],
        description2: ['Other', null],
        url: ['https://a.example/other', null],
      },
    ],
  ],
  callouts: [],
  locations: [
    [PLACE, { name: ['Seattle', 'Seattle, Washington (place 1027744)'], geo_target_id: ['2840', null] }],
    [AROUND, { name: ['Shop', '“Shop”', '"Shop"'], latitude: [30.2], longitude: [-97.7], radius_km: [800] }],
  ],
};

/** Lists of one part that a reader of a line could take for each other. */
const ALIKE: [part: DraftChange['part'], from: unknown[], to: unknown[]][] = [
  ['sitelinks', [{ ...SITELINK, text: 'a | b | c', ...bare() }], [{ ...SITELINK, text: 'a', ...both('b', 'c') }]],
  ['sitelinks', [{ ...SITELINK, text: 'a", "b", "c', ...bare() }], [{ ...SITELINK, text: 'a', ...both('b', 'c') }]],
  ['callouts', ['a, b', 'a', 'b'], ['a', 'b', 'a, b']],
  ['callouts', ['a, b'], ['a', 'b']],
  ['locations', [PLACE, PLACE], [PLACE]],
  ['locations', [{ ...AROUND, name: '“Shop”' }], [{ ...AROUND, name: '"Shop"' }]],
  ['locations', [PLACE, AROUND], [AROUND, PLACE]],
];

describe('what is told of an edit of a draft', () => {
  for (const [part, members] of Object.entries(PARTS)) {
    test(`names every field of ${part} that becomes another`, () => {
      for (const [member, others] of members) {
        for (const [field, values] of Object.entries(others)) {
          for (const value of values) {
            const other = { ...member, [field]: value };
            if (part === 'ad') tells(part, member, other);
            else tells(part, [member], [other]);
          }
        }
        const changing = Object.entries(member).filter(([field, value]) => value !== null && field !== 'kind');
        assert.deepEqual(
          Object.keys(others),
          changing.map(([field]) => field),
          'every field is looked at',
        );
        if (part !== 'ad') tells(part, [member], []);
      }
    });
  }

  test('never takes two lists that differ for one', () => {
    for (const [part, from, to] of ALIKE) tells(part, from, to);
  });

  test('says where a place is, not only how it is called', () => {
    assert.deepEqual(changesOf('locations', [PLACE], [{ ...PLACE, geo_target_id: '2840' }]), [
      { field: 'location', from: 'Seattle, Washington (place 1027744)', to: null },
      { field: 'location', from: null, to: 'Seattle, Washington (place 2840)' },
    ]);
    assert.deepEqual(changesOf('locations', [], [AROUND]), [
      { field: 'location', from: null, to: '20 km around "Seattle, Washington" (47.6, -122.3)' },
    ]);
  });
});

/** Something is told in both directions, and nothing that goes is told like what comes. */
function tells(part: string, one: unknown, other: unknown): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    const changes = changesOf(part, from, to);
    const what = `${part}: ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
    assert.ok(changes.length > 0, `nothing is told of ${what}`);
    const coming = changes.map((change) => change.to).filter((text) => text !== null);
    assert.ok(!changes.some((change) => change.from !== null && coming.includes(change.from)), `told alike: ${what}`);
  }
}

function changesOf(part: string, from: unknown, to: unknown) {
  return editDraft.of({ ...TARGET, change: draftChange.parse({ part, ad_id: 1, from, to }) }).changes();
}

function bare() {
  return both(null, null);
}

function both(description1: string | null, description2: string | null) {
  return { description1, description2 };
}
