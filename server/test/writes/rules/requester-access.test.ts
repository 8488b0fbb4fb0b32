import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { noonEmulator } from '../../ad-accounts/world.ts';
import type { Emulator } from '../../adapters/google-ads/emulator.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import type { Organization, Sending } from '../organization.ts';
import { until } from '../patience.ts';
import { arrange, writesThat } from '../samples.ts';
import { startWorld, type Writes } from '../world.ts';

const pending = statement<[organizationId: number], { count: number }>(
  'select count(*)::integer as count from campaign where organization_id = $1 and pending_action is not null',
);
const underWay = statement<[organizationId: number], { count: number }>(`
  select count(*)::integer as count from action
  where organization_id = $1 and (status = 'in_progress' or undo_status = 'in_progress')`);

/** How somebody who asked for a change may lose their access before the platform is told. */
const LOSSES: Record<
  string,
  { sparesStops?: boolean; as(org: Organization): Sending; lose(org: Organization): Promise<HttpAnswer> }
> = {
  'whose key was revoked': {
    as: (org) => ({ key: org.keys.admin.key }),
    lose: (org) =>
      org.send('POST', `/organizations/${org.slug}/api-keys/${org.keys.admin.id}/revoke`, {}, asOwner(org)),
  },
  'who may only read now': {
    as: (org) => ({ cookie: org.people.admin.cookie }),
    lose: (org) => org.send('PUT', memberPath(org), { role: 'member' }, asOwner(org)),
  },
  'who was removed': {
    as: (org) => ({ cookie: org.people.admin.cookie }),
    lose: (org) => org.send('DELETE', memberPath(org), undefined, asOwner(org)),
  },
  'whose session was ended': {
    sparesStops: true,
    as: (org) => ({ cookie: org.people.admin.cookie }),
    lose: async (org) => {
      const { cookie } = org.people.admin;
      const { json } = await org.send('GET', '/sessions', undefined, { cookie });
      const [own] = z.object({ sessions: z.tuple([z.object({ id: z.string() })]) }).parse(json).sessions;
      return org.send('DELETE', `/sessions/${own.id}`, undefined, { cookie });
    },
  },
};

/** Those whose sample stops spending. */
const STOPS: ReadonlySet<string> = new Set(['set_campaign_state']);

const asOwner = (org: Organization) => ({ cookie: org.people.owner.cookie });
const memberPath = (org: Organization) => `/organizations/${org.slug}/members/${org.people.admin.id}`;

describe('a change that waits for the ad platform', () => {
  let emulator: Emulator;

  before(async () => {
    emulator = await noonEmulator();
  });
  after(() => emulator.stop());

  // What is written in the background is no change yet: a new ad is held to this where it is pushed.
  for (const name of writesThat(({ confirmsAccess, kind }) => confirmsAccess && kind === 'write')) {
    const losses = Object.entries(LOSSES).filter(([, { sparesStops }]) => !(sparesStops && STOPS.has(name)));
    test(`${name}: nothing is sent for somebody ${losses.map(([who]) => who).join(', or ')} meanwhile`, async (t) => {
      const writes = await startWorld(t, { emulator });
      const asked = [];
      for (const [, loss] of losses) {
        const org = await writes.organization();
        const { send } = await arrange(name, org);
        await org.quiet();
        asked.push({ ...loss, org, send });
      }
      await writes.stopWork();
      const sent = asked.map(({ send, as, org }) => send(as(org)));
      for (const { org, lose } of asked) {
        await waiting(writes, org, 1);
        const lost = await lose(org);
        assert.equal(lost.status, 200, lost.text);
      }
      const before = await writes.platform.mutates();
      await writes.startProcess();
      for (const { org } of asked) {
        await until(async () => (await writes.database.row(underWay, org.id))?.count === 0 || undefined, 'the work');
      }
      await Promise.all(sent);
      assert.equal(await writes.platform.mutates(), before);
      for (const { org } of asked) await waiting(writes, org, 0);
    });
  }
});

async function waiting(writes: Writes, org: Organization, count: number): Promise<void> {
  await until(async () => (await writes.database.row(pending, org.id))?.count === count || undefined, 'the campaign');
}
