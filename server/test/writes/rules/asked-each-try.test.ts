import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { countedPlatform, DAILY, parked, use } from '../../ad-accounts/sync/used-up.ts';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization, type Sending } from '../organization.ts';
import { until } from '../patience.ts';
import { startWorld, type Writes } from '../world.ts';

/** What may happen while a change waits for operations of the platform, to whoever asked for it in which way. */
const CASES: Record<
  string,
  { as(org: Organization): Sending; happens(org: Organization): Promise<void>; ends: RegExp }
> = {
  'its requester was removed': {
    as: (org) => ({ cookie: org.people.admin.cookie }),
    async happens(org) {
      const path = `/organizations/${org.slug}/members/${org.people.admin.id}`;
      const answer = await org.send('DELETE', path, undefined, { cookie: org.people.owner.cookie });
      assert.equal(answer.status, 200, answer.text);
    },
    ends: /Whoever asked for this may no longer make this change/,
  },
  'approvals came on': {
    as: (org) => ({ key: org.keys.owner.key }),
    happens: (org) => org.requireApprovals(true),
    ends: /Approvals were turned on before it was sent/,
  },
};

describe('a change that waits for operations of the platform', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite, { platform: countedPlatform });
  });

  async function waiting(as: (org: Organization) => Sending) {
    await use(writes, 0);
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    await use(writes, DAILY);
    const asked = await org.state(slug, 'live', as(org));
    assert.equal(asked.status, 200, asked.text);
    await until(async () => (await isParked(org)) || undefined, 'it waits');
    return { org, slug, task: Number(bodyOf(asked).task_tracking_id) };
  }

  const isParked = async (org: Organization) => (await writes.database.rows(parked, org.id)).length === 1;

  for (const [what, { as, happens, ends }] of Object.entries(CASES)) {
    test(`ends with its next try where ${what}, although there are none yet`, async () => {
      const { org, slug, task } = await waiting(as);
      await happens(org);
      writes.clock.turn({ minutes: 20 });
      const sending = { key: org.keys.owner.key };
      const { status, error } = await org.settled(task, sending);
      assert.equal(status, 'failed');
      assert.match(error?.message ?? '', ends);
      assert.notEqual((await org.campaign(slug, sending)).state, 'live');
    });
  }

  test('goes on waiting where neither is so, and is made in the end', async () => {
    const { org, slug, task } = await waiting((of) => ({ cookie: of.people.admin.cookie }));
    await org.requireApprovals(true);
    writes.clock.turn({ minutes: 20 });
    await until(async () => (await isParked(org)) || undefined, 'it waits on');
    await use(writes, 0);
    writes.clock.turn({ minutes: 20 });
    assert.equal((await org.settled(task)).status, 'completed');
    assert.equal((await org.campaign(slug)).state, 'live');
  });
});
