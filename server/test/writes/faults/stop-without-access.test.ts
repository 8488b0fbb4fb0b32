import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { countedPlatform, DAILY, parked, use } from '../../ad-accounts/sync/used-up.ts';
import { wholeSuite } from '../../harness/service.ts';
import { addApp } from '../../harness/world-people.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { startWorld, type Writes } from '../world.ts';

const asOwner = (org: Organization) => ({ cookie: org.people.owner.cookie });

/** What an Owner does about an admin, and what the admin’s key or app is told from then on. */
const LOST = {
  'a key that was revoked': (org: Organization) =>
    org.send('POST', `/organizations/${org.slug}/api-keys/${org.keys.admin.id}/revoke`, {}, asOwner(org)),
  'somebody who was removed': (org: Organization) =>
    org.send('DELETE', `/organizations/${org.slug}/members/${org.people.admin.id}`, undefined, asOwner(org)),
  'somebody who only reads now': (org: Organization) =>
    org.send('PUT', `/organizations/${org.slug}/members/${org.people.admin.id}`, { role: 'member' }, asOwner(org)),
};

const STOPS = {
  pausing: (org: Organization, slug: string, _action: string, key: string) => org.state(slug, 'paused', { key }),
  undoing: (org: Organization, _slug: string, action: string, key: string) => org.undo(action, { key }),
};

describe('nobody’s start is given up for those who may no longer ask for it, though this process remembers them', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite, { platform: countedPlatform });
  });

  for (const [who, lose] of Object.entries(LOST)) {
    for (const [how, stop] of Object.entries(STOPS)) {
      for (const through of ['key', 'app']) {
        if (through === 'app' && lose === LOST['a key that was revoked']) continue;
        test(`${how} by ${who}, through the ${through}`, async () => {
          await use(writes, 0);
          const org = await writes.organization();
          const slug = await org.draft({ budget: 40 });
          const app = () => addApp(writes.database, writes.clock, { person: org.people.admin });
          const secret = through === 'app' ? (await app()).token : org.keys.admin.key;
          await org.campaign(slug, { key: secret });
          await use(writes, DAILY);
          const { action_id, task_tracking_id } = bodyOf(await org.state(slug, 'live', asOwner(org)));
          await until(() => writes.database.row(parked, org.id), 'the launch');
          const lost = await lose(org);
          assert.ok(lost.status < 300, lost.text);
          const refused = await stop(org, slug, String(action_id), secret);
          assert.ok([401, 403, 404].includes(refused.status), refused.text);
          await use(writes, 0);
          await writes.turn({ minutes: 20 });
          assert.equal((await org.settled(Number(task_tracking_id), asOwner(org))).status, 'completed');
          assert.equal((await org.campaign(slug, asOwner(org))).state, 'live');
        });
      }
    }
  }
});
