import { Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { errorWords } from '../../changes/error-words.ts';
import { useReadAgain } from '../../changes/use-follow.ts';
import { formatAccountId, formatFigureDay, formatMoment } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { InfoIcon } from '../../parts/icons.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status, Tag, type Tone } from '../../parts/status.tsx';
import { Heads } from '../../parts/table/heads.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useChange } from '../../queries.ts';
import { TaskStages } from '../../tasks/task-stages.tsx';
import { useTask } from '../../tasks/use-task.ts';
import { ConnectButton } from './connect-button.tsx';
import classes from './settings.module.css';

type Connections = Answer<typeof api.listAdConnections>;
type Account = Connections['accounts'][number];

const STATUS: Record<Account['status'], { tone: Tone; label: string; note: string }> = {
  linked: { tone: 'good', label: 'Linked', note: 'Campaigns run and sync.' },
  pending: { tone: 'waiting', label: 'Pending', note: 'Its login has to be connected again, or lost the account.' },
  not_linked: { tone: 'over', label: 'Not linked', note: 'Nothing of it is synced or changed from here.' },
};

const TOO_LARGE: (typeof STATUS)['linked'] = {
  tone: 'bad',
  label: 'Too large',
  note: 'It holds more keywords and ads than can be read at once: campaigns, or changes made in Google Ads, may be missing here.',
};

interface AccountListProps {
  accounts: readonly Account[];
  logins: Connections['connections'];
}

/** The ad accounts of the organization: which works, how new its figures are, and what can be done. */
export function AccountList({ accounts, logins }: AccountListProps) {
  const mayManage = useMay('campaigns:write');
  const { open, show, close } = useDialog<Account>();
  if (accounts.length === 0) {
    return (
      <Empty icon={InfoIcon} title="No ad account yet">
        {mayManage
          ? 'Connect a login at Google Ads below, then choose the account. Its campaigns and the figures of 90 days are read at once.'
          : 'An Owner or admin connects a login at Google Ads and chooses the account.'}
      </Empty>
    );
  }
  return (
    <>
      <Table verticalSpacing={10} className={classes.rows}>
        <Heads names={['Account', 'Status', 'Figures up to']} wideOnly={['Figures up to']} />
        <Table.Tbody>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} logins={logins} onRelease={() => show(account)} />
          ))}
        </Table.Tbody>
      </Table>
      {open && <ReleaseDialog account={open} onClose={close} />}
    </>
  );
}

function AccountRow({
  account,
  logins,
  onRelease,
}: {
  account: Account;
  logins: AccountListProps['logins'];
  onRelease: () => void;
}) {
  const { role } = useOrganization();
  const mayManage = useMay('campaigns:write');
  const { id, name, status, selected, latest_day, last_synced_at, too_large_since, time_zone, currency } = account;
  const login = logins.find((one) => one.id === account.connection_id);
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={550}>
          {name || formatAccountId(id)} {selected && <Tag>New campaigns go here</Tag>}
        </Text>
        <span className={classes.id}>
          {formatAccountId(id)} {currency} {time_zone}
        </span>
      </Table.Td>
      <Table.Td>
        <Status {...(status === 'linked' && too_large_since !== null ? TOO_LARGE : STATUS[status])} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {latest_day === null ? 'none yet' : formatFigureDay(latest_day)}
        <Text size="xs" c="dimmed">
          {last_synced_at ? `Synced ${formatMoment(last_synced_at)}` : 'Never synced'}
        </Text>
      </Table.Td>
      <Table.Td className={classes.acts}>
        {mayManage && (
          <Group gap="xs" justify="flex-end">
            {status === 'linked' && <SyncButton accountId={id} />}
            {status === 'pending' && login?.mine && (
              <ConnectButton size="compact-sm" variant="filled" connectionId={login.id}>
                Reconnect
              </ConnectButton>
            )}
            {role === 'owner' && status !== 'not_linked' && (
              <Button size="compact-sm" variant="default" aria-label={`Give up ${name || id}`} onClick={onRelease}>
                Give up
              </Button>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function SyncButton({ accountId }: { accountId: string }) {
  const { slug: org } = useOrganization();
  const [taskId, setTaskId] = useState<number>();
  const readAgain = useReadAgain();
  const followed = useTask(taskId, readAgain);
  const sync = useChange(api.syncAdAccount, []);
  const running = taskId !== undefined && followed.task?.status !== 'completed' && followed.task?.status !== 'failed';
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={sync.isPending || running}
        onClick={() =>
          sync.mutate(
            { org, account_id: accountId },
            { onSuccess: ({ task_tracking_id }) => setTaskId(task_tracking_id) },
          )
        }
      >
        Sync now
      </Button>
      {sync.error && (
        <Text size="sm" c="red" role="alert">
          {errorWords(sync.error)}
        </Text>
      )}
      {taskId !== undefined && <TaskStages title="Syncing" {...followed} />}
    </>
  );
}

function ReleaseDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { slug: org } = useOrganization();
  const release = useChange(api.releaseAdAccount, [api.listAdConnections, api.getOrganization]);
  return (
    <ConfirmDialog
      title={`Give up ${account.name || formatAccountId(account.id)}`}
      confirm="Give the account up"
      destructive
      busy={release.isPending}
      error={release.error}
      onConfirm={() => release.mutate({ org, account_id: account.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        From now on nothing of it is synced or changed from here, not even what is queued, and another organization may
        choose it. Its campaigns go on running in Google Ads; what is known of them stays here.
      </Text>
    </ConfirmDialog>
  );
}
