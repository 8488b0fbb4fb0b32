import { Button, Group, Table, Text } from '@mantine/core';
import { type Answer, api } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { InfoIcon } from '../../parts/icons.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { Heads } from '../../parts/table/heads.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useChange } from '../../queries.ts';
import { ConnectButton } from './connect-button.tsx';
import classes from './settings.module.css';

type Login = Answer<typeof api.listAdConnections>['connections'][number];

/** The logins at the ad platform that were connected here. */
export function LoginList({ logins }: { logins: readonly Login[] }) {
  const mayManage = useMay('campaigns:write');
  const { open, show, close } = useDialog<Login>();
  if (logins.length === 0) {
    return (
      <Empty
        icon={InfoIcon}
        title="No login connected"
        action={mayManage && <ConnectButton>Connect Google Ads</ConnectButton>}
      >
        A login at Google Ads is connected by the person whose it is, and shown here.
      </Empty>
    );
  }
  return (
    <>
      <Table verticalSpacing={10} className={classes.rows}>
        <Heads names={['Login', 'State']} />
        <Table.Tbody>
          {logins.map((login) => (
            <LoginRow key={login.id} login={login} onDisconnect={() => show(login)} />
          ))}
        </Table.Tbody>
      </Table>
      {mayManage && (
        <Group p="md">
          <ConnectButton variant="default">Connect another login</ConnectButton>
        </Group>
      )}
      {open && <DisconnectDialog login={open} onClose={close} />}
    </>
  );
}

function LoginRow({ login, onDisconnect }: { login: Login; onDisconnect: () => void }) {
  const { role } = useOrganization();
  const mayManage = useMay('campaigns:write');
  const { id, mine, status, connected_by, connected_at } = login;
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={550}>{login.login}</Text>
        <Text size="sm" c="dimmed">
          Connected by {mine ? 'you' : (connected_by ?? 'somebody who has left')} on {formatDate(connected_at)}
        </Text>
      </Table.Td>
      <Table.Td>
        {status === 'working' ? (
          <Status tone="good" label="Works" />
        ) : (
          <Status tone="bad" label="Broken" note="It has to be connected again." />
        )}
      </Table.Td>
      <Table.Td className={classes.acts}>
        {mayManage && (
          <Group gap="xs" justify="flex-end">
            {mine && (
              <ConnectButton size="compact-sm" variant={status === 'broken' ? 'filled' : 'default'} connectionId={id}>
                Reconnect
              </ConnectButton>
            )}
            {(mine || role === 'owner') && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Disconnect ${login.login}`}
                onClick={onDisconnect}
              >
                Disconnect
              </Button>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function DisconnectDialog({ login, onClose }: { login: Login; onClose: () => void }) {
  const { slug: org } = useOrganization();
  const disconnect = useChange(api.disconnectAdConnection, [
    api.listAdConnections,
    api.listAdAccountsToChoose,
    api.listAdLoginUses,
    api.getOrganization,
  ]);
  return (
    <ConfirmDialog
      title={`Disconnect ${login.login}`}
      confirm="Disconnect"
      destructive
      busy={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutate({ org, connection_id: login.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        It is forgotten at once and its access at the ad platform ends. Accounts reached through it are no longer
        linked: campaigns go on running there, and nothing of them is synced or changed from here.
      </Text>
    </ConfirmDialog>
  );
}
