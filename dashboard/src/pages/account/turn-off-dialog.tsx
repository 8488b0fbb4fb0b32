import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useChange } from '../../queries.ts';

/** Turns the second factor off for whoever shows password and code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const turnOff = useChange(api.turnOffSecondFactor, [api.getSecondFactor, api.listSessions]);
  const problems = {
    password: turnOff.error?.fieldMessage('password'),
    code: turnOff.error?.fieldMessage('code'),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!turnOff.isPending) turnOff.mutate({ password, code }, { onSuccess: onClose });
  }

  return (
    <Dialog title="Turn off the second factor" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>
            Your password alone will sign you in again, and your other sessions end. Recovery codes stop working.
          </Text>
          {turnOff.error && !problems.password && !problems.code && <Refused error={turnOff.error} />}
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide your password' }}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problems.password}
          />
          <TextInput
            label="Code"
            description="Of the app, or a recovery code."
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={problems.code}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={turnOff.isPending}>
              Turn off
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
