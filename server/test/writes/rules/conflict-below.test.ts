import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import type { PlatformView } from '../platform-view.ts';
import { startWorld, type Writes } from '../world.ts';

const told = z.array(
  z.strictObject({
    at: z.string().regex(/^\d{4}-\d\d-\d\dT.*Z$/),
    operation: z.enum(['create', 'update', 'remove']),
    resource: z.string(),
    name: z.string().nullable(),
    field: z.string().nullable(),
    from: z.union([z.string(), z.number()]).nullable(),
    to: z.union([z.string(), z.number()]).nullable(),
  }),
);
type Told = z.infer<typeof told>[number];
type Edit = Parameters<PlatformView['edit']> extends [string, ...infer Rest] ? Rest : never;

/** Edits of what lies below a campaign, each with what whoever launches it is told. */
const EDITS: Readonly<Record<string, { edit: Edit; change: Omit<Told, 'at'> }>> = {
  'a paused keyword': {
    edit: ['keyword_status', 'PAUSED', { of: 'drain cleaning austin' }],
    change: {
      operation: 'update',
      resource: 'keyword',
      name: 'drain cleaning austin',
      field: 'state',
      from: 'enabled',
      to: 'paused',
    },
  },
  'a removed keyword': {
    edit: ['keyword_status', 'REMOVED', { of: 'clogged drain plumber' }],
    change: {
      operation: 'remove',
      resource: 'keyword',
      name: 'clogged drain plumber',
      field: null,
      from: 'clogged drain plumber',
      to: null,
    },
  },
  'a renamed ad': {
    edit: ['ad_group_name', 'Renamed there', { of: 'Drain cleaning' }],
    change: {
      operation: 'update',
      resource: 'ad',
      name: 'Drain cleaning',
      field: 'name',
      from: 'Drain cleaning',
      to: 'Renamed there',
    },
  },
  'a paused ad': {
    edit: ['ad_group_status', 'PAUSED', { of: 'Drain cleaning' }],
    change: {
      operation: 'update',
      resource: 'ad',
      name: 'Drain cleaning',
      field: 'state',
      from: 'enabled',
      to: 'paused',
    },
  },
  'a negative keyword that was added': {
    edit: ['negative_keyword_added', 'for nothing', { match_type: 'EXACT' }],
    change: {
      operation: 'create',
      resource: 'negative keyword',
      name: 'for nothing',
      field: null,
      from: null,
      to: 'for nothing',
    },
  },
  'a negative keyword that was removed': {
    edit: ['negative_keyword_removed', 'free'],
    change: { operation: 'remove', resource: 'negative keyword', name: 'free', field: null, from: 'free', to: null },
  },
};

describe('a sync conflict below the campaign', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  /** A campaign that was launched with a negative keyword, and rests. */
  async function resting(name: string): Promise<string> {
    const slug = await org.draft({ name });
    await org.negativesAdded(slug, ['free']);
    await org.moved(slug, 'live');
    await org.moved(slug, 'paused');
    return slug;
  }

  const changesOf = async (slug: string): Promise<Omit<Told, 'at'>[]> => {
    const answer = await org.state(slug, 'live');
    refused(answer, 'sync_conflict');
    return told.parse(answer.error.changes).map(({ at: _, ...change }) => change);
  };

  for (const [what, { edit, change }] of Object.entries(EDITS)) {
    test(`names ${what}`, async () => {
      const name = `Below, ${what}`;
      const slug = await resting(name);
      await writes.platform.edit(name, ...edit);
      assert.deepEqual(await changesOf(slug), [change]);
      assert.equal((await org.campaign(slug)).state, 'paused');
    });
  }

  test('names several at once, in the order in which they were made', async () => {
    const slug = await resting('Below, several');
    const edits = Object.values(EDITS).filter(({ edit }) => edit[1] !== 'Renamed there');
    for (const { edit } of edits) {
      await writes.platform.edit('Below, several', ...edit);
      await writes.turn({ seconds: 1 });
    }
    assert.deepEqual(
      await changesOf(slug),
      edits.map(({ change }) => change),
    );
  });

  test('is one no more after the next sync', async () => {
    const slug = await resting('Below, caught up');
    await writes.platform.edit('Below, caught up', 'keyword_status', 'PAUSED', { of: 'drain cleaning austin' });
    await writes.platform.edit('Below, caught up', 'negative_keyword_added', 'for nothing');
    assert.equal((await changesOf(slug)).length, 2);
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    await org.moved(slug, 'live');
    assert.equal((await org.campaign(slug)).negative_keywords_count, 2);
  });

  test('writes what cannot be seen in a name out', async () => {
    const slug = await resting('Below, unseen');
    await writes.platform.edit('Below, unseen', 'ad_group_name', 'Re\u202enamed', { of: 'Drain cleaning' });
    const [change] = await changesOf(slug);
    assert.equal(change?.to, 'Re\\u{202e}named');
  });

  test('of an edit that meets another value there names the campaign and the field in the same way', async () => {
    const slug = await org.live({ name: 'Met another', budget: 40 });
    await writes.platform.edit('Met another', 'budget', 55);
    const answer = await org.patch(slug, { budget: 44, dry_run: false });
    refused(answer, 'sync_conflict');
    const [change] = told.parse(answer.error.changes);
    assert.deepEqual(
      { ...change, at: '' },
      { at: '', operation: 'update', resource: 'budget', name: 'Met another', field: 'budget', from: 40, to: 55 },
    );
    await org.quiet();
    assert.equal(bodyOf(await org.patch(slug, { budget: 60 })).within_limits, true);
  });
});
