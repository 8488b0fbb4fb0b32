import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import type { Scope } from '../../../src/base/scopes.ts';
import { oneYearAfter } from '../../../src/identity/keys/api-key.ts';
import { apiKeyView, issuedKeyView } from '../../../src/identity/keys/api-key.view.ts';
import { createApiKey } from '../../../src/identity/keys/create-api-key.ts';
import { listApiKeys } from '../../../src/identity/keys/list-api-keys.ts';
import { revokeApiKey } from '../../../src/identity/keys/revoke-api-key.ts';
import { rotateApiKey } from '../../../src/identity/keys/rotate-api-key.ts';
import { changeMemberRole } from '../../../src/identity/members/change-member-role.ts';
import { removeMember } from '../../../src/identity/members/remove-member.ts';
import { call, DAY, newWorld, refused, type World } from '../world.ts';

const HOUR = DAY / 24;
const listView = z.object({ api_keys: z.array(apiKeyView) });

async function listed(world: World, personId: number) {
  return listView.parse(await call(listApiKeys, {}, await world.as(personId))).api_keys;
}

async function stateOf(world: World, personId: number, id: string) {
  return (await listed(world, personId)).find((key) => key.id === id)?.state;
}

async function rotate(world: World, personId: number, keyId: string) {
  return issuedKeyView.parse(await call(rotateApiKey, { key_id: keyId }, await world.as(personId)));
}

suite('Creation', () => {
  test('any member of the organization may create a key, within the role ceiling', async (t) => {
    const world = await newWorld(t);
    const ceilings: [role: 'member' | 'admin' | 'owner', allowed: Scope, above: Scope | undefined][] = [
      ['member', 'reports:generate', 'campaigns:write'],
      ['admin', 'keywords:write', 'audit:read'],
      ['owner', 'audit:read', undefined],
    ];
    for (const [role, allowed, above] of ceilings) {
      const person = await world.person(role, role);
      assert.equal(await world.present((await world.newKey(person, [allowed])).key), 'works');
      if (above) {
        const asked = world.newKey(person, ['campaigns:read', above]);
        await refused(asked, 'insufficient_scope', { required_scope: above });
      }
    }
  });

  test('the operator’s staff neither create nor list keys', async (t) => {
    const world = await newWorld(t);
    const staff = await world.staff('sam');
    const key = await world.newKey(await world.person('owner', 'owner'));
    await refused(world.newKey(staff), 'role_denied', { required_role: 'member' });
    await refused(listed(world, staff), 'role_denied');
    await refused(rotate(world, staff, key.id), 'role_denied');
    await refused(call(revokeApiKey, { key_id: key.id }, await world.as(staff)), 'role_denied');
  });

  test('a key has a name of 1 to 80 characters and at least one scope', () => {
    const { input } = createApiKey;
    const scopes = ['campaigns:read'];
    assert.ok(input.safeParse({ name: 'x'.repeat(80), scopes }).success);
    for (const name of ['', '   ', 'x'.repeat(81), 'two\nlines']) {
      assert.equal(input.safeParse({ name, scopes }).success, false, JSON.stringify(name));
    }
    assert.equal(input.safeParse({ name: 'x', scopes: [] }).success, false);
    assert.equal(input.safeParse({ name: 'x', scopes: ['everything'] }).success, false);
  });

  test('a person has at most 50 live keys in an organization, also when many are created at once', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const context = await world.as(mia);
    const create = () => call(createApiKey, { name: 'One of many', scopes: ['campaigns:read'] }, context);
    for (let i = 0; i < 45; i += 1) await create();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, create));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5);
    assert.equal((await listed(world, mia)).length, 50);
    await assert.rejects(create(), { code: 'validation_error', message: /at most 50 keys in an organization/ });
    await world.newKey(await world.person('adam', 'admin'));
  });

  test('a key that ended makes room for another', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const first = await world.newKey(mia);
    world.turn(DAY);
    for (let i = 0; i < 49; i += 1) await world.newKey(mia);
    await call(revokeApiKey, { key_id: first.id }, await world.as(mia));
    await world.newKey(mia);
    await refused(world.newKey(mia), 'validation_error');
    world.turn(365 * DAY);
    await world.newKey(mia);
  });

  test('a rotated key does not count beside its replacement, and a replacement counts for its new owner', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const owner = await world.person('olga', 'owner');
    const keys = [];
    for (let i = 0; i < 50; i += 1) keys.push(await world.newKey(mia));
    for (let i = 0; i < 49; i += 1) await world.newKey(owner);
    const [first, second, third] = keys;
    assert.ok(first && second && third);
    await rotate(world, mia, first.id);
    await refused(world.newKey(mia), 'validation_error');
    await rotate(world, owner, second.id);
    await world.newKey(mia);
    await refused(rotate(world, owner, third.id), 'validation_error');
    assert.equal(await world.present(third.key), 'works');
  });

  test('a role lost while the request was under way creates nothing', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('owner', 'owner');
    const admin = await world.person('admin', 'admin');
    const stale = await world.as(admin);
    await call(changeMemberRole, { person_id: admin, role: 'member' }, await world.as(owner));
    const asked = call(createApiKey, { name: 'x', scopes: ['campaigns:write'] }, stale);
    await refused(asked, 'insufficient_scope', { required_scope: 'campaigns:write' });
  });
});

suite('Display and storage', () => {
  test('a key is shown once at creation; afterwards only the prefix and last four characters', async (t) => {
    const world = await newWorld(t);
    const person = await world.person('mia', 'member');
    const issued = await world.newKey(person);
    assert.match(issued.key, /^svc_live_[0-9A-Za-z]{36}$/);
    const [shown] = await listed(world, person);
    assert.ok(shown);
    assert.equal(shown.prefix, issued.key.slice(0, 13));
    assert.equal(shown.last_four, issued.key.slice(-4));
    assert.equal(JSON.stringify(shown).includes(issued.key), false);
  });

  test('only a SHA-256 hash is kept', async (t) => {
    const world = await newWorld(t);
    const { key } = await world.newKey(await world.person('mia', 'member'));
    const everything = statement<[], { row: string; hash: string }>(
      `select k::text as row, encode(hash, 'hex') as hash from api_key k`,
    );
    const [row] = await world.database.rows(everything);
    assert.ok(row);
    assert.equal(row.row.includes(key.slice(9, 39)), false);
    assert.equal(row.hash, createHash('sha256').update(key).digest('hex'));
  });

  test('a member sees their own keys, an Owner all keys of the organization', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('owner', 'owner');
    const mia = await world.person('mia', 'member');
    await world.newKey(owner, ['audit:read'], 'Audit');
    world.turn(1000);
    await world.newKey(mia, ['reports:read', 'campaigns:read'], 'Reports');
    assert.deepEqual(
      (await listed(world, mia)).map((key) => [key.name, key.creator.email, key.scopes]),
      [['Reports', 'mia@acme.test', ['campaigns:read', 'reports:read']]],
    );
    assert.deepEqual(
      (await listed(world, owner)).map((key) => key.name),
      ['Reports', 'Audit'],
    );
  });
});

suite('Scope', () => {
  test('if the creator’s role falls below what the key carries, the key stops working and answers unauthorized', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('owner', 'owner');
    const admin = await world.person('admin', 'admin');
    const strong = await world.newKey(admin, ['campaigns:write']);
    const weak = await world.newKey(admin, ['campaigns:read']);
    await call(changeMemberRole, { person_id: admin, role: 'member' }, await world.as(owner));
    assert.equal(await world.present(strong.key), 'unauthorized');
    assert.equal(await world.present(weak.key), 'works');
    assert.equal(await stateOf(world, owner, strong.id), 'stopped');
    assert.equal(await stateOf(world, owner, weak.id), 'active');
  });

  test('a person removed from the organization loses keys at once', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('owner', 'owner');
    const mia = await world.person('mia', 'member');
    const key = await world.newKey(mia);
    await call(removeMember, { person_id: mia }, await world.as(owner));
    assert.equal(await world.present(key.key), 'unauthorized');
    assert.equal(await stateOf(world, owner, key.id), 'revoked');
  });
});

suite('Expiry', () => {
  test('a key expires one year after creation', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const key = await world.newKey(mia);
    assert.equal(key.expires_at, '2027-03-10T09:30:00.000Z');
    world.turn(365 * DAY - 1);
    assert.equal(await world.present(key.key), 'works');
    world.turn(1);
    assert.equal(await world.present(key.key), 'unauthorized');
    assert.equal(await stateOf(world, mia, key.id), 'expired');
  });

  test('a year is a calendar year', () => {
    const cases = [
      ['2027-06-01T00:00:00.000Z', '2028-06-01T00:00:00.000Z'],
      ['2028-02-29T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
      ['2027-12-31T23:59:59.999Z', '2028-12-31T23:59:59.999Z'],
    ];
    for (const [from = '', to] of cases) assert.equal(oneYearAfter(Date.parse(from)).toISOString(), to);
  });
});

suite('Rotation', () => {
  test('rotation issues a replacement with the same name and scopes that expires a year later', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const old = await world.newKey(mia, ['campaigns:read', 'reports:read'], 'Nightly');
    world.turn(100 * DAY);
    const replacement = await rotate(world, mia, old.id);
    assert.equal(replacement.name, 'Nightly');
    assert.deepEqual(replacement.scopes, ['campaigns:read', 'reports:read']);
    assert.equal(replacement.expires_at, '2027-06-18T09:30:00.000Z');
    assert.equal(await world.present(replacement.key), 'works');
  });

  test('the old key keeps working up to 48 hours', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const old = await world.newKey(mia);
    const replacement = await rotate(world, mia, old.id);
    const shown = (await listed(world, mia)).find((key) => key.id === old.id);
    assert.deepEqual([shown?.state, shown?.replaced_by], ['rotated', replacement.id]);
    world.turn(48 * HOUR - 1);
    assert.equal(await world.present(old.key), 'works');
    world.turn(1);
    assert.equal(await world.present(old.key), 'unauthorized');
    assert.equal(await world.present(replacement.key), 'works');
  });

  test('the old key keeps working less than 48 hours if it expires sooner', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const old = await world.newKey(mia);
    world.turn(365 * DAY - HOUR);
    await rotate(world, mia, old.id);
    world.turn(HOUR);
    assert.equal(await world.present(old.key), 'unauthorized');
  });

  test('of keys that were rotated one after another two work at most, and share one limit', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const first = await world.newKey(mia);
    const second = await rotate(world, mia, first.id);
    const third = await rotate(world, mia, second.id);
    const works = [];
    for (const { key } of [first, second, third]) works.push(await world.present(key));
    assert.deepEqual(works, ['unauthorized', 'works', 'works']);
  });

  test('a person makes at most 200 keys a day, whatever becomes of them', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    let last = await world.newKey(mia);
    for (let made = 1; made < 200; made += 1) last = await rotate(world, mia, last.id);
    await refused(rotate(world, mia, last.id), 'rate_limited');
    await refused(world.newKey(mia), 'rate_limited');
    world.turn(DAY + 1);
    await rotate(world, mia, last.id);
  });

  test('the replacement belongs to the person who rotated', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('owner', 'owner');
    const mia = await world.person('mia', 'member');
    const old = await world.newKey(mia);
    const replacement = await rotate(world, owner, old.id);
    assert.equal(replacement.creator.email, 'owner@acme.test');
    await call(removeMember, { person_id: mia }, await world.as(owner));
    assert.equal(await world.present(old.key), 'unauthorized');
    assert.equal(await world.present(replacement.key), 'works');
  });

  test('only the creator or an Owner may rotate or revoke', async (t) => {
    const world = await newWorld(t);
    const key = await world.newKey(await world.person('mia', 'member'));
    const admin = await world.person('admin', 'admin');
    await refused(rotate(world, admin, key.id), 'role_denied', { required_role: 'owner' });
    await refused(call(revokeApiKey, { key_id: key.id }, await world.as(admin)), 'role_denied');
    assert.equal(await world.present(key.key), 'works');
  });

  test('a replacement is never above the role of the person who rotates', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('owner', 'owner');
    const admin = await world.person('admin', 'admin');
    const key = await world.newKey(admin, ['campaigns:write']);
    await call(changeMemberRole, { person_id: admin, role: 'member' }, await world.as(owner));
    await refused(rotate(world, admin, key.id), 'insufficient_scope', { required_scope: 'campaigns:write' });
    assert.equal(await world.present((await rotate(world, owner, key.id)).key), 'works');
  });

  test('a key that was rotated, revoked or has expired cannot be rotated', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const rotated = await world.newKey(mia);
    const revoked = await world.newKey(mia);
    const expired = await world.newKey(mia);
    await rotate(world, mia, rotated.id);
    await call(revokeApiKey, { key_id: revoked.id }, await world.as(mia));
    await refused(rotate(world, mia, rotated.id), 'validation_error');
    await refused(rotate(world, mia, revoked.id), 'validation_error');
    world.turn(366 * DAY);
    await refused(rotate(world, mia, expired.id), 'validation_error');
    await refused(rotate(world, mia, 'key_unknown'), 'not_found');
  });

  test('of two rotations at once only one issues a replacement', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('owner', 'owner');
    const key = await world.newKey(owner);
    const context = await world.as(owner);
    const rotations = Array.from({ length: 6 }, () => call(rotateApiKey, { key_id: key.id }, context));
    const settled = await Promise.allSettled(rotations);
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await listed(world, owner)).length, 2);
  });
});

suite('Revocation', () => {
  test('revocation is immediate and irreversible; the next request answers unauthorized', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('owner', 'owner');
    const mia = await world.person('mia', 'member');
    const own = await world.newKey(mia);
    const byOwner = await world.newKey(mia);
    await call(revokeApiKey, { key_id: own.id }, await world.as(mia));
    await call(revokeApiKey, { key_id: byOwner.id }, await world.as(owner));
    assert.equal(await world.present(own.key), 'unauthorized');
    assert.equal(await world.present(byOwner.key), 'unauthorized');
    const first = (await listed(world, mia)).find((key) => key.id === own.id);
    assert.equal(first?.state, 'revoked');
    world.turn(HOUR);
    const again = apiKeyView.parse(await call(revokeApiKey, { key_id: own.id }, await world.as(mia)));
    assert.equal(again.revoked_at, first?.revoked_at);
  });

  test('a rotated key can be revoked before its 48 hours are over', async (t) => {
    const world = await newWorld(t);
    const mia = await world.person('mia', 'member');
    const old = await world.newKey(mia);
    await rotate(world, mia, old.id);
    await call(revokeApiKey, { key_id: old.id }, await world.as(mia));
    assert.equal(await world.present(old.key), 'unauthorized');
  });
});
