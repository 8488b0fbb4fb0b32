import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../harness/served-process.ts';
import { startService, wholeSuite } from '../harness/service.ts';

const LONGEST_BLOCK_MS = 25;
const EVENTS = 1_500;
const LONGEST_PATH = 1_000;
const LONGEST_AGENT = 300;
/** What callers can write into their own events, and what costs most to be made harmless. */
const TIRESOME = { formulas: ',=', 'cells of white space': ',\t', 'quotation marks': '"', words: 'x' };

const insertEvents = statement<
  [organizationId: number, day: string, count: number, path: string, agent: string],
  never
>(`
  insert into audit_event (organization_id, at, request_id, operation, path, status_code, user_agent)
  select $1::integer, $2::timestamptz + make_interval(secs => n), 'req_' || lpad(n::text, 26, '0'), 'unknown', $4::text, 404, $5::text
  from generate_series(0, $3 - 1) n`);

describe('an export of events that their callers made tiresome', () => {
  const suite = wholeSuite();
  let served: ServedProcess;
  let key: string;
  const days = Object.keys(TIRESOME).map((_, index) => `2026-03-0${index + 1}`);

  before(async () => {
    const { world, database, databaseUrl } = await startService(suite);
    key = (await world.addKey()).key;
    served = await serveInProcess(suite, { databaseUrl });
    for (const [index, part] of Object.values(TIRESOME).entries()) {
      const [path, agent] = [LONGEST_PATH, LONGEST_AGENT].map((length) => part.repeat(length / part.length));
      await database.execute(insertEvents, world.harbor.id, `${days[index]}`, EVENTS, `${path}`, `${agent}`);
    }
  });

  for (const [index, what] of Object.keys(TIRESOME).entries()) {
    for (const format of ['csv', 'json', 'jsonl']) {
      test(`holds up nobody: ${what} as ${format}`, async () => {
        const period = `from=${days[index]}&to=${days[index]}`;
        await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, 'it', async () => {
          const answer = await served.call('GET', `/v1/organizations/_/audit/export?${period}&format=${format}`, {
            key,
          });
          assert.equal(answer.status, 200, answer.text.slice(0, 300));
          assert.ok(answer.text.length > EVENTS * LONGEST_PATH);
        });
      });
    }
  }
});
