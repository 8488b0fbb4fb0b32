import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type Member } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { MembersIcon, PlusIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { reading } from '../../queries.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { MemberTable } from './member-table.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

/** What is open over the list of members. */
export type MemberDialog = { dialog: 'add' } | { dialog: 'role' | 'remove'; member: Member };

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
          : 'Who belongs to this organization. Owners add and remove people and give them their roles.'
      }
      actions={
        isOwner && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => show({ dialog: 'add' })}>
            Add member
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
      {open?.dialog === 'add' && <AddMemberDialog onClose={close} />}
      {open?.dialog === 'role' && <ChangeRoleDialog member={open.member} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveMemberDialog member={open.member} onClose={close} />}
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
