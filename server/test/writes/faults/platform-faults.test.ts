import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';
import { agreed } from './agreed.ts';
import { failEach } from './platform-failures.ts';
import { VICTIMS } from './victims.ts';

const LASTS = 1_000;

failEach('a platform that fails during a write', VICTIMS);

describe('a platform that fails', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  afterEach(() => writes.platform.heal());

  test('a call that hangs is given up and looked for', async () => {
    const organization = await writes.organization();
    const slug = await organization.live({ budget: 40 });
    await writes.platform.fail('hang', 1, 'mutate');
    await organization.edited(slug, { budget: 44 });
    assert.equal((await agreed(writes, organization, slug)).budget, 44);
  });

  test('a platform that is gone after it was told is asked until it is back', async () => {
    const organization = await writes.organization();
    const slug = await organization.live({ name: 'Asked for long', budget: 40 });
    const answer = goneAfterCommit('internal', () => organization.patch(slug, { budget: 44, dry_run: false }));
    await sleep(1_000);
    const other = organization.patch(slug, { name: 'Not yet', dry_run: false });
    await sleep(6_000);
    assert.equal((await organization.log()).actions[0]?.status, 'in_progress', 'nobody calls it undone');
    await writes.platform.heal();
    assert.equal((await answer).status, 200, (await answer).text);
    assert.equal((await other).status, 200, (await other).text);
    const standing = await agreed(writes, organization, slug);
    assert.deepEqual([standing.budget, standing.name], [44, 'Not yet']);
  });

  test('a login that is revoked after the platform was told fails the change without calling it undone', async () => {
    const organization = await writes.organization();
    const slug = await organization.live({ budget: 40 });
    const used = await organization.writesUsed();
    const answer = await goneAfterCommit('revoked', () => organization.patch(slug, { budget: 44, dry_run: false }));
    await writes.platform.heal();
    refused(answer, 'setup_required');
    assert.match(String(answer.error.message), /does not tell whether/);
    const [entry] = (await organization.log()).actions;
    assert.equal(entry?.status, 'failed');
    assert.equal((await organization.writesUsed()) - used, 1, 'it may have been made');
  });

  test('a campaign of the same name that others made is never taken for ours', async () => {
    const organization = await writes.organization();
    const elsewhere = await organization.live({ name: 'Somebody’s' });
    const slug = await organization.draft({ name: 'Ours' });
    await writes.platform.edit('Somebody’s', 'name', 'Ours');
    await writes.platform.fail('drop', 1, 'mutate');
    const { task_tracking_id } = bodyOf(await organization.state(slug, 'live'));
    const task = await organization.settled(Number(task_tracking_id));
    await writes.platform.heal();
    assert.deepEqual([task.status, task.error?.reason], ['failed', 'google_ads_refused']);
    assert.equal((await organization.campaign(slug)).state, 'error');
    await writes.platform.edit('Ours', 'name', 'Somebody’s');
    await organization.moved(slug, 'live');
    assert.notEqual(slug, elsewhere);
  });

  /** The platform makes the change, does not answer, and cannot be read from then on. */
  async function goneAfterCommit(kind: string, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    await writes.platform.forgetRequests();
    await writes.platform.fail('drop_after_commit', 1, 'mutate');
    const answer = send();
    while ((await writes.platform.mutates()) === 0) await sleep(5);
    await writes.platform.fail(kind, LASTS, 'search');
    return answer;
  }
});
