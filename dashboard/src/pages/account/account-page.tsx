import { Button, PasswordInput, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { formatMoment } from '../../format.ts';
import { useMe } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { reading, useChange } from '../../queries.ts';

/** The person's own: where they are signed in, and the password. */
export default function AccountPage() {
  const { email } = useMe();
  return (
    <Page title="Your account" description={email}>
      <Sessions />
      <Password />
    </Page>
  );
}

function Sessions() {
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
                <Table.Th>Address</Table.Th>
                <Table.Th>Action</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.sessions.map(({ id, since, ip, current }) => (
                <Table.Tr key={id}>
                  <Table.Td>{formatMoment(since)}</Table.Td>
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
          </Table>
        )}
      </Loaded>
    </Section>
  );
}

function Password() {
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const change = useChange(api.changePassword, [api.listSessions]);
  const problems = {
    current: change.error?.fieldMessage('current_password'),
    chosen: change.error?.fieldMessage('new_password'),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const input = { ...(current !== '' && { current_password: current }), new_password: chosen };
    const done = () => {
      setCurrent('');
      setChosen('');
    };
    if (!change.isPending) change.mutate(input, { onSuccess: done });
  }

  return (
    <Section
      title="Password"
      description="Changing it ends your other sessions. Keys and connected apps go on working."
    >
      <form onSubmit={submit}>
        <Stack gap="md" maw={380}>
          {change.error && !problems.current && !problems.chosen && <Refused error={change.error} />}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password' }}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={problems.current}
          />
          <PasswordInput
            label="New password"
            description="At least 12 characters."
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the new password' }}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            error={problems.chosen}
          />
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
          {change.isSuccess && <Text role="status">Your password was changed.</Text>}
        </Stack>
      </form>
    </Section>
  );
}
