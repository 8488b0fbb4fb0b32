import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startWorld } from '../world.ts';

const EDITS = 150;
/** Under load of the whole suite too; without turns the neighbour waited for 13 to 25 seconds. */
const NEIGHBOUR_WITHIN_MS = 8_000;

describe('one organization that floods its own campaign', () => {
  test('another one edits its own meanwhile, and whoever cannot wait is told to come back', async (t) => {
    const writes = await startWorld(t);
    const [flooding, neighbour] = await Promise.all([writes.organization(), writes.organization()]);
    const [theirs, ours] = await Promise.all([flooding.live({ budget: 40 }), neighbour.live({ budget: 40 })]);
    const flood = Array.from({ length: EDITS }, (_, index) =>
      flooding.patch(theirs, { target_cpa: 5 + index / 100, dry_run: false }),
    );
    const begun = performance.now();
    const edited = await neighbour.patch(ours, { target_cpa: 7, dry_run: false });
    const took = performance.now() - begun;
    assert.equal(edited.status, 200, edited.text);
    assert.ok(took < NEIGHBOUR_WITHIN_MS, `it took ${Math.round(took)} ms`);
    const answers = await Promise.all(flood);
    const statuses = new Set(answers.map(({ status }) => status));
    for (const { status, headers, text } of answers) {
      const comeBack = (status === 429 || status === 503) && headers['retry-after'] !== undefined;
      assert.ok(status === 200 || comeBack, text);
    }
    assert.ok(statuses.has(200) && statuses.has(429), [...statuses].join());
  });

  test('its Owner can still stop the campaign', async (t) => {
    const writes = await startWorld(t);
    const org = await writes.organization();
    const slug = await org.live({ budget: 40 });
    const flood = Array.from({ length: EDITS }, (_, index) =>
      org.patch(slug, { target_cpa: 5 + index / 100, dry_run: false }),
    );
    const paused = await org.state(slug, 'paused', { cookie: org.people.owner.cookie });
    assert.equal(paused.status, 200, paused.text);
    await Promise.all(flood);
    await org.quiet();
    assert.equal((await org.campaign(slug)).state, 'paused');
  });

  test('the same Idempotency-Key sent many times at once executes once and holds up nobody', async (t) => {
    const writes = await startWorld(t);
    const [flooding, neighbour] = await Promise.all([writes.organization(), writes.organization()]);
    const [theirs, ours] = await Promise.all([flooding.live({ budget: 40 }), neighbour.live({ budget: 40 })]);
    const sending = { idempotencyKey: 'again-and-again' };
    const flood = Array.from({ length: EDITS }, () =>
      flooding.patch(theirs, { target_cpa: 6, dry_run: false }, sending),
    );
    const begun = performance.now();
    const edited = await neighbour.patch(ours, { target_cpa: 7, dry_run: false });
    const took = performance.now() - begun;
    assert.equal(edited.status, 200, edited.text);
    assert.ok(took < NEIGHBOUR_WITHIN_MS, `it took ${Math.round(took)} ms`);
    const answers = await Promise.all(flood);
    const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
    assert.equal(bodies.size, 1);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].toSorted(), [200, 429]);
  });
});
