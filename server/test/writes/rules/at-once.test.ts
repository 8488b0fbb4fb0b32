import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../src/base/database.ts';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../organization.ts';
import type { OtherProcess } from '../other-process.ts';
import { startWorld, type Writes } from '../world.ts';

const CALLS = 50;
const SAMPLE_MS = 5;

const sumOfBudgets = statement<[organizationId: number], { sum: number }>(
  'select coalesce(sum(budget), 0)::float as sum from campaign where organization_id = $1',
);

describe('changes at once', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let other: OtherProcess;

  before(async () => {
    writes = await startWorld(suite);
    other = await writes.startProcess();
  });

  /** Sends all calls at once over both processes, looking at the sum of all budgets until they have answered. */
  async function neverAbove(
    org: Organization,
    most: number,
    calls: ((sending: { via?: OtherProcess }) => Promise<HttpAnswer>)[],
    { there = async () => 0, refusals = [] }: { there?: () => Promise<number>; refusals?: string[] } = {},
  ): Promise<HttpAnswer[]> {
    let under = true;
    const look = async () => {
      const sum = (await writes.database.row(sumOfBudgets, org.id))?.sum ?? 0;
      assert.ok(sum <= most, `the budgets sum up to ${sum}`);
      const spent = await there();
      assert.ok(spent <= most, `the platform’s budgets sum up to ${spent}`);
    };
    const looking = (async () => {
      while (under) {
        await look();
        await sleep(SAMPLE_MS);
      }
    })();
    const answers = await Promise.all(calls.map((call, index) => call(index % 2 === 0 ? {} : { via: other })));
    under = false;
    await looking;
    await look();
    for (const { status, text, error } of answers) {
      assert.ok(status === 200 || ['budget_cap_exceeded', ...refusals].includes(String(error.code)), text);
    }
    return answers;
  }

  test('50 changes of drafts that would together exceed the cap never do', async () => {
    const org = await writes.organization({ cap: 30 * 1_000 });
    const slugs = await Promise.all(Array.from({ length: CALLS }, () => org.draft({ budget: 0 })));
    const answers = await neverAbove(
      org,
      1_000,
      slugs.map((slug) => (sending) => org.patch(slug, { budget: 30, dry_run: false }, sending)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 33);
  });

  test('50 changes of one draft follow one another', async () => {
    const org = await writes.organization({ cap: 30 * 100 });
    const slug = await org.draft({ budget: 80 });
    await neverAbove(
      org,
      100,
      Array.from(
        { length: CALLS },
        (_, index) => (sending) => org.patch(slug, { budget: 81 + (index % 25), dry_run: false }, sending),
      ),
    );
    const { actions } = await org.log('?limit=100');
    const moves = actions.map(({ detail }) => /from ([\d.]+) to ([\d.]+)/.exec(String(detail)));
    const left = new Map<number, number>([[80, 1]]);
    const count = (budget: number, by: number) => left.set(budget, (left.get(budget) ?? 0) + by);
    for (const move of moves) {
      count(Number(move?.[1]), -1);
      count(Number(move?.[2]), 1);
    }
    const ends = [...left].filter(([, times]) => times !== 0);
    assert.deepEqual(ends, [[(await org.campaign(slug)).budget, 1]], 'each began where another ended');
  });

  test('changes of live campaigns never exceed the cap here or in the platform', async () => {
    const org = await writes.organization({ cap: 30 * 220 });
    const names = Array.from({ length: 5 }, (_, index) => `Live at once ${index}`);
    const slugs: string[] = [];
    for (const name of names) slugs.push(await org.live({ name, budget: 40 }));
    const calls = slugs.flatMap((slug) =>
      Array.from(
        { length: 10 },
        (_, index) => (sending: { via?: OtherProcess }) =>
          org.patch(slug, { budget: 41 + index, dry_run: false }, sending),
      ),
    );
    const there = async () => {
      const mine = (await writes.platform.campaigns()).filter(({ name }) => names.includes(name));
      return mine.reduce((sum, { budget }) => sum + budget, 0);
    };
    await neverAbove(org, 220, calls, { there, refusals: ['rate_limited'] });
    for (const [index, slug] of slugs.entries()) {
      const there = await writes.platform.campaign(names[index] ?? '');
      assert.equal(Number(there?.budget), (await org.campaign(slug)).budget, 'the platform and we agree');
    }
  });

  test('edits, launches and undos at once never exceed the cap', async () => {
    const org = await writes.organization({ cap: 30 * 300 });
    const drafts = await Promise.all(Array.from({ length: 4 }, () => org.draft({ budget: 50 })));
    const lowered = await org.draft({ budget: 100 });
    const { action_id } = await org.edited(lowered, { budget: 75 });
    const calls = [
      ...drafts.map((slug) => (sending: { via?: OtherProcess }) => org.state(slug, 'live', sending)),
      ...drafts.map(
        (slug) => (sending: { via?: OtherProcess }) => org.patch(slug, { budget: 60, dry_run: false }, sending),
      ),
      (sending: { via?: OtherProcess }) => org.undo(action_id, sending),
      (sending: { via?: OtherProcess }) => org.patch(lowered, { budget: 90, dry_run: false }, sending),
    ];
    await neverAbove(org, 300, calls, { refusals: ['not_reversible'] });
    await org.quiet();
    for (const slug of drafts) {
      const here = await org.campaign(slug);
      const there = await writes.platform.campaign(String(here.name));
      assert.equal(Number(there?.budget), here.budget);
    }
  });

  test('launches of the same draft at once launch it once', async () => {
    const org = await writes.organization();
    const slug = await org.draft({ name: 'Only once' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => org.state(slug, 'live', index % 2 === 0 ? {} : { via: other })),
    );
    for (const { status, text } of answers) assert.equal(status, 200, text);
    await org.quiet();
    assert.equal((await writes.platform.campaigns()).filter(({ name }) => name === 'Only once').length, 1);
    assert.equal((await org.log()).total, 1);
    assert.equal(await org.writesUsed(), 1);
  });

  test('the same negative keyword added at once is there once', async () => {
    const org = await writes.organization();
    for (const slug of [await org.draft(), await org.live({ name: 'Negatives at once' })]) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          org.negatives(slug, ['free', `own ${index}`], { dry_run: false }, index % 2 === 0 ? {} : { via: other }),
        ),
      );
      for (const { status, text } of answers) assert.equal(status, 200, text);
      assert.equal((await org.campaign(slug)).negative_keywords_count, 9);
    }
    assert.equal((await writes.platform.campaign('Negatives at once'))?.negatives.length, 9);
  });
});
