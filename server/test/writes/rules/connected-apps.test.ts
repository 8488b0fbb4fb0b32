import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

const endConnection = statement<[id: string], never>('delete from oauth_connection where id = $1');
const narrow = statement<[id: string, scopes: string[]], never>(
  'update oauth_connection set scopes = $2 where id = $1',
);

describe('changes through a connected app', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  async function connected(org: Organization, scopes?: string[]) {
    const app = await writes.world.addApp({ person: org.people.admin, ...(scopes && { scopes }) });
    return { app, sending: { key: app.token } };
  }

  test('are made and undone as its user, and the action log names the app', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { sending } = await connected(org);
    const { action_id } = await org.edited(slug, { budget: 44 }, sending);
    const path = `/organizations/${org.slug}/actions`;
    const log = await org.send('GET', path, undefined, { key: org.keys.owner.key });
    const { actions } = z.object({ actions: z.array(z.looseObject({ actor: z.unknown() })) }).parse(log.json);
    assert.deepEqual(actions[0]?.actor, { type: 'user', user: org.people.admin.email, client: 'Assistant' });
    assert.equal((await org.undo(action_id, sending)).status, 200);
  });

  test('are executed once for an Idempotency-Key', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { sending } = await connected(org);
    const once = { ...sending, idempotencyKey: 'once' };
    const first = await org.patch(slug, { budget: 44, dry_run: false }, once);
    assert.equal((await org.patch(slug, { budget: 44, dry_run: false }, once)).text, first.text);
    assert.equal(await org.writesUsed(), 1);
  });

  async function waiting() {
    const org = await writes.organization({ approvals: true });
    const slug = await org.draft({ budget: 40 });
    const { app, sending } = await connected(org);
    return { org, slug, app, id: held(await org.patch(slug, { budget: 44, dry_run: false }, sending)) };
  }

  test('wait for a person where the organization wants that, and run as the app’s user once approved', async () => {
    const { org, slug, id } = await waiting();
    assert.equal((await org.campaign(slug)).budget, 40);
    await org.decide(id, 'approve');
    assert.equal(await statusOf(org, id), 'approved');
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  test('are not made for an app that was disconnected meanwhile', async () => {
    const { org, slug, app, id } = await waiting();
    await writes.database.execute(endConnection, app.id);
    await org.decide(id, 'approve');
    assert.equal(await statusOf(org, id), 'failed');
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('are not made for an app whose scopes were narrowed meanwhile', async () => {
    const { org, slug, app, id } = await waiting();
    await writes.database.execute(narrow, app.id, ['campaigns:read']);
    await org.decide(id, 'approve');
    const { status, result } = bodyOf(await org.queued(id));
    assert.equal(status, 'failed');
    assert.match(JSON.stringify(result), /insufficient_scope/);
    assert.equal((await org.campaign(slug)).budget, 40);
  });

  test('are refused once the session has ended, however it was remembered', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ budget: 40 });
    const { app, sending } = await connected(org);
    await org.edited(slug, { budget: 44 }, sending);
    await writes.database.execute(endConnection, app.id);
    refused(await org.patch(slug, { budget: 46, dry_run: false }, sending), 'unauthorized');
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  test('reach the platform only while the app is connected', async () => {
    const org = await writes.organization();
    const slug = await org.draft();
    const { sending } = await connected(org);
    await org.moved(slug, 'live', sending);
    assert.equal((await org.campaign(slug)).state, 'live');
  });
});
