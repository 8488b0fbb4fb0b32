import assert from 'node:assert/strict';
import { after, describe, it, test } from 'node:test';
import { statement } from '../../server/src/base/database.ts';
import { startService, wholeSuite } from '../../server/test/harness/service.ts';

// Fails in the ways that the runner must report well; its name keeps it out of every run that does not ask for it.

describe('the harbour', () => {
  describe('at night', () => {
    it('is closed', () => assert.equal('open', 'closed'));
    it('is quiet', () => {});
  });
  test('takes boats', async (t) => {
    await t.test('by the day', () => assert.fail('no berth left'));
  });
});

describe('a service', () => {
  const suite = wholeSuite();

  it('answers', async () => {
    const service = await startService(suite);
    const { key } = await service.world.addKey();
    await service.database.execute(statement<[], never>('alter table auth_epoch rename to auth_epoch_hidden'));
    const { status } = await service.call('GET', '/v1/organizations', { key, unchecked: true });
    assert.equal(status, 200);
  });
});

describe('a suite whose end fails', () => {
  after(() => assert.fail('the lamp was left on'));
  it('passes by itself', () => {});
});
