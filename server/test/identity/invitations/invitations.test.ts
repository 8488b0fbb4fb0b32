import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import type { Context } from '../../../src/base/context.ts';
import { type Database, statement, type Transaction } from '../../../src/base/database.ts';
import { Refusal } from '../../../src/base/errors.ts';
import { acceptInvitation } from '../../../src/identity/invitations/accept-invitation.ts';
import { declineInvitation } from '../../../src/identity/invitations/decline-invitation.ts';
import { forgetExpiredInvitationsTask } from '../../../src/identity/invitations/forget-expired-invitations.task.ts';
import { listInvitations } from '../../../src/identity/invitations/list-invitations.ts';
import { listMyInvitations } from '../../../src/identity/invitations/list-my-invitations.ts';
import { revokeInvitation } from '../../../src/identity/invitations/revoke-invitation.ts';
import { memberView } from '../../../src/identity/member.ts';
import { addMember } from '../../../src/identity/members/add-member.ts';
import { changeMemberRole } from '../../../src/identity/members/change-member-role.ts';
import { listMembers } from '../../../src/identity/members/list-members.ts';
import { removeMember } from '../../../src/identity/members/remove-member.ts';
import { insertMember } from '../../../src/identity/membership.store.ts';
import { call, DAY, newWorld, refused, type World, workOf } from '../world.ts';

const idsView = z.object({ invitations: z.array(z.object({ id: z.string() })) });
const rowsView = z.object({ invitations: z.array(z.looseObject({})) });
const membersView = z.object({ members: z.array(memberView) });

/** An organization with its Owner, and a person with an account who does not belong to it. */
async function withOwner(t: Parameters<typeof newWorld>[0]) {
  const world = await newWorld(t);
  const owner = await world.person('olga', 'owner');
  const mia = await world.person('mia');
  const invite = async (email: string, role = 'member') => call(addMember, { email, role }, await world.as(owner));
  return { world, owner, mia, invite };
}

async function waitingFor(world: World, person: number): Promise<string[]> {
  const answer = await call(listMyInvitations, {}, await world.signedIn(person));
  return idsView.parse(answer).invitations.map(({ id }) => id);
}

async function openIn(world: World, owner: number): Promise<string[]> {
  const answer = await call(listInvitations, {}, await world.as(owner));
  return idsView.parse(answer).invitations.map(({ id }) => id);
}

async function rolesIn(world: World, owner: number) {
  const { members } = membersView.parse(await call(listMembers, {}, await world.as(owner)));
  return Object.fromEntries(members.map(({ name, role }) => [name, role]));
}

async function answer(world: World, operation: typeof acceptInvitation | typeof declineInvitation, person: number) {
  const [id] = await waitingFor(world, person);
  return call(operation, { invitation_id: id }, await world.signedIn(person));
}

/** The same context, writing down what its transactions ask. */
function recording(context: Context) {
  const statements: string[] = [];
  const noted = (db: Transaction): Transaction => ({
    ...db,
    row: (asked, ...values) => {
      statements.push(asked.text);
      return db.row(asked, ...values);
    },
    rows: (asked, ...values) => {
      statements.push(asked.text);
      return db.rows(asked, ...values);
    },
    execute: (asked, ...values) => {
      statements.push(asked.text);
      return db.execute(asked, ...values);
    },
  });
  const recorded = (database: Database): Database => ({
    ...database,
    transaction: (work) => database.transaction((db) => work(noted(db))),
    forDirectWrites: () => recorded(database.forDirectWrites()),
  });
  return { context: { ...context, database: recorded(context.database) }, statements };
}

suite('An invitation', () => {
  test('makes a person with an account a member once it is accepted, in the role named', async (t) => {
    const { world, owner, mia, invite } = await withOwner(t);
    await invite(' Mia@Acme.test ', 'admin');
    assert.deepEqual(await rolesIn(world, owner), { olga: 'owner' }, 'nobody joins without being asked');
    assert.deepEqual(await answer(world, acceptInvitation, mia), {
      organization: { slug: 'acme', name: 'Acme' },
      role: 'admin',
    });
    assert.deepEqual(await rolesIn(world, owner), { mia: 'admin', olga: 'owner' });
    assert.deepEqual([await waitingFor(world, mia), await openIn(world, owner)], [[], []]);
  });

  test('says the same of an address whether or not anybody has an account with it', async (t) => {
    const { world, owner, invite } = await withOwner(t);
    const expires_at = new Date(world.now() + 7 * DAY).toISOString();
    for (const email of ['mia@acme.test', 'nobody@acme.test']) {
      assert.deepEqual(await invite(email), { email, role: 'member', expires_at });
    }
    const [toNobody, toMia] = rowsView.parse(await call(listInvitations, {}, await world.as(owner))).invitations;
    assert.deepEqual(Object.keys(toNobody ?? {}), Object.keys(toMia ?? {}));
    assert.deepEqual({ ...toNobody, id: '', email: '' }, { ...toMia, id: '', email: '' });
    const [mailToMia, mailToNobody] = await world.emails();
    const unaddressed = (mail = { to: '', subject: '', text: '' }) => ({
      subject: mail.subject,
      text: mail.text.replace(/\/join\/\S+/, '/join/'),
    });
    assert.deepEqual(unaddressed(mailToNobody), unaddressed(mailToMia));
    assert.deepEqual([mailToMia?.to, mailToNobody?.to], ['mia@acme.test', 'nobody@acme.test']);
    assert.match(mailToMia?.text ?? '', /olga .*invites you to the organization “Acme” on Sluice, as a Member\./);
  });

  test('asks the database the same things whether or not anybody has an account with the address', async (t) => {
    const { world, owner } = await withOwner(t);
    const asked: string[][] = [];
    for (const email of ['mia@acme.test', 'nobody@acme.test']) {
      const { context, statements } = recording(await world.as(owner));
      await call(addMember, { email, role: 'member' }, context);
      asked.push(statements);
    }
    assert.deepEqual(asked[0], asked[1]);
    assert.ok((asked[0]?.length ?? 0) > 5);
    assert.ok(!asked.flat().some((text) => /from person\b/.test(text)), 'nobody is looked up');
  });

  test('waits for an account that is made later', async (t) => {
    const { world, owner, invite } = await withOwner(t);
    await invite('nina@acme.test');
    world.turn(3 * DAY);
    const nina = await world.person('nina');
    await answer(world, acceptInvitation, nina);
    assert.deepEqual(await rolesIn(world, owner), { nina: 'member', olga: 'owner' });
  });

  test('runs out after seven days', async (t) => {
    const { world, owner, mia, invite } = await withOwner(t);
    await invite('mia@acme.test');
    world.turn(7 * DAY - 1);
    const [id] = await waitingFor(world, mia);
    assert.ok(id);
    world.turn(1);
    assert.deepEqual([await waitingFor(world, mia), await openIn(world, owner)], [[], []]);
    await refused(call(acceptInvitation, { invitation_id: id }, await world.signedIn(mia)), 'not_found');
    await refused(call(revokeInvitation, { invitation_id: id }, await world.as(owner)), 'not_found');
    await forgetExpiredInvitationsTask.run({}, null, workOf(world));
    assert.deepEqual(await world.database.rows(statement<[], unknown>('select 1 from invitation')), []);
  });

  test('is used once: of two answers at once one counts', async (t) => {
    const { world, mia, invite } = await withOwner(t);
    await invite('mia@acme.test');
    const [invitation_id] = await waitingFor(world, mia);
    const context = await world.signedIn(mia);
    const both = await Promise.allSettled(
      [acceptInvitation, acceptInvitation, declineInvitation].map((one) => call(one, { invitation_id }, context)),
    );
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
    await refused(call(acceptInvitation, { invitation_id }, context), 'not_found');
  });

  test('is for the person invited and nobody else', async (t) => {
    const { world, mia, invite } = await withOwner(t);
    const nina = await world.person('nina');
    await invite('mia@acme.test');
    const [invitation_id] = await waitingFor(world, mia);
    assert.deepEqual(await waitingFor(world, nina), []);
    const context = await world.signedIn(nina);
    for (const operation of [acceptInvitation, declineInvitation]) {
      await refused(call(operation, { invitation_id }, context), 'not_found');
    }
    assert.deepEqual(await waitingFor(world, mia), [invitation_id]);
  });

  test('that is declined stays open to the Owners: that there is an account is not told', async (t) => {
    const { world, owner, mia, invite } = await withOwner(t);
    await invite('mia@acme.test');
    const before = await call(listInvitations, {}, await world.as(owner));
    assert.deepEqual(await answer(world, declineInvitation, mia), { declined: true });
    assert.deepEqual(await waitingFor(world, mia), []);
    assert.deepEqual(await call(listInvitations, {}, await world.as(owner)), before);
    const [invitation_id] = await openIn(world, owner);
    await call(revokeInvitation, { invitation_id }, await world.as(owner));
    assert.deepEqual(await openIn(world, owner), []);
  });

  test('can be revoked until it is accepted, whichever comes first', async (t) => {
    const { world, owner, mia, invite } = await withOwner(t);
    for (let i = 0; i < 10; i += 1) {
      await invite('mia@acme.test');
      const [invitation_id] = await openIn(world, owner);
      const outcomes = await Promise.allSettled([
        call(acceptInvitation, { invitation_id }, await world.signedIn(mia)),
        call(revokeInvitation, { invitation_id }, await world.as(owner)),
      ]);
      const [accepted, revoked] = outcomes.map(({ status }) => status === 'fulfilled');
      for (const one of outcomes) {
        if (one.status === 'rejected') assert.ok(one.reason instanceof Refusal, String(one.reason));
      }
      assert.notEqual(accepted, revoked);
      assert.equal('mia' in (await rolesIn(world, owner)), accepted);
      if (accepted) await call(removeMember, { person_id: mia }, await world.as(owner));
    }
  });

  test('that is sent again replaces the one before', async (t) => {
    const { world, owner, mia, invite } = await withOwner(t);
    await invite('mia@acme.test', 'owner');
    const [first] = await waitingFor(world, mia);
    world.turn(DAY);
    await invite('mia@acme.test', 'member');
    assert.equal((await openIn(world, owner)).length, 1);
    await refused(call(acceptInvitation, { invitation_id: first }, await world.signedIn(mia)), 'not_found');
    await answer(world, acceptInvitation, mia);
    assert.deepEqual(await rolesIn(world, owner), { mia: 'member', olga: 'owner' });
  });

  test('never raises or lowers the role of a member', async (t) => {
    const { world, owner, mia, invite } = await withOwner(t);
    await refused(invite('olga@acme.test', 'member'), 'validation_error');
    for (const role of ['owner', 'member'] as const) {
      await invite('mia@acme.test', role);
      await insertMember(
        { organizationId: world.organizationId, db: world.database },
        { personId: mia, role: 'admin', createdAt: new Date(world.now()) },
      );
      assert.deepEqual(await answer(world, acceptInvitation, mia), {
        organization: { slug: 'acme', name: 'Acme' },
        role: 'admin',
      });
      assert.deepEqual(await rolesIn(world, owner), { mia: 'admin', olga: 'owner' });
      await call(removeMember, { person_id: mia }, await world.as(owner));
    }
  });

  test('of an Owner who owns the organization no more is void', async (t) => {
    const { world, owner, mia } = await withOwner(t);
    const rogue = await world.person('rob', 'owner');
    await call(addMember, { email: 'mia@acme.test', role: 'owner' }, await world.as(rogue));
    const [invitation_id] = await waitingFor(world, mia);
    await call(changeMemberRole, { person_id: rogue, role: 'member' }, await world.as(owner));
    assert.deepEqual([await waitingFor(world, mia), await openIn(world, owner)], [[], []]);
    await refused(call(acceptInvitation, { invitation_id }, await world.signedIn(mia)), 'not_found');
    await call(removeMember, { person_id: rogue }, await world.as(owner));
    await refused(call(acceptInvitation, { invitation_id }, await world.signedIn(mia)), 'not_found');
  });

  test('does not let a person back in who was removed after it was sent', async (t) => {
    const { world, owner, mia, invite } = await withOwner(t);
    await invite('mia@acme.test');
    const [invitation_id] = await waitingFor(world, mia);
    await insertMember(
      { organizationId: world.organizationId, db: world.database },
      { personId: mia, role: 'member', createdAt: new Date(world.now()) },
    );
    await call(removeMember, { person_id: mia }, await world.as(owner));
    await refused(call(acceptInvitation, { invitation_id }, await world.signedIn(mia)), 'not_found');
  });

  test('goes to an address and nothing else', async (t) => {
    const { world, invite } = await withOwner(t);
    for (const email of ['mia', 'a@b.test, c@d.test', 'a@b.test\nBcc: c@d.test', '<a@b.test>', '@b.test']) {
      await assert.rejects(invite(email), z.ZodError, email);
    }
    assert.deepEqual(await world.emails(), []);
  });

  test('is one of at most a hundred that an organization sends in seven days', async (t) => {
    const { world, owner, invite } = await withOwner(t);
    for (let i = 0; i < 100; i += 1) await invite(i % 2 ? 'same@acme.test' : `person-${i}@acme.test`);
    await assert.rejects(invite('one-more@acme.test'), (error) => {
      assert.ok(error instanceof Refusal && error.code === 'rate_limited');
      assert.equal(error.headers['retry-after'], String((7 * DAY) / 1000));
      return true;
    });
    assert.equal((await openIn(world, owner)).length, 51);
    world.turn(7 * DAY);
    await invite('one-more@acme.test');
  });
});
