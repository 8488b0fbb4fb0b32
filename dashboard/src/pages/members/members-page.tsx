import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { MembersIcon, PlusIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { reading } from '../../queries.ts';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { InviteMemberDialog } from './invite-member-dialog.tsx';
import { type MemberDialog, MemberTable } from './member-table.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RevokeInvitationDialog } from './revoke-invitation-dialog.tsx';

/** Who belongs to the organization; Owners decide. */
export default function MembersPage() {
  const { slug, name, role } = useOrganization();
  const members = useQuery(reading(api.listMembers, { org: slug }));
  const { open, show, close } = useDialog<MemberDialog>();
  const isOwner = role === 'owner';
  return (
    <Page
      title="Members"
      of={name}
      description={
        isOwner
          ? 'A role is the ceiling for everything a person does here, and for the keys and apps of that person.'
          : 'Who belongs to this organization. Owners invite and remove people and give them their roles.'
      }
      actions={
        isOwner && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => show({ dialog: 'invite' })}>
            Invite member
          </Button>
        )
      }
    >
      <Section flush>
        <Loaded query={members} skeleton={<RowsSkeleton rows={5} />}>
          {({ members }) =>
            members.length === 0 ? <Nobody /> : <MemberTable members={members} onAct={show} isOwner={isOwner} />
          }
        </Loaded>
      </Section>
      {isOwner && <PendingInvitations onRevoke={(invitation) => show({ dialog: 'revoke', invitation })} />}
      {open?.dialog === 'invite' && <InviteMemberDialog onClose={close} />}
      {open?.dialog === 'role' && <ChangeRoleDialog member={open.member} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveMemberDialog member={open.member} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeInvitationDialog invitation={open.invitation} onClose={close} />}
    </Page>
  );
}

function Nobody() {
  return (
    <Empty icon={MembersIcon} title="Nobody is a member yet">
      The operator of this service adds the first Owner.
    </Empty>
  );
}
