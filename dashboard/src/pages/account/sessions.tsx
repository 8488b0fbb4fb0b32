import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { formatCount, formatMoment } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { reading, useChange } from '../../queries.ts';
import { browserIn } from './browser-name.ts';

/** Where the person is signed in. */
export function Sessions() {
  const sessions = useQuery(reading(api.listSessions, {}));
  const end = useChange(api.endSession, [api.listSessions]);
  const endOthers = useChange(api.endOtherSessions, [api.listSessions]);
  return (
    <Section
      flush
      title="Where you are signed in"
      description="End what you do not recognise, and change your password then."
      aside={
        <Button size="compact-sm" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          End all others
        </Button>
      }
    >
      {(end.error ?? endOthers.error) && (
        <Text c="red" p="md" role="alert">
          {(end.error ?? endOthers.error)?.message}
        </Text>
      )}
      <Loaded query={sessions} skeleton={<RowsSkeleton rows={2} />}>
        {(data) => (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Since</Table.Th>
                <Table.Th>Browser</Table.Th>
                <Table.Th>Address</Table.Th>
                <Table.Th>Action</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.sessions.map(({ id, since, ip, user_agent, current }) => (
                <Table.Tr key={id}>
                  <Table.Td>{formatMoment(since)}</Table.Td>
                  <Table.Td title={user_agent ?? undefined}>{browserIn(user_agent)}</Table.Td>
                  <Table.Td>{ip}</Table.Td>
                  <Table.Td>
                    {current ? (
                      'This one'
                    ) : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`End the session since ${formatMoment(since)}`}
                        onClick={() => end.mutate({ session_id: id })}
                      >
                        End
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
            {data.sessions_count > data.sessions.length && (
              <Table.Caption>and {formatCount(data.sessions_count - data.sessions.length)} older</Table.Caption>
            )}
          </Table>
        )}
      </Loaded>
    </Section>
  );
}
