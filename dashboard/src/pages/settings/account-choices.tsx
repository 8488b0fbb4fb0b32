import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../address.ts';
import { type Answer, api } from '../../api.ts';
import { useReadAgain } from '../../changes/use-follow.ts';
import { formatAccountId } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Section } from '../../parts/page.tsx';
import { Tag } from '../../parts/status.tsx';
import { Heads } from '../../parts/table/heads.tsx';
import { reading, useChange } from '../../queries.ts';
import { TaskStages } from '../../tasks/task-stages.tsx';
import { useTask } from '../../tasks/use-task.ts';
import classes from './settings.module.css';

type Choice = Answer<typeof api.listAdAccountsToChoose>['accounts'][number];

/** The accounts that the person's own logins reach; choosing one links it and reads it in. */
export function AccountChoices() {
  const { slug: org, currency } = useOrganization();
  const choices = useQuery(reading(api.listAdAccountsToChoose, { org }));
  const [{ task: taskId }, keep] = useAddress(({ task }) => ({ task: typeof task === 'number' ? task : undefined }));
  const readAgain = useReadAgain();
  const followed = useTask(taskId, readAgain);
  const select = useChange(api.selectAdAccount, [
    api.listAdConnections,
    api.listAdAccountsToChoose,
    api.getOrganization,
  ]);
  const accounts = choices.data?.accounts ?? [];
  if (accounts.length === 0 && taskId === undefined) return null;
  return (
    <>
      {taskId !== undefined && <TaskStages title="Reading campaigns and figures in" {...followed} />}
      <Section
        title="Choose an ad account"
        description="What your own logins reach. The one you choose belongs to this organization from then on."
        flush
      >
        {select.error && <Refused error={select.error} />}
        <Table verticalSpacing={10} className={classes.rows}>
          <Heads names={['Account', 'Through']} wideOnly={['Through']} />
          <Table.Tbody>
            {accounts.map((choice) => (
              <Table.Tr key={choice.account_id}>
                <Table.Td>
                  <Text fw={550}>{choice.name}</Text>
                  <span className={classes.id}>
                    {formatAccountId(choice.account_id)} {choice.currency} {choice.time_zone}
                  </span>
                </Table.Td>
                <Table.Td visibleFrom="sm">{choice.login}</Table.Td>
                <Table.Td className={classes.acts}>
                  {choice.selected ? (
                    <Tag>Chosen</Tag>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Choose ${choice.name}`}
                      disabled={whyNot(choice, currency) !== undefined}
                      loading={select.isPending && select.variables.account_id === choice.account_id}
                      onClick={() =>
                        select.mutate(
                          { org, account_id: choice.account_id },
                          { onSuccess: ({ task_tracking_id }) => keep({ task: task_tracking_id }) },
                        )
                      }
                    >
                      Choose
                    </Button>
                  )}
                  {!choice.selected && (
                    <Text size="xs" c="dimmed">
                      {whyNot(choice, currency)}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
    </>
  );
}

/** What keeps an account from being chosen, before the server says it. */
function whyNot({ held, holder, currency: itsCurrency }: Choice, currency: string): string | undefined {
  if (held === 'elsewhere') return `Held by ${holder ?? 'another organization'}`;
  return itsCurrency === currency ? undefined : `In ${itsCurrency}; this organization counts in ${currency}`;
}
