import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../harness/service.ts';
import { held } from '../writes/approvals.ts';
import { bodyOf } from '../writes/organization.ts';
import { growDraft } from '../writes/recommend.ts';
import { startWorld, type Writes } from '../writes/world.ts';

describe('an approved change of which the platform takes only the first part', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  test('is not told as one that was not made', async () => {
    const organization = await writes.organization();
    const source = await organization.live({ budget: 40, name: 'Source' });
    await organization.applied(source, growDraft('Grown'));
    await organization.requireApprovals(true);
    const id = held(await organization.state('grown', 'live'));
    await writes.platform.edit('Source', 'status', 'REMOVED');
    const { status, reason, result } = bodyOf(await organization.decide(id, 'approve'));
    assert.equal((await organization.campaign('grown')).state, 'live');
    assert.deepEqual([status, Object(result).in_part], ['failed', true]);
    assert.match(String(reason), /Part of the change was made before that; undo act_\w+ to take it back\.$/);
  });
});
