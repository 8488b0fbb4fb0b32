import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getOrganization } from '../../src/organizations/get-organization.ts';
import { listLimitChanges } from '../../src/organizations/list-limit-changes.ts';
import { listOrganizations } from '../../src/organizations/list-organizations.ts';
import { renameOrganization } from '../../src/organizations/rename-organization.ts';
import { setSpendingLimits } from '../../src/organizations/set-spending-limits.ts';
import { call, newWorld, refused } from '../identity/world.ts';

const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

test('an Owner renames the organization and is told what it was called; its address stays', async (t) => {
  const world = await newWorld(t);
  const owner = await world.as(await world.person('olga', 'owner'));
  assert.deepEqual(await call(renameOrganization, { name: '  Acme & Daughters ' }, owner), {
    name: 'Acme & Daughters',
    before: { name: 'Acme' },
  });
  const { slug, name } = Object(await call(getOrganization, {}, owner));
  assert.deepEqual([slug, name], ['acme', 'Acme & Daughters']);
  assert.match(JSON.stringify(await call(listOrganizations, {}, owner)), /Acme & Daughters/);
});

test('an Owner sets the cap and the limit of one change, each alone, takes the cap away, and is told what was before', async (t) => {
  const world = await newWorld(t);
  const owner = await world.as(await world.person('olga', 'owner'));
  const set = async (limits: object) => plain(await call(setSpendingLimits, limits, owner));
  const limits = (max_spend: number | null, percent: number) => ({ max_spend, api_budget_change_limit_pct: percent });
  assert.deepEqual(await set({ max_spend: 1234.56 }), { ...limits(1234.56, 25), before: limits(null, 25) });
  assert.deepEqual(await set({ api_budget_change_limit_pct: 10 }), {
    ...limits(1234.56, 10),
    before: limits(1234.56, 25),
  });
  assert.deepEqual(await set({ max_spend: null }), { ...limits(null, 10), before: limits(1234.56, 10) });
  const { max_spend, api_budget_change_limit_pct } = Object(plain(await call(getOrganization, {}, owner)));
  assert.deepEqual([max_spend, api_budget_change_limit_pct], [null, 10]);
  await refused(set({}), 'validation_error');
  for (const wrong of [{ max_spend: -1 }, { max_spend: 0.001 }, { api_budget_change_limit_pct: 101 }]) {
    assert.equal(setSpendingLimits.input.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

test('an Owner sees later who changed the limits, when, and from what to what', async (t) => {
  const world = await newWorld(t);
  const olga = await world.as(await world.person('olga', 'owner'));
  const oscar = await world.as(await world.person('oscar', 'owner'));
  await call(setSpendingLimits, { max_spend: 500 }, { ...olga, requestId: 'req_1' });
  world.turn(60_000);
  await call(setSpendingLimits, { max_spend: null, api_budget_change_limit_pct: 10 }, { ...oscar, requestId: 'req_2' });
  const { changes } = Object(plain(await call(listLimitChanges, {}, olga)));
  assert.deepEqual(
    changes.map(({ at: _, ...change }: { at: string }) => change),
    [
      {
        user: oscar.caller.email,
        request_id: 'req_2',
        max_spend: { from: 500, to: null },
        api_budget_change_limit_pct: { from: 25, to: 10 },
      },
      {
        user: olga.caller.email,
        request_id: 'req_1',
        max_spend: { from: null, to: 500 },
        api_budget_change_limit_pct: { from: 25, to: 25 },
      },
    ],
  );
});

test('a person changes the limits 200 times a day at most: what each change replaced is kept', async (t) => {
  const world = await newWorld(t);
  const olga = await world.as(await world.person('olga', 'owner'));
  const oscar = await world.as(await world.person('oscar', 'owner'));
  const setBy = (person: typeof olga, max_spend: number) =>
    call(setSpendingLimits, { max_spend }, { ...person, requestId: `req_${max_spend}` });
  for (let change = 1; change <= 200; change += 1) await setBy(olga, change);
  await refused(setBy(olga, 201), 'rate_limited');
  assert.equal(Object(plain(await setBy(oscar, 202))).max_spend, 202);
  world.turn(24 * 60 * 60 * 1000);
  assert.equal(Object(plain(await setBy(olga, 203))).max_spend, 203);
});

test('whoever is no Owner any more sets nothing, also while the change is under way', async (t) => {
  const world = await newWorld(t);
  for (const role of ['admin', 'member'] as const) {
    const person = await world.as(await world.person(role, role));
    await refused(call(setSpendingLimits, { max_spend: 1 }, person), 'role_denied', { required_role: 'owner' });
    await refused(call(renameOrganization, { name: 'Mine' }, person), 'role_denied', { required_role: 'owner' });
  }
});
