import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { z } from 'zod';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

type Value = string | number;

/** A value of a campaign: as it is, as a key wants it, and as people make it meanwhile. */
const VALUES: Record<string, { is: Value; asked: Value; moved: Value; there: 'name' | 'budget' | 'target_cpa' }> = {
  name: { is: 'Name of before', asked: 'Name that is asked for', moved: 'Name of people', there: 'name' },
  budget: { is: 40, asked: 44, moved: 36, there: 'budget' },
  target_cpa: { is: 45, asked: 50, moved: 5, there: 'target_cpa' },
};

const standing = z.object({
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  shows: z.string(),
  preview: z.record(z.string(), z.unknown()).nullable(),
  refusal: z.null(),
});

suite('a value that moved while its change waited', () => {
  let writes: Writes;
  const own = wholeSuite();
  before(async () => {
    writes = await startWorld(own);
  });

  /** How people move it: here, or in the ad platform, where a sync finds it. */
  const WAYS: Record<string, (org: Organization, slug: string, field: string) => Promise<unknown>> = {
    'in the dashboard': (org, slug, field) =>
      org.edited(slug, { [field]: unique(org, VALUES[field]?.moved) }, { cookie: org.people.owner.cookie }),
    async 'in the ad platform'(org, slug, field) {
      const { name } = await org.campaign(slug);
      const { there, moved } = VALUES[field] ?? assert.fail();
      await writes.platform.edit(String(name), there, unique(org, moved));
      await writes.sync(org);
    },
  };

  for (const [field, { is, asked, moved }] of Object.entries(VALUES)) {
    for (const [way, move] of Object.entries(WAYS)) {
      test(`is shown before it is decided on: ${field}, moved ${way}`, async () => {
        const org = await writes.organization({ synced: true });
        const [from, now, to] = [unique(org, is), unique(org, moved), unique(org, asked)];
        const slug = await org.live({ budget: 40, ...(field === 'name' && { name: String(from) }) });
        if (field === 'target_cpa') await org.edited(slug, { target_cpa: from });
        await org.requireApprovals(true);
        const ask = () => org.patch(slug, { [field]: to, dry_run: false });
        const id = held(await ask());
        await move(org, slug, field);

        const seen = await previewOf(org, id);
        assert.deepEqual(seen.changes, [{ field, from: now, to }]);
        assert.deepEqual((await org.campaign(slug))[field], now);
        refused(await org.decide(id, 'approve'), 'sync_conflict');
        assert.deepEqual((await org.campaign(slug))[field], now);
        const { status, changes, revision } = bodyOf(await org.queued(id));
        assert.deepEqual([status, changes, revision], ['pending', [{ field, from: now, to }], 1]);

        assert.equal((await org.decide(id, 'approve', org.people.owner, { revision: 1 })).status, 200);
        assert.equal(await statusOf(org, id), 'approved');
        assert.deepEqual((await org.campaign(slug))[field], to);
      });
    }
  }

  for (const back of [true, false]) {
    test(`is approved as it was seen, ${back ? 'not as it was before and is again' : 'at the first press'}`, async () => {
      const org = await writes.organization({ approvals: true });
      const slug = await org.draft({ budget: 40 });
      const people = { cookie: org.people.owner.cookie };
      const id = held(await org.patch(slug, { budget: 44, dry_run: false }));
      await org.edited(slug, { budget: 48 }, people);
      const { changes, shows } = await previewOf(org, id);
      assert.deepEqual(changes, [{ field: 'budget', from: 48, to: 44 }]);
      if (back) await org.edited(slug, { budget: 40 }, people);
      const approved = await org.decide(id, 'approve', org.people.owner, { revision: 0, shows });
      if (back) refused(approved, 'sync_conflict');
      assert.deepEqual(
        [await statusOf(org, id), (await org.campaign(slug)).budget],
        back ? ['pending', 40] : ['approved', 44],
      );
      if (!back) return assert.match(String(bodyOf(approved).summary), /from 48/);
      const again = await previewOf(org, id);
      assert.deepEqual(again.changes, [{ field: 'budget', from: 40, to: 44 }]);
      assert.equal((await org.decide(id, 'approve', org.people.owner, { shows: again.shows })).status, 200);
    });
  }

  test('is told anew to whoever decides once it is asked for again', async () => {
    const org = await writes.organization({ approvals: true });
    const slug = await org.draft({ budget: 40 });
    const ask = () => org.patch(slug, { budget: 44, dry_run: false });
    const id = held(await ask());
    assert.equal(held(await ask()), id);
    assert.equal(bodyOf(await org.queued(id)).revision, 0);
    await org.edited(slug, { budget: 36 }, { cookie: org.people.owner.cookie });
    assert.equal(held(await ask()), id);
    const { changes, summary, revision } = bodyOf(await org.queued(id));
    assert.deepEqual([changes, revision], [[{ field: 'budget', from: 36, to: 44 }], 1]);
    assert.match(String(summary), /from 36/);
    refused(await org.decide(id, 'approve'), 'sync_conflict');
    assert.equal((await org.decide(id, 'approve', org.people.owner, { revision: 1 })).status, 200);
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  test('is none that a sync has found as it was', async () => {
    const org = await writes.organization({ synced: true });
    const slug = await org.live({ budget: 40 });
    await org.requireApprovals(true);
    const id = held(await org.patch(slug, { budget: 44, target_cpa: 9, dry_run: false }));
    await writes.sync(org);
    assert.equal((await org.decide(id, 'approve')).status, 200);
    assert.equal(await statusOf(org, id), 'approved');
  });

  test('is shown before it is decided on: the state', async () => {
    const org = await writes.organization({ synced: true });
    const slug = await org.live({ budget: 40 });
    await org.moved(slug, 'paused');
    await org.requireApprovals(true);
    const id = held(await org.state(slug, 'live'));
    await org.moved(slug, 'draft', { cookie: org.people.owner.cookie });
    refused(await org.decide(id, 'approve'), 'sync_conflict');
    assert.equal((await org.campaign(slug)).state, 'draft');
    assert.equal((await org.decide(id, 'approve', org.people.owner, { revision: 1 })).status, 200);
    await org.quiet();
    assert.equal((await org.campaign(slug)).state, 'live');
  });
});

/** Names are unique in the ad account. */
function unique(org: Organization, value: Value | undefined): Value {
  return typeof value === 'string' ? `${value} ${org.slug}` : (value ?? assert.fail());
}

async function previewOf(org: Organization, id: string) {
  const path = `/organizations/${org.slug}/queued-writes/${id}/preview`;
  const answer = await org.send('GET', path, undefined, { cookie: org.people.owner.cookie });
  return standing.parse(answer.json);
}
