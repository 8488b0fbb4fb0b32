import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { queueSync } from '../../../src/ad-accounts/queue-sync.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../../writes/answers.ts';
import type { Organization } from '../../writes/organization.ts';
import { INITECH, startWorld, type Writes } from '../../writes/world.ts';
import { noonEmulator } from '../world.ts';

const ZONE = 'America/New_York';

/** Whether clocks are put back or forward, and from when on they show another time. */
const CHANGES = {
  'comes twice': (before: number, after: number) => after < before,
  'is left out': (before: number, after: number) => after > before,
};

for (const [what, isIt] of Object.entries(CHANGES)) {
  describe(`when an hour ${what}`, () => {
    const suite = wholeSuite();
    let writes: Writes;
    let org: Organization;

    before(async () => {
      const emulator = await noonEmulator(['--daily-operations', '10000000']);
      suite.after(() => emulator.stop());
      const { now } = z
        .object({ now: z.string() })
        .parse(await (await fetch(`${emulator.origin}/_emulator/state`)).json());
      const seconds = Math.floor((nextChange(now, isIt) - Date.parse(now)) / 1_000) - 30 * 60;
      await emulator.control('clock', { advance_seconds: seconds });
      writes = await startWorld(suite, { emulator });
      org = await writes.organization({ synced: true });
    });

    // From half an hour before the change until two hours after it.
    test('changes made in the platform are seen by launches and by syncs, and our own are none of them', async () => {
      const theirs = await org.live({ name: 'Theirs', budget: 40 });
      const ours = await org.live({ name: 'Ours alone' });
      await org.moved(theirs, 'paused');
      let budget = 40;
      for (const minutes of [15, 20, 20, 20, 40, 40]) {
        await sync();
        await writes.turn({ minutes });
        await org.moved(ours, 'paused');
        await org.moved(ours, 'live');
        budget += 1;
        await writes.platform.edit('Theirs', 'budget', budget);
        const answer = await org.state(theirs, 'live');
        refused(answer, 'sync_conflict');
        const told = z.array(z.object({ to: z.unknown() })).parse(answer.error.changes);
        assert.ok(
          told.some(({ to }) => to === budget),
          answer.text,
        );
        await writes.turn({ seconds: 2 });
        await sync();
        assert.equal((await org.campaign(theirs)).budget, budget);
      }
      await org.moved(theirs, 'live');
    });

    /** A sync as the schedule starts them: of what changed. */
    async function sync(): Promise<void> {
      const task = await queueSync(writes.service.services, org.tenancy, INITECH.accountId, null);
      assert.equal((await org.settled(task)).status, 'completed');
    }
  });
}

/** When clocks change next in that way. */
function nextChange(now: string, isIt: (before: number, after: number) => boolean): number {
  let at = Temporal.Instant.from(now).toZonedDateTimeISO(ZONE);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    assert.ok(next);
    if (isIt(next.subtract({ nanoseconds: 1 }).offsetNanoseconds, next.offsetNanoseconds))
      return next.epochMilliseconds;
    at = next;
  }
}
