import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundTruth } from '../src/control/ground-truth.ts';
import { type Json, listAt, numberAt, toJson } from '../src/json.ts';
import type { WorldDescription } from '../src/worlds/description.ts';
import { GENERATED_CUSTOMER, generateWorld } from '../src/worlds/generate.ts';
import { readWorld } from '../src/worlds/read-world.ts';
import { Simulation } from '../src/worlds/simulation.ts';
import { NOON } from './small-world.ts';

const worlds = Array.from({ length: 24 }, (_, seed) => generateWorld(seed));

function truthOf(world: WorldDescription): Json {
  const simulation = new Simulation(world, NOON);
  return toJson(groundTruth(simulation.model(GENERATED_CUSTOMER), NOON));
}

function accountOf({ accounts: [account] }: WorldDescription) {
  assert.ok(account?.market);
  return { ...account, market: account.market };
}

test('the same seed makes the same world, and what is made is a world that can be written down and read', () => {
  assert.deepEqual(generateWorld(5), worlds[5]);
  for (const world of worlds) assert.deepEqual(readWorld(JSON.parse(JSON.stringify(world))), world);
});

test('worlds have 2 to 8 campaigns of up to 60 keywords, 200 to 3,000 terms, and differ in all of it', () => {
  const accounts = worlds.map(accountOf);
  for (const { campaigns, market } of accounts) {
    assert.ok(campaigns.length >= 2 && campaigns.length <= 8);
    assert.ok(market.terms.length >= 200 && market.terms.length <= 3000, String(market.terms.length));
    for (const { ad_groups } of campaigns) {
      const keywords = ad_groups.flatMap(({ keywords: list }) => list).length;
      assert.ok(keywords >= 8 && keywords <= 60, String(keywords));
    }
  }
  const distinct = (of: (account: (typeof accounts)[number]) => unknown) => new Set(accounts.map(of)).size;
  assert.ok(distinct(({ currency }) => currency) >= 5);
  assert.ok(distinct(({ campaigns }) => campaigns[0]?.language) >= 3);
  assert.ok(distinct(({ campaigns }) => campaigns.length) >= 5);
  assert.ok(distinct(({ name }) => /\((.+)\)/.exec(name)?.[1]) >= 8);
});

test('even and odd seeds share no trade', () => {
  const trades = (parity: number) =>
    new Set(
      worlds.filter((_, seed) => seed % 2 === parity).map((world) => /\((.+)\)/.exec(accountOf(world).name)?.[1]),
    );
  assert.equal(trades(0).intersection(trades(1)).size, 0);
});

test('a typical world wastes a fifth to a quarter of its cost, none of them none or half', () => {
  const shares = worlds.map((world) => numberAt(truthOf(world), 'account', 'waste_cost_share')).sort();
  const median = shares[shares.length / 2] ?? 0;
  assert.ok(median >= 0.18 && median <= 0.26, String(median));
  assert.ok((shares[0] ?? 0) > 0.1 && (shares.at(-1) ?? 1) < 0.4, String(shares));
});

test('words that give waste away in one world sell in another', () => {
  const rates = new Map<string, number[]>();
  for (const world of worlds) {
    const { market } = accountOf(world);
    const free = market.terms.filter(
      ({ text, kind }) => /\b(free|cheap|jobs|used|course)\b/.test(text) && kind !== 'promising',
    );
    const good = free.filter(({ cvr = 0 }) => cvr > market.base.cvr / 3).length;
    if (free.length > 5) rates.set(accountOf(world).name, [good / free.length]);
  }
  const shares = [...rates.values()].flat();
  assert.ok(
    shares.length > 5 && shares.some((share) => share > 0.4) && shares.some((share) => share < 0.4),
    String(shares),
  );
});

test('60 days of a world in a closed loop take less than two seconds', () => {
  const largest = worlds.toSorted(
    (one, other) => accountOf(other).market.terms.length - accountOf(one).market.terms.length,
  )[0];
  assert.ok(largest);
  const simulation = new Simulation(largest, NOON);
  const began = process.cpuUsage();
  for (let day = 0; day < 60; day += 1) {
    simulation.advance(1);
    const today = simulation.today(GENERATED_CUSTOMER);
    const days = { first: today - 30, last: today - 1 };
    const sums = simulation.sums(GENERATED_CUSTOMER, days, ({ stream }) => stream.keyword);
    assert.ok(sums.size > 0);
  }
  const { user, system } = process.cpuUsage(began);
  assert.ok((user + system) / 1_000_000 < 2, `${(user + system) / 1000} ms`);
  assert.ok(listAt(truthOf(largest), 'search_terms').length > 1000);
});
