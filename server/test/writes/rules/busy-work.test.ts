import { test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { startWorld } from '../world.ts';

const begin = statement<[], { one: number }>('select 1 as one');
/** More than there are connections of work in the background. */
const LONG_LOOKS = 20;

test('changes of campaigns that run wait for nothing that is looked through, synced or written in the background', async (t) => {
  const writes = await startWorld(t, { works: false });
  const workers = await writes.service.work();
  const { promise: release, resolve: letGo } = Promise.withResolvers<void>();
  try {
    const org = await writes.organization();
    const slug = await org.live({ budget: 40 });
    await org.quiet();
    const looks = Array.from({ length: LONG_LOOKS }, () =>
      writes.database.forWork().transaction(async (db) => {
        await db.row(begin);
        await release;
      }),
    );
    await org.edited(slug, { budget: 42 });
    await org.moved(slug, 'paused');
    await org.moved(slug, 'live');
    letGo();
    await Promise.all(looks);
  } finally {
    letGo();
    await workers.stop({ graceMs: 1_000 });
  }
});
