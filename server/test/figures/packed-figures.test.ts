import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { dayNumber, dayText } from '../../src/base/days.ts';
import { commandsOf } from '../../src/base/sql-commands.ts';
import { campaignDay, keywordDay, oneFigureWorld, termDay, type World } from './world.ts';

type Row = { level: string; campaign_id: number; day: string; rows: number };

/** What is packed, with the bytes of its rows in the order of the bytes: rows have none of their own. */
const packed = statement<[organizationId: number], Row>(`
  select p.level, p.campaign_id, p.day, array_to_string(array(
      select encode(substring(p.rows from 40 * n + 1 for 40), 'hex') from generate_series(0, length(p.rows) / 40 - 1) n
      order by 1
    ), ' ') as rows
  from packed_figures p where p.organization_id = $1 order by 1, 2, 3`);

/** The same of the days that detectors look back on, made of the figures themselves. */
const expected = statement<[organizationId: number], Row>(`
  with latest as (select max(day) as day from campaign_day where organization_id = $1), facts as (
    select 'keyword' as level, 183 as days, campaign_id, day, int8send(keyword_id) || int8send(impressions)
      || int8send(clicks) || int8send(cost_micros) || int8send(conversions_micros) as row
    from keyword_day where organization_id = $1
    union all
    select 'search_term', 93, campaign_id, day, int8send(term_id) || int8send(ad_id) || int8send(clicks)
      || int8send(cost_micros) || int8send(conversions_micros)
    from search_term_day where organization_id = $1 and (clicks > 0 or cost_micros > 0 or conversions_micros > 0)
  )
  select level, campaign_id, f.day, string_agg(encode(row, 'hex'), ' ' order by encode(row, 'hex')) as rows
  from facts f, latest where f.day between latest.day - days + 1 and latest.day group by 1, 2, 3 order by 1, 2, 3`);

async function assertPacked({ database, organizationId }: World): Promise<Row[]> {
  const rows = await database.rows(packed, organizationId);
  assert.deepEqual(rows, await database.rows(expected, organizationId));
  return rows;
}

const removeAll = statement<[], never>('delete from packed_figures');
const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** Packs what there is by the commands that ran when the table was made. */
async function packAsMigrated({ database }: World): Promise<void> {
  await database.execute(removeAll);
  const file = (await readdir(MIGRATIONS)).find((name) => name.endsWith('_packed_figures.sql')) ?? '';
  const commands = commandsOf(await readFile(new URL(file, MIGRATIONS), 'utf8'));
  const inserts = commands.filter((command) => /^\s*insert/m.test(command));
  assert.equal(inserts.length, 2);
  await database.transaction(async ({ client }) => {
    for (const command of inserts) await client.query(command);
  });
}

test('each campaign’s days are packed as they are, follow what changes, and go when nobody looks back so far', async (t) => {
  const shop = await oneFigureWorld(t, 2);
  const latest = dayNumber('2026-03-01');
  const dates = Array.from({ length: 200 }, (_, n) => dayText(latest - n));
  const fill = async (days: readonly string[], clicks: number) => {
    const [to = '', from = ''] = [days[0], days.at(-1)];
    await shop.campaigns(
      from,
      to,
      days.map((day) => campaignDay(day, 1)),
    );
    await shop.keywords(
      from,
      to,
      days.flatMap((day) => [1, 2].map((n) => keywordDay(day, n, n, { clicks }))),
    );
    const terms = days.flatMap((day) => [
      termDay(day, 1, 'shoes', { clicks }),
      termDay(day, 2, 'only shown', { clicks: 0 }),
    ]);
    await shop.terms(from, to, terms);
    await shop.rebuild();
  };

  await fill(dates, 3);
  assert.equal((await assertPacked(shop)).length, 2 * 183 + 93, 'a term that was only shown has no rows');
  await packAsMigrated(shop);
  assert.equal((await assertPacked(shop)).length, 2 * 183 + 93, 'figures from before the table are packed like others');
  await fill(dates.slice(40, 44), 7);
  await assertPacked(shop);
  await fill([dayText(latest + 1)], 5);
  assert.equal((await assertPacked(shop)).at(-1)?.day, dayText(latest + 1));
  const gone = [dayText(latest - 2), dayText(latest + 1)] as const;
  await shop.campaigns(...gone, []);
  await shop.rebuild();
  assert.equal((await assertPacked(shop)).at(-1)?.day, dayText(latest - 3), 'days come back into sight');
  await shop.campaigns(dates.at(-1) ?? '', gone[1], []);
  await shop.rebuild();
  assert.deepEqual(await assertPacked(shop), []);
});
