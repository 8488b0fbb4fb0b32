import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SiteUnreadable } from '../../../src/ports/site-reader.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization, type Sending } from '../organization.ts';
import type { OtherProcess } from '../other-process.ts';
import { arrange, statusOf, undoableWrites, writesThat } from '../samples.ts';
import { startWorld, type Writes } from '../world.ts';

describe('Idempotency-Key', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let other: OtherProcess;
  let org: Organization;
  let asked = Promise.withResolvers<void>();

  before(async () => {
    writes = await startWorld(suite, { siteReader: { read: afterAsking } });
    other = await writes.startProcess({ works: false });
    org = await writes.organization();
  });

  /** A website that is not there is found so only after the last request: what has failed by itself may be asked for anew. */
  async function afterAsking(): Promise<never> {
    await asked.promise;
    throw new SiteUnreadable('unreachable', 'There is no such website.');
  }

  /** Sends the same request under the same key, at first, again, and through another process. */
  async function once(
    send: (sending: { idempotencyKey: string; via?: OtherProcess }) => ReturnType<Organization['send']>,
    status = 200,
  ) {
    const idempotencyKey = `key-${Math.random()}`;
    asked = Promise.withResolvers<void>();
    const before = [await org.writesUsed(), (await org.log()).total] as const;
    const answers = [
      await send({ idempotencyKey }),
      await send({ idempotencyKey }),
      await send({ idempotencyKey, via: other }),
      await send({ idempotencyKey }),
    ];
    asked.resolve();
    const [first] = answers;
    assert.ok(first);
    for (const answer of answers) assert.deepEqual([answer.status, answer.text], [first.status, first.text]);
    assert.equal(first.status, status, first.text);
    assert.deepEqual(await org.writesUsed(), before[0] + 1);
    return { first, actions: (await org.log()).total - before[1] };
  }

  test('the same request under the same key is answered to the letter and executed once', async () => {
    const slug = await org.draft({ budget: 40 });
    const { actions } = await once((sending) =>
      org.patch(slug, { budget: 44, target_cpa: 12.5, dry_run: false }, sending),
    );
    assert.equal(actions, 1);
    assert.equal((await org.campaign(slug)).budget, 44);
  });

  for (const name of writesThat(({ takesIdempotencyKey }) => takesIdempotencyKey)) {
    test(`it is so for ${name}`, async () => {
      const { send } = await arrange(name, org);
      const { actions } = await once(send, statusOf(name));
      assert.equal(actions, undoableWrites().includes(name) ? 1 : 0);
      await org.quiet();
    });
  }

  test('every operation that changes something takes a key', () => {
    assert.deepEqual(
      writesThat(({ takesIdempotencyKey }) => takesIdempotencyKey),
      writesThat(() => true),
    );
  });

  test('the first answer stays, whatever has become of the campaign since', async () => {
    const slug = await org.draft({ budget: 40 });
    const sending = { idempotencyKey: 'stays' };
    const first = await org.patch(slug, { budget: 44, dry_run: false }, sending);
    await org.edited(slug, { budget: 50 });
    assert.equal((await org.patch(slug, { budget: 44, dry_run: false }, sending)).text, first.text);
    assert.equal((await org.campaign(slug)).budget, 50);
  });

  test('twins sent at once are executed once and answered alike, over two processes', async () => {
    for (const slug of [await org.draft({ budget: 40 }), await org.live({ budget: 40 })]) {
      const { total } = await org.log();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          org.patch(
            slug,
            { budget: 44, dry_run: false },
            { idempotencyKey: `twins-${slug}`, ...(index % 2 === 0 ? {} : { via: other }) },
          ),
        ),
      );
      assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1);
      assert.equal(answers[0]?.status, 200, String(answers[0]?.text));
      assert.equal((await org.log()).total, total + 1);
    }
  });

  test('what was asked through a key is answered to its replacement, whoever rotated it', async () => {
    const own = await writes.organization();
    const slug = await own.draft({ budget: 40 });
    const sending = { idempotencyKey: 'rotated' };
    const first = await own.patch(slug, { budget: 44, dry_run: false }, sending);
    assert.equal(first.status, 200, first.text);
    let { id } = own.keys.admin;
    let last = own.keys.admin.key;
    let before = last;
    for (const person of [own.people.admin, own.people.owner, own.people.owner]) {
      const path = `/organizations/${own.slug}/api-keys/${id}/rotate`;
      const replacement = bodyOf(await own.send('POST', path, undefined, { cookie: person.cookie }));
      id = String(replacement.id);
      const key = String(replacement.key);
      before = last;
      last = key;
      const again = await own.patch(slug, { budget: 44, dry_run: false }, { ...sending, key });
      assert.deepEqual([again.status, again.text], [200, first.text]);
      refused(await own.patch(slug, { budget: 45, dry_run: false }, { ...sending, key }), 'idempotency_conflict');
    }
    const old = await own.patch(slug, { budget: 44, dry_run: false }, { ...sending, key: before });
    assert.deepEqual([old.text, (await own.log()).total], [first.text, 1], 'the old key finds it while it runs out');
  });

  test('a refusal is not remembered', async () => {
    const own = await writes.organization({ cap: 1_200 });
    const slug = await own.draft({ budget: 40 });
    const sending = { idempotencyKey: 'refused' };
    refused(await own.patch(slug, { budget: 44, dry_run: false }, sending), 'budget_cap_exceeded');
    await own.setCap(null);
    await own.edited(slug, { budget: 44 }, sending);
  });

  test('nor is one of the platform', async () => {
    const slug = await org.live({ name: 'Tried twice', budget: 40 });
    const sending = { idempotencyKey: 'declined' };
    for (const [kind, times, method, code] of [
      ['policy', 1, 'mutate', 'validation_error'],
      ['internal', 30, 'search', 'ad_platform_unavailable'],
    ] as const) {
      await writes.platform.fail(kind, times, method);
      refused(await org.patch(slug, { budget: 44, dry_run: false }, sending), code);
      await writes.platform.heal();
    }
    await org.edited(slug, { budget: 44 }, sending);
    assert.equal((await writes.platform.campaign('Tried twice'))?.budget, '44.00');
  });

  /** What is answered before the platform was told, by how the campaign is left. */
  const IN_BACKGROUND: Record<
    string,
    (slug: string) => Promise<(sending: Sending) => ReturnType<Organization['send']>>
  > = {
    paused: async (slug) => (sending) => org.state(slug, 'paused', sending),
    live: async (slug) => {
      const stop = await org.moved(slug, 'paused');
      return (sending) => org.undo(stop, sending);
    },
  };

  for (const [state, prepare] of Object.entries(IN_BACKGROUND)) {
    test(`nor what was answered before it failed, ${state} in the end`, async () => {
      const slug = await org.live({ budget: 40 });
      const send = await prepare(slug);
      const sending = { idempotencyKey: `background-${state}` };
      await writes.platform.fail('policy', 1, 'mutate');
      const first = await send(sending);
      assert.equal((await org.settled(Number(bodyOf(first).task_tracking_id))).status, 'failed');
      await writes.platform.heal();
      const second = await send(sending);
      assert.notEqual(bodyOf(second).task_tracking_id, bodyOf(first).task_tracking_id);
      await org.quiet();
      assert.equal((await org.campaign(slug)).state, state);
      assert.equal((await send(sending)).text, second.text, 'what was done is not done again');
    });
  }

  test('a held call is held once, and its answer stays after it was decided', async () => {
    const own = await writes.organization({ approvals: true });
    const slug = await own.draft({ budget: 40 });
    const sending = { idempotencyKey: 'held' };
    const first = await own.patch(slug, { budget: 44, dry_run: false }, sending);
    refused(first, 'approval_required');
    const again = await Promise.all([1, 2, 3].map(() => own.patch(slug, { budget: 44, dry_run: false }, sending)));
    for (const answer of again) assert.deepEqual([answer.status, answer.text], [first.status, first.text]);
    await own.decide(first.error.queued_recommendation_id, 'approve');
    assert.equal((await own.campaign(slug)).budget, 44);
    assert.equal((await own.patch(slug, { budget: 44, dry_run: false }, sending)).text, first.text);
    assert.equal((await own.log()).total, 1);
  });
});
