import type { Services, Tenancy } from '../../base/context.ts';
import { revokeInvitationsTo } from '../invitations/invitation.store.ts';
import { revokeKeysOf } from '../keys/api-key.store.ts';
import { deleteMember, type MemberRow } from '../membership.store.ts';

/** The type of the task in which what a member brought along is taken out of use. */
export const MEMBER_LEFT = 'member_left';

/**
 * Ends a membership, whoever wants that: the person's keys here die with it, invitations to them and the use of their
 * logins at the ad platform.
 */
export async function endMembership(
  { tasks, clock }: Pick<Services, 'tasks' | 'clock'>,
  tenancy: Tenancy,
  { person_id, email }: Pick<MemberRow, 'person_id' | 'email'>,
): Promise<void> {
  const at = new Date(clock.now());
  await deleteMember(tenancy, person_id);
  await revokeKeysOf(tenancy, person_id, at);
  await revokeInvitationsTo(tenancy, email);
  const payload = { person_id, left_at: at.toISOString() };
  await tasks.enqueue(tenancy.db, { organizationId: tenancy.organizationId, type: MEMBER_LEFT, payload });
}
