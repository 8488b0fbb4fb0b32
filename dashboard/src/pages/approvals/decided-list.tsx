import { Table, Text } from '@mantine/core';
import type { QueuedWrite } from '../../api.ts';
import { Ago } from '../../parts/figure.tsx';
import { Section } from '../../parts/page.tsx';
import classes from './approvals.module.css';
import { DecidedStatus, reasonGiven } from './decided-card.tsx';
import { Person } from './person.tsx';

const MOST_LISTED = 20;

/** What was decided lately, and by whom. */
export function DecidedList({ decided }: { decided: readonly QueuedWrite[] }) {
  if (decided.length === 0) return null;
  return (
    <Section title="Decided lately" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Decided lately">
        <Table verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Change</Table.Th>
              <Table.Th>Outcome</Table.Th>
              <Table.Th>Decided</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {decided.slice(0, MOST_LISTED).map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td className={classes.what}>
                  {one.summary}
                  <Text size="xs" c="dimmed">
                    <Person name={one.requester.name} email={one.requested_by} />
                    {one.campaign && `, ${one.campaign}`}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <DecidedStatus decided={one} />
                  {reasonGiven(one) && (
                    <Text size="xs" c="dimmed">
                      {reasonGiven(one)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  {one.decided_at && <Ago at={one.decided_at} />}
                  {one.decided_by && (
                    <Text size="xs" c="dimmed">
                      <Person name={one.decided_by} email={one.decided_by_email} />
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Section>
  );
}
