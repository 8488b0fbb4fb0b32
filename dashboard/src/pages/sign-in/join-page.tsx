import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Entrance } from './entrance.tsx';

/** Lets whoever was invited by mail make an account and accept. */
export default function JoinPage() {
  const { token } = useParams({ from: '/join/$token' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const join = useMutation<{ organization: { slug: string } }, CallError, void>({
    mutationFn: () => call(api.joinOrganization, { token, name, password }),
    onSuccess: ({ organization }) => {
      queryClient.clear();
      return navigate({ to: '/o/$org/', params: { org: organization.slug } });
    },
  });
  const problems = { name: join.error?.fieldMessage('name'), password: join.error?.fieldMessage('password') };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!join.isPending) join.mutate();
  }

  return (
    <Entrance title="Accept your invitation" words="Make your account; it belongs to the address you were invited at.">
      <form onSubmit={submit}>
        <Stack gap="md">
          {join.error && !problems.name && !problems.password && <Refused error={join.error} />}
          <TextInput
            label="Your name"
            name="name"
            autoComplete="name"
            required
            withAsterisk={false}
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problems.name}
          />
          <PasswordInput
            label="Password"
            description="At least 12 characters."
            name="password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problems.password}
          />
          <Button type="submit" fullWidth loading={join.isPending}>
            Make account and join
          </Button>
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/sign-in" />}>
            I have an account already
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}
