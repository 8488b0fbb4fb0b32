import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Entrance } from './entrance.tsx';

/** Lets whoever has the link of a mail choose a password. */
export default function ChoosePasswordPage() {
  const { token } = useParams({ from: '/choose-password/$token' });
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const choose = useMutation<unknown, CallError, void>({
    mutationFn: () => call(api.choosePassword, { token, password }),
    onSuccess: () => navigate({ to: '/sign-in' }),
  });
  const problem = choose.error?.fieldMessage('password');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!choose.isPending) choose.mutate();
  }

  return (
    <Entrance
      title="Choose a password"
      words="Then you sign in with it. Wherever you are signed in, you are signed out."
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          {choose.error && problem === undefined && <Refused error={choose.error} />}
          <PasswordInput
            label="New password"
            description="At least 12 characters."
            name="password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            autoFocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problem}
          />
          <Button type="submit" fullWidth loading={choose.isPending}>
            Choose this password
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
