import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { campaignDay, termDay } from '../figures/world.ts';
import { daysBetween, type ReportWorld, reportWorld } from './world.ts';

const UNIT = 1_000_000;
/** What a conversion may cost in the campaign. */
const TARGET = 40;
const SHOWN = 8;

/** The terms of some days that meet the rule, computed by PostgreSQL: those that cost most first. */
const meetingRule = statement<
  [organizationId: number, from: string, to: string, target: number],
  { term: string; cost: string }
>(`
  select t.term, to_char(sum(cost_micros) / 1e6, 'FM999,990.00') as cost
  from search_term_day d join search_term t on t.organization_id = $1 and t.id = d.term_id
  where d.organization_id = $1 and day between $2::date - 28 and $3::date
  group by t.id, t.term
  having bool_or(day >= $2::date) and sum(conversions_micros) = 0 and sum(cost_micros) > $4::bigint * 1000000
  order by sum(cost_micros) desc, t.id desc`);

/**
 * Terms of 2 to 8 March: many that cost little then and, with the weeks before, more than a conversion may; as many that
 * cost more in the week itself and not so much in all; and some at the edge of the rule.
 */
async function searched(world: ReportWorld, { wasted }: { wasted: number }): Promise<void> {
  const many = Array.from({ length: wasted }, (_, n) => n + 1);
  const dear = many.flatMap((n) => [
    termDay('2026-02-10', 1, `slow waste ${n}`, { clicks: 9, costMicros: (TARGET + n) * UNIT }),
    termDay('2026-03-04', 1, `slow waste ${n}`, { clicks: 1, costMicros: UNIT }),
  ]);
  const cheap = Array.from({ length: SHOWN + 4 }, (_, n) =>
    termDay('2026-03-04', 1, `fair try ${n}`, { clicks: 3, costMicros: 20 * UNIT }),
  );
  const edges = [
    termDay('2026-02-10', 1, 'as much as it may', { costMicros: (TARGET - 1) * UNIT }),
    termDay('2026-03-04', 1, 'as much as it may', { costMicros: UNIT }),
    termDay('2026-02-10', 1, 'converted before', { costMicros: 90 * UNIT, conversions: 1 }),
    termDay('2026-03-04', 1, 'converted before', { costMicros: UNIT }),
    termDay('2026-02-10', 1, 'searched no more', { costMicros: 90 * UNIT }),
  ];
  await world.terms('2026-01-26', '2026-03-10', [...dear, ...cheap, ...edges]);
  const days = daysBetween('2026-01-26', '2026-03-10');
  const rows = days.map((date) => campaignDay(date, 1, { clicks: 9, costMicros: 18 * UNIT, conversions: 1 }));
  await world.campaigns('2026-01-26', '2026-03-10', rows);
  await world.rebuild();
}

/** What stands about waste: the words above the table, and its terms with their costs in all. */
function wastedOf(markdown: string) {
  const [, words = '', table = ''] =
    /^(\*\*(?:Wasted|Without a conversion)\*\*.*)\n\n((?:\|.*\n)+)/m.exec(markdown) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| “'));
  const lines = rows.map((line) => {
    const [term = '', , , , cost = ''] = line.split(' | ').map((cell) => cell.replaceAll(/[|“”€]/g, '').trim());
    return { term, cost };
  });
  return { words, lines };
}

test('every search term that meets the rule of waste is counted, and those that cost most by it are shown', async (t) => {
  const world = await reportWorld(t);
  await world.target('c1', `${TARGET}`);
  await searched(world, { wasted: SHOWN + 3 });
  for (const [type, from] of [
    ['weekly', '2026-03-02'],
    ['intelligence', '2026-02-09'],
  ] as const) {
    const asked = [world.organizationId, from, '2026-03-08', TARGET] as const;
    const meeting = await world.service.database.rows(meetingRule, ...asked);
    assert.ok(meeting.length > SHOWN, type);
    const { words, lines } = wastedOf((await world.write(type)).markdown);
    assert.deepEqual(lines, meeting.slice(0, SHOWN), type);
    assert.ok(words.startsWith(`**Wasted**, ${SHOWN} of ${meeting.length}, by cost`), words);
  }
});

test('where all of them are shown, no number says so; where none meets the rule, nothing is called waste', async (t) => {
  const world = await reportWorld(t);
  await world.target('c1', `${TARGET}`);
  await searched(world, { wasted: 3 });
  const { words, lines } = wastedOf((await world.write()).markdown);
  assert.deepEqual(
    lines.map(({ term }) => term),
    ['slow waste 3', 'slow waste 2', 'slow waste 1'],
  );
  assert.match(
    words,
    /^\*\*Wasted\*\*, by cost with the weeks before: each took more than a conversion may cost \(€40\.00\)/,
  );
  await world.target('c1', '100');
  assert.doesNotMatch((await world.write()).markdown, /wasted/i);
});
