import { ActionIcon, Menu, Table, Text } from '@mantine/core';
import type { Invitation, Member } from '../../api.ts';
import { formatDate, formatWords } from '../../format.ts';
import { useMe } from '../../organization.tsx';
import { MembersIcon, MoreIcon, RemovePersonIcon } from '../../parts/icons.tsx';
import { Tag } from '../../parts/status.tsx';
import { Heads } from '../../parts/table/heads.tsx';
import classes from './member-table.module.css';

/** What is open over the list of members. */
export type MemberDialog =
  | { dialog: 'invite' }
  | { dialog: 'role' | 'remove'; member: Member }
  | { dialog: 'revoke'; invitation: Invitation };

interface MemberTableProps {
  members: readonly Member[];
  isOwner: boolean;
  onAct: (open: MemberDialog) => void;
}

/** The members with their roles; for Owners also what can be done about them. */
export function MemberTable({ members, isOwner, onAct }: MemberTableProps) {
  const { email } = useMe();
  const owners = members.filter(({ role }) => role === 'owner').length;
  return (
    <Table verticalSpacing={9}>
      <Heads names={['Member', 'Role', 'Since']} wideOnly={['Since']} acts={isOwner} />
      <Table.Tbody>
        {members.map((member) => (
          <Table.Tr key={member.person_id}>
            <Table.Td className={classes.person}>
              <Text fw={550}>
                {member.name} {member.email === email && <Tag>You</Tag>}
              </Text>
              <Text size="sm" c="dimmed">
                {member.email}
              </Text>
            </Table.Td>
            <Table.Td>{formatWords(member.role)}</Table.Td>
            <Table.Td visibleFrom="sm" className={classes.date}>
              {formatDate(member.since)}
            </Table.Td>
            {isOwner && (
              <Table.Td className={classes.actions}>
                <MemberActions member={member} last={member.role === 'owner' && owners === 1} onAct={onAct} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface MemberActionsProps {
  member: Member;
  /** An organization always keeps one Owner. */
  last: boolean;
  onAct: (open: MemberDialog) => void;
}

function MemberActions({ member, last, onAct }: MemberActionsProps) {
  return (
    <Menu position="bottom-end" shadow="md" radius="md" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${member.name}`}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {last && <Menu.Label>The only Owner: make someone else Owner first.</Menu.Label>}
        <Menu.Item
          disabled={last}
          leftSection={<MembersIcon size={16} />}
          onClick={() => onAct({ dialog: 'role', member })}
        >
          Change role…
        </Menu.Item>
        <Menu.Item
          disabled={last}
          color="var(--mantine-color-error)"
          leftSection={<RemovePersonIcon size={16} />}
          onClick={() => onAct({ dialog: 'remove', member })}
        >
          Remove…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
