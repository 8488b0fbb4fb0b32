import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type Invitation } from '../../api.ts';
import { formatDate, formatWords } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { Section } from '../../parts/page.tsx';
import { Failure } from '../../parts/states.tsx';
import { Heads } from '../../parts/table/heads.tsx';
import { reading } from '../../queries.ts';
import classes from './member-table.module.css';

interface PendingInvitationsProps {
  onRevoke: (invitation: Invitation) => void;
}

/** Whom the Owners have invited; nothing is shown where nobody is waited for. */
export function PendingInvitations({ onRevoke }: PendingInvitationsProps) {
  const { slug } = useOrganization();
  const { data, error, isFetching, refetch } = useQuery(reading(api.listInvitations, { org: slug }));
  if (data ? data.invitations.length === 0 : !error) return null;
  return (
    <Section title="Pending invitations" description="They run out seven days after they were sent." flush>
      {data ? (
        <Table verticalSpacing={9}>
          <Heads names={['Invited', 'Role', 'Waits until']} wideOnly={['Waits until']} />
          <Table.Tbody>
            {data.invitations.map((invitation) => (
              <PendingRow key={invitation.id} invitation={invitation} onRevoke={onRevoke} />
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        error && <Failure error={error} retry={refetch} busy={isFetching} />
      )}
    </Section>
  );
}

function PendingRow({ invitation, onRevoke }: PendingInvitationsProps & { invitation: Invitation }) {
  const { email, role, invited_by, expires_at } = invitation;
  return (
    <Table.Tr>
      <Table.Td className={classes.person}>
        <Text fw={550}>{email}</Text>
        <Text size="sm" c="dimmed">
          Invited by {invited_by}
        </Text>
      </Table.Td>
      <Table.Td>{formatWords(role)}</Table.Td>
      <Table.Td visibleFrom="sm" className={classes.date}>
        {formatDate(expires_at)}
      </Table.Td>
      <Table.Td className={classes.actions}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Revoke the invitation to ${email}`}
          onClick={() => onRevoke(invitation)}
        >
          Revoke
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
