import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import { formatAccountId } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Section } from '../../parts/page.tsx';
import { Heads } from '../../parts/table/heads.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { reading, useChange } from '../../queries.ts';
import classes from './settings.module.css';

type Use = Answer<typeof api.listAdLoginUses>['uses'][number];

/** Where else the person's own logins are used, also in organizations that they have left. */
export function LoginUses() {
  const { slug } = useOrganization();
  const { data } = useQuery(reading(api.listAdLoginUses, {}));
  const { open, show, close } = useDialog<Use>();
  const elsewhere = (data?.uses ?? []).filter(({ organization }) => organization.slug !== slug);
  if (elsewhere.length === 0) return null;
  return (
    <Section title="Your logins elsewhere" description="Other organizations that reach ad accounts through you." flush>
      <Table verticalSpacing={10} className={classes.rows}>
        <Heads names={['Organization', 'Accounts']} wideOnly={['Accounts']} />
        <Table.Tbody>
          {elsewhere.map((use) => (
            <Table.Tr key={use.connection_id}>
              <Table.Td>
                <Text fw={550}>{use.organization.name}</Text>
                <Text size="sm" c="dimmed">
                  {use.login}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{use.accounts.map(formatAccountId).join(', ') || 'none'}</Table.Td>
              <Table.Td className={classes.acts}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`End the use by ${use.organization.name}`}
                  onClick={() => show(use)}
                >
                  End
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {open && <EndUseDialog use={open} onClose={close} />}
    </Section>
  );
}

function EndUseDialog({ use, onClose }: { use: Use; onClose: () => void }) {
  const end = useChange(api.endAdLoginUse, [api.listAdLoginUses]);
  return (
    <ConfirmDialog
      title={`End the use by ${use.organization.name}`}
      confirm="End the use"
      destructive
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate({ connection_id: use.connection_id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        {use.organization.name} can no longer sync or change anything through {use.login}; its Owners are told that they
        have to connect another login.
      </Text>
    </ConfirmDialog>
  );
}
