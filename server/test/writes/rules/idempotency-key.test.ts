import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

describe('which requests an Idempotency-Key stands for', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  test('the same key with another body, or for another operation, answers idempotency_conflict', async () => {
    const slug = await org.draft({ budget: 40 });
    const sending = { idempotencyKey: 'reused' };
    await org.edited(slug, { budget: 44 }, sending);
    refused(await org.patch(slug, { budget: 45, dry_run: false }, sending), 'idempotency_conflict');
    refused(await org.patch(slug, { budget: 44, name: 'More', dry_run: false }, sending), 'idempotency_conflict');
    refused(await org.patch(await org.draft(), { budget: 44, dry_run: false }, sending), 'idempotency_conflict');
    refused(await org.negatives(slug, ['free'], { dry_run: false }, sending), 'idempotency_conflict');
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  test('members of the body in another order are the same request', async () => {
    const slug = await org.draft({ budget: 40 });
    const sending = { idempotencyKey: 'order' };
    const first = await org.patch(slug, { budget: 44, name: 'Ordered', dry_run: false }, sending);
    const second = await org.patch(slug, { dry_run: false, name: 'Ordered', budget: 44 }, sending);
    assert.equal(second.text, first.text);
  });

  test('a key is its credential’s own', async () => {
    const slug = await org.draft({ budget: 40 });
    const idempotencyKey = 'mine';
    await org.edited(slug, { budget: 44 }, { idempotencyKey });
    await org.edited(slug, { budget: 45 }, { idempotencyKey, key: org.keys.owner.key });
    await org.edited(slug, { budget: 46 }, { idempotencyKey, cookie: org.people.admin.cookie });
    assert.equal((await org.campaign(slug)).budget, 46);
  });

  test('previews neither use a key up nor are bound by it', async () => {
    const slug = await org.draft({ budget: 40 });
    const sending = { idempotencyKey: 'previewed' };
    assert.equal(bodyOf(await org.patch(slug, { budget: 44 }, sending)).dry_run, true);
    await org.edited(slug, { budget: 44 }, sending);
    assert.equal(bodyOf(await org.patch(slug, { budget: 45 }, sending)).dry_run, true);
  });

  test('a key that was revoked is not even told what it was told before', async () => {
    const own = await writes.organization();
    const [slug, unknown] = [await own.draft({ budget: 40 }), 'no-such-campaign'];
    const sending = { idempotencyKey: 'before' };
    const { action_id } = await own.edited(slug, { budget: 44 }, sending);
    await own.campaign(slug);
    await writes.world.revoke(own.keys.admin);
    const asked = [
      () => own.patch(slug, { budget: 44, dry_run: false }, sending),
      () => own.state(slug, 'live'),
      () => own.state(unknown, 'live'),
      () => own.undo(action_id),
      () => own.patch(slug, { budget: 44 }),
    ];
    for (const ask of asked.flatMap((one) => [one, one])) refused(await ask(), 'unauthorized');
  });

  test('a key that is empty, too long or not printable is refused', async () => {
    const slug = await org.draft({ budget: 40 });
    for (const idempotencyKey of ['', 'x'.repeat(256), 'a b', 'ümlaut', 'tab\tbed']) {
      refused(await org.patch(slug, { budget: 44, dry_run: false }, { idempotencyKey }), 'validation_error');
    }
    assert.equal((await org.campaign(slug)).budget, 40);
    for (const idempotencyKey of ['x'.repeat(255), `'; drop table idempotency_key;--`.replaceAll(' ', '+'), '0']) {
      await org.edited(slug, { name: idempotencyKey }, { idempotencyKey });
    }
  });

  test('after 24 hours a key is new', async () => {
    const slug = await org.draft({ budget: 40 });
    const sending = { idempotencyKey: 'a day' };
    refused(await org.patch(slug, { budget: 44, dry_run: false }, sending), 'validation_error');
    const daily = { idempotencyKey: 'a-day' };
    const first = await org.patch(slug, { budget: 44, dry_run: false }, daily);
    await writes.turn({ hours: 23, minutes: 59 });
    assert.equal((await org.patch(slug, { budget: 44, dry_run: false }, daily)).text, first.text);
    await writes.turn({ minutes: 2 });
    await org.edited(slug, { budget: 50 }, daily);
    assert.equal((await org.campaign(slug)).budget, 50);
  });
});
