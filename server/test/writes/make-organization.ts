import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { RunningService } from '../harness/service.ts';
import { CEILINGS } from '../harness/world-people.ts';
import { Organization } from './organization.ts';
import type { RunningClock } from './running-clock.ts';

/** Makes an organization with an Owner, an admin and a member, each with a key. */
export async function makeOrganization(
  running: RunningService,
  clock: RunningClock,
  accountId: string | null,
): Promise<Organization> {
  const { world, database } = running;
  const name = `org-${randomBytes(4).toString('hex')}`;
  const organization = await world.addOrganization(name);
  const [owner, admin, member] = await Promise.all(
    (['owner', 'admin', 'member'] as const).map(async (role) => {
      const person = await world.addPerson(`${name}-${role}`);
      await world.addMember(organization, person, role);
      const key = await world.addKey({ creator: person, organization, scopes: CEILINGS[role] });
      return { person, key };
    }),
  );
  assert.ok(owner && admin && member);
  return new Organization({
    ...organization,
    people: { owner: owner.person, admin: admin.person, member: member.person },
    keys: { owner: owner.key, admin: admin.key, member: member.key },
    client: running,
    database,
    clock,
    accountId,
  });
}
