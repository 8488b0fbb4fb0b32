import { Table, Text } from '@mantine/core';
import type { OrganizationDetail } from '../../api.ts';
import { formatWords } from '../../format.ts';
import { InfoIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import classes from './ad-accounts.module.css';

type Account = OrganizationDetail['ad_accounts'][number];

const STATUS: Record<Account['status'], { tone: Tone; label: string; meaning: string }> = {
  linked: { tone: 'good', label: 'Linked', meaning: 'Campaigns can run and sync.' },
  pending: {
    tone: 'waiting',
    label: 'Pending',
    meaning: 'Its Google login has to be connected again, or has lost access to this account.',
  },
  not_linked: { tone: 'over', label: 'Not linked', meaning: 'Campaigns cannot launch until the account is linked.' },
};

/** The ad-platform accounts the organization uses, and whether each works. */
export function AdAccounts({ accounts }: { accounts: readonly Account[] }) {
  return (
    <Section title="Ad accounts" flush>
      {accounts.length === 0 ? (
        <Empty icon={InfoIcon} title="No ad account yet">
          Campaigns can be drafted, but none can launch until an account of the ad platform is selected and linked.
        </Empty>
      ) : (
        <Table verticalSpacing={9}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Account</Table.Th>
              <Table.Th>Status</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{accounts.map(accountRow)}</Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

function accountRow({ id, platform, status }: Account) {
  const { tone, label, meaning } = STATUS[status];
  return (
    <Table.Tr key={`${platform} ${id}`}>
      <Table.Td>
        <Text ff="monospace" size="sm" className={classes.id}>
          {groupedId(id)}
        </Text>
        <Text size="xs" c="dimmed">
          {formatWords(platform)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Status tone={tone} label={label} note={meaning} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Ten digits are written 123-456-7890, as the ad platform shows them. */
function groupedId(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
