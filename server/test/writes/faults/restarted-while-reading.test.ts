import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { KINDS } from '../kinds-of-change.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { mustBeUnsent, ready } from '../unsent.ts';
import { WISHES } from '../wishes.ts';
import { work } from '../work.ts';
import { startWorld, type Writes } from '../world.ts';

const waiting = statement<[organizationId: number], { type: string }>(
  "select type from task where organization_id = $1 and status = 'queued' and type in ('apply_change', 'stop_spending')",
);

describe('a change whose worker stops while the platform does not answer what is looked at first', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let workers: Awaited<ReturnType<typeof work>> | undefined;

  before(async () => {
    writes = await startWorld(suite, { works: false });
  });

  afterEach(async () => {
    await writes.platform.heal();
    await workers?.stop();
  });

  const start = async () => {
    workers = await work(writes.service);
  };
  const stop = async () => {
    await workers?.stop();
    workers = undefined;
  };

  /** Asks for a change; its worker stops while it looks, something happens, and another worker takes the change up. */
  async function broken(org: Organization, ask: () => Promise<HttpAnswer>, meanwhile: () => Promise<unknown>) {
    await stop();
    const asked = ask();
    await until(async () => (await writes.database.rows(waiting, org.id))[0], 'asking for it');
    await writes.platform.forgetRequests();
    await writes.platform.fail('hang', 100, 'search');
    await start();
    await until(async () => (await writes.platform.searches()) > 0 || undefined, 'looking at it');
    await stop();
    await writes.platform.heal();
    assert.equal(await writes.platform.mutates(), 0);
    await meanwhile();
    await start();
    const answer = await asked;
    await org.quiet();
    return answer;
  }

  for (const [what, kind] of Object.entries(KINDS)) {
    test(`is not sent where approvals came on since: ${what}`, async () => {
      await start();
      const begun = await ready(writes, kind);
      const { org, slug, first } = begun;
      const ask = () => kind.ask(org, slug, first, {});
      const answer = await broken(org, ask, () => org.requireApprovals(true));
      await mustBeUnsent(writes, begun, answer);
    });
  }

  for (const [what, wish] of Object.entries(WISHES)) {
    test(`is theirs where somebody made it there since: ${what}`, async () => {
      await start();
      const org = await writes.organization();
      const name = `Made there, ${what}`;
      const slug = await org.live({ name, budget: 40 });
      await wish.prepare?.(org, slug);
      const make = () => wish.make(org, slug);
      const answer = await broken(org, make, async () => {
        await wish.makeThere(writes.platform, name, slug);
        await writes.platform.forgetRequests();
      });
      assert.equal(answer.status, 200, answer.text);
      refused(await org.undo(bodyOf(answer).action_id), 'not_reversible');
      assert.equal(await writes.platform.mutates(), 0);
    });
  }
});
