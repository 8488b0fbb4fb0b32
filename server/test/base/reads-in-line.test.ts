import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { lightReads, readsInLine } from '../../src/base/reads-in-line.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

interface Read {
  began: number;
  ended: number;
}

/** Together they take seconds. */
const ON_AND_ON = 160;
const LAST = 60;
const A_PAGE = 6;

const takesTime = statement<[], Read>(`
  select extract(epoch from b.at)::float8 * 1000 as began, extract(epoch from clock_timestamp())::float8 * 1000 as ended
  from (select clock_timestamp() as at) b, lateral (select pg_sleep(case when b.at is null then 0 else 0.03 end)) s`);
const addSequence = statement<[], never>('create sequence times_asked');
const nextTime = statement<[], { time: number }>(`select nextval('times_asked') as time from pg_sleep(0.05)`);

describe('what an organization reads in line', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite);
    await service.database.execute(addSequence);
  });

  const comesTo = async (path: string, key: string) => {
    const { status, text } = await service.call('GET', path, { key });
    assert.equal(status, 200, text);
  };

  async function readOf(holder: string, many: number, { ahead = false } = {}): Promise<Read[]> {
    const read = () => readsInLine(service.service.services, { holder, ahead }).db.row(takesTime);
    const found = await Promise.all(Array.from({ length: many }, read));
    return found.filter((row) => row !== undefined).toSorted((one, other) => one.began - other.began);
  }

  /** How many connections were busy with the last of them, on average. */
  const connectionsOf = (reads: Read[]) => {
    const last = reads.slice(-LAST);
    const worked = last.reduce((sum, { began, ended }) => sum + ended - began, 0);
    return worked / ((last.at(-1)?.ended ?? 0) - (last[0]?.began ?? 0));
  };
  const restsBetween = (reads: Read[]) => reads.slice(1).map(({ began }, place) => began - (reads[place]?.ended ?? 0));

  test('keeps two turns busy on and on where nobody else is at work', async () => {
    const reads = await readOf('alone', ON_AND_ON);
    assert.ok(connectionsOf(reads) > 1.5, `${connectionsOf(reads)} connections`);
  });

  test('rests in between where somebody else is, so that it has one connection on average; what stops something rests for nobody', async () => {
    const { harbor, people } = service.world;
    const { key } = await service.world.addKey({ organization: harbor, creator: people.owner });
    await comesTo('/v1/organizations/_', key);
    const reads = await readOf('beside', ON_AND_ON);
    assert.ok(connectionsOf(reads) < 1.3, `${connectionsOf(reads)} connections`);
    const stops = await readOf('beside', A_PAGE, { ahead: true });
    assert.ok(
      restsBetween(stops).some((rest) => rest < 0),
      'two are under way',
    );
    const page = await readOf('now and then', A_PAGE);
    assert.ok(
      restsBetween(page).some((rest) => rest < 0),
      'two are under way',
    );
  });

  test('is asked once for a person who asks the same many times at once, and apart for each person', async () => {
    const ask = (part: string) =>
      lightReads(service.service.services, { holder: 'counting', part }).database.row(nextTime);
    const asked = [...Array.from({ length: ON_AND_ON }, () => 'mina'), 'olga'].map(ask);
    const times = new Set((await Promise.all(asked)).map((row) => row?.time));
    assert.equal(times.size, 3, 'the first, the one that all others share, and the colleague’s');
  });
});
