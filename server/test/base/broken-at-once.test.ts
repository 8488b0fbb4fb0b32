import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Database, openDatabase, type Queryable, statement } from '../../src/base/database.ts';
import { isOutage } from '../../src/base/outage.ts';
import { freshDatabase } from '../harness/database.ts';
import { standBetween } from '../harness/stand-between.ts';

const ask = statement<[], { one: number }>('select 1 as one');
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const ASKED = 3;

/** Every way in which requests ask the database. */
const WAYS: Record<string, (database: Database) => Queryable> = {
  'the pool': (database) => database,
  'a hot lane': ({ hot }) => hot,
  'a lane of its own': (database) => database.lane(),
  'direct writes': (database) => database.forDirectWrites(),
};

for (const [name, way] of Object.entries(WAYS)) {
  test(`${name}: one that the server ends as it says that it is ready is not asked again`, async (t) => {
    const { url } = await freshDatabase(t);
    const database = openDatabase({
      url: await endedAtOnce(t, url),
      poolSize: 1,
      hotConnections: 1,
      directPoolSize: 1,
    });
    t.after(() => database.close());
    const asked = way(database);
    const waiting = await Promise.allSettled(Array.from({ length: ASKED }, () => asked.row(ask)));
    for (const answer of waiting) if (answer.status === 'rejected') assert.ok(isOutage(answer.reason), answer.reason);
    for (let time = 0; time < ASKED; time += 1) assert.equal((await asked.row(ask))?.one, 1);
  });
}

/** Hands on what is said in both directions, and ends the first connection in the packet in which it becomes ready. */
async function endedAtOnce(t: TestContext, url: string): Promise<string> {
  let ended = false;
  const between = await standBetween(t, url, (here, there) => {
    here.pipe(there).on('close', () => here.destroy());
    there.on('data', (said: Buffer) => {
      if (ended || !said.includes(READY)) return void here.write(said);
      ended = true;
      there.destroy();
      here.end(Buffer.concat([said, fatal('57P01', 'terminating connection due to administrator command')]));
    });
  });
  return between.url;
}

/** An error of the server's as the protocol writes it. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
