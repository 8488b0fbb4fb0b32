import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { Refusal } from '../../../src/base/errors.ts';
import { memberView } from '../../../src/identity/member.ts';
import { addMember } from '../../../src/identity/members/add-member.ts';
import { changeMemberRole } from '../../../src/identity/members/change-member-role.ts';
import { listMembers } from '../../../src/identity/members/list-members.ts';
import { removeMember } from '../../../src/identity/members/remove-member.ts';
import { insertMember } from '../../../src/identity/membership.store.ts';
import { getApprovalsSetting } from '../../../src/organizations/get-approvals-setting.ts';
import { setApprovalsSetting } from '../../../src/organizations/set-approvals-setting.ts';
import { call, newWorld, refused, type World } from '../world.ts';

const ownersLeft = statement<[organizationId: number], { person_id: number }>(
  `select person_id from membership where organization_id = $1 and role = 'owner'`,
);
const listView = z.object({ members: z.array(memberView) });

async function roles(world: World, personId: number) {
  const { members } = listView.parse(await call(listMembers, {}, await world.as(personId)));
  return members.map(({ name, role }) => [name, role]);
}

suite('Members', () => {
  test('an Owner changes the role of a member and removes the person', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('olga', 'owner');
    const mia = await world.person('mia', 'member');
    const context = await world.as(owner);
    await call(changeMemberRole, { person_id: mia, role: 'admin' }, context);
    assert.deepEqual(await roles(world, owner), [
      ['mia', 'admin'],
      ['olga', 'owner'],
    ]);
    await call(removeMember, { person_id: mia }, context);
    assert.deepEqual(await roles(world, owner), [['olga', 'owner']]);
    await refused(call(removeMember, { person_id: mia }, context), 'not_found');
  });

  test('keys of a person who was removed stay dead when the person comes back', async (t) => {
    const world = await newWorld(t);
    const context = await world.as(await world.person('olga', 'owner'));
    const adam = await world.person('adam', 'admin');
    const { key } = await world.newKey(adam, ['campaigns:read'], 'Nightly');
    await call(removeMember, { person_id: adam }, context);
    assert.equal(await world.present(key), 'unauthorized');
    const createdAt = new Date(world.now());
    await insertMember({ ...context, db: world.database }, { personId: adam, role: 'admin', createdAt });
    assert.equal(await world.present(key), 'unauthorized');
  });

  test('only Owners change members and approvals', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('olga', 'owner');
    const admin = await world.as(await world.person('adam', 'admin'));
    const staff = await world.as(await world.staff('sam'));
    for (const operation of [addMember, changeMemberRole, removeMember, setApprovalsSetting]) {
      assert.equal(operation.ownersOnly, true, operation.name);
    }
    for (const context of [admin, staff]) {
      const denied = { required_role: 'owner' };
      await refused(call(removeMember, { person_id: owner }, context), 'role_denied', denied);
      await refused(call(changeMemberRole, { person_id: owner, role: 'member' }, context), 'role_denied', denied);
      await refused(call(addMember, { email: 'sam@acme.test', role: 'owner' }, context), 'role_denied', denied);
      await refused(call(setApprovalsSetting, { required: true }, context), 'role_denied', denied);
    }
  });

  test('an organization always keeps at least one Owner', async (t) => {
    const world = await newWorld(t);
    const owner = await world.person('olga', 'owner');
    await world.person('adam', 'admin');
    const context = await world.as(owner);
    await refused(call(removeMember, { person_id: owner }, context), 'validation_error');
    await refused(call(changeMemberRole, { person_id: owner, role: 'admin' }, context), 'validation_error');
    await call(changeMemberRole, { person_id: owner, role: 'owner' }, context);
  });

  test('an organization keeps an Owner when all Owners step down at the same time', async (t) => {
    const world = await newWorld(t);
    const owners = await Promise.all(['a', 'b', 'c', 'd'].map((name) => world.person(name, 'owner')));
    const contexts = await Promise.all(owners.map((owner) => world.as(owner)));
    const steps = contexts.flatMap((context, index) => [
      call(changeMemberRole, { person_id: owners[index], role: 'admin' }, context),
      call(removeMember, { person_id: owners[(index + 1) % owners.length] }, context),
    ]);
    for (const outcome of await Promise.allSettled(steps)) {
      if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof Refusal, String(outcome.reason));
    }
    const remaining = await world.database.rows(ownersLeft, world.organizationId);
    assert.ok(remaining.length >= 1);
  });
});

suite('Approvals', () => {
  test('approvals are off by default and an Owner may turn them on', async (t) => {
    const world = await newWorld(t);
    const context = await world.as(await world.person('olga', 'owner'));
    assert.deepEqual(await call(getApprovalsSetting, {}, context), { required: false });
    assert.deepEqual(await call(setApprovalsSetting, { required: true }, context), { required: true });
    assert.deepEqual(await call(getApprovalsSetting, {}, context), { required: true });
  });
});
