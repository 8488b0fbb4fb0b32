import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Section } from '../../parts/page.tsx';
import { useChange } from '../../queries.ts';

/** Where the person changes the password. */
export function Password() {
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
