import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { look } from '../../src/base/looks.ts';
import { type DetectionWorld, detectionWorld, each } from '../detection/world.ts';
import { wholeSuite } from '../harness/service.ts';
import { CEILINGS } from '../harness/world-people.ts';
import { until } from '../writes/patience.ts';

const LOOKS = 2;
const AT_ONCE = 30;
const WEIGHED = 1;
const WAITING = 20;
/** The one under way, and the next of whoever came first. */
const MOST_BEFORE_A_COLLEAGUE = 2;

const holdTerms = statement<[], never>('lock table search_term_day in access exclusive mode');
const blocked = statement<[], { count: number }>(
  `select count(*)::integer as count from pg_locks where relation = 'search_term_day'::regclass and not granted`,
);

describe('the preview of a pause', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;
  let colleague: string;

  before(async () => {
    world = await detectionWorld(suite);
    const campaign = await world.campaign('pipes');
    await world.days(campaign.id, each(99, 0, { clicks: 10, cost: 20, conversions: 0.5 }));
    await world.term(campaign, 'free pipe', each(12, 3, { clicks: 10, cost: 20, conversions: 1 }));
    await world.rebuild();
    const { addKey, people } = world.service.world;
    colleague = (await addKey({ creator: people.admin, scopes: CEILINGS.admin })).key;
  });

  const path = (what: string) => `/v1/organizations/${world.harbor.slug}/campaigns/pipes/${what}`;
  const pause = (key: string) => world.service.call('PUT', path('state'), { key, body: { state: 'paused' } });
  const exclude = (key: string) =>
    world.service.call('POST', path('negative-keywords'), { key, body: { keywords: ['free'] } });

  test('waits for nothing else that the organization has looked through', async () => {
    const line = { name: 'lists', atOnceOfOne: LOOKS, mostWaitingOfOne: 0, waitsMs: 1, refusal: 'Too many.' };
    const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
    const { turns } = world.service.service.services;
    const place = { holder: `${world.harbor.id}` };
    const looks = Array.from({ length: LOOKS }, () => look(turns, { line, place }, () => end));
    const { status, text } = await pause(world.key).finally(endAll);
    await Promise.all(looks);
    assert.equal(status, 200, text);
  });

  test('asked for on and on by one person keeps no colleague from one, nor from the preview of anything else', async () => {
    const { database } = world;
    const answered: string[] = [];
    let refused = 0;
    const { flood, own } = await database.transaction(async (db) => {
      await db.execute(holdTerms);
      const flood = Array.from({ length: AT_ONCE }, async () => {
        const { status } = await pause(world.key);
        if (status === 429) refused += 1;
        else answered.push('theirs');
      });
      await until(async () => refused === AT_ONCE - WEIGHED - WAITING || undefined, 'those who are too many');
      await until(async () => (await database.row(blocked))?.count === WEIGHED || undefined, 'the previews');
      const other = await exclude(colleague);
      assert.equal(other.status, 200, other.text);
      const own = pause(colleague).then((answer) => {
        answered.push('a colleague’s');
        return answer;
      });
      await until(async () => refused > AT_ONCE - WEIGHED - WAITING || undefined, 'the colleague’s preview');
      return { flood, own };
    });
    const { status, text } = await own;
    assert.equal(status, 200, text);
    await Promise.all(flood);
    assert.ok(answered.indexOf('a colleague’s') <= MOST_BEFORE_A_COLLEAGUE, answered.join());
  });
});
