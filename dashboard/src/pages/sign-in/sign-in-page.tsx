import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Mark } from '../../parts/mark.tsx';
import { returnAddress } from './return-address.ts';
import classes from './sign-in-page.module.css';

/** Lets a person in, and back to the page that asked for it. */
export default function SignInPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate({ email, password });
  }

  return (
    <main className={classes.page}>
      <title>Sign in · Sluice</title>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Mark size={34} />
          <Title order={1}>Sign in to Sluice</Title>
          <Text c="dimmed">Search-ad campaigns, every change guarded.</Text>
        </div>
        <form onSubmit={submit}>
          <Stack gap="md">
            {signIn.error && <Refused error={signIn.error} />}
            <TextInput
              label="Email address"
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" fullWidth loading={signIn.isPending} mt={4}>
              Sign in
            </Button>
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/forgotten-password" />}>
              Forgotten your password?
            </Anchor>
          </Stack>
        </form>
      </div>
    </main>
  );
}

function useSignIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { to } = useSearch({ from: '/sign-in' });
  return useMutation<unknown, CallError, { email: string; password: string }>({
    mutationFn: (input) => call(api.signIn, input),
    onSuccess: () => {
      queryClient.clear();
      const { href, ofDashboard } = returnAddress(to, location.origin);
      if (ofDashboard) router.history.push(href);
      else location.assign(href);
    },
  });
}
