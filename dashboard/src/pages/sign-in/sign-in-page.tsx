import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { Entrance } from './entrance.tsx';
import { Newcomers } from './newcomers.tsx';
import { returnAddress } from './return-address.ts';

/** Lets a person in, with a code where they have a second factor, and back to the page that asked for it. */
export default function SignInPage() {
  const [challenge, setChallenge] = useState<string | null>(null);
  const enter = useEntry();
  if (challenge !== null) {
    return (
      <Entrance title="Enter your code" words="Your account has a second factor.">
        <CodeForm challenge={challenge} onPassed={enter} onBack={() => setChallenge(null)} />
      </Entrance>
    );
  }
  return (
    <Entrance title="Sign in to Sluice" tab="Sign in" words="Search-ad campaigns, every change guarded.">
      <PasswordForm onRight={(answer) => (answer.challenge === null ? enter() : setChallenge(answer.challenge))} />
    </Entrance>
  );
}

type SignedIn = Answer<typeof api.signIn>;

function PasswordForm({ onRight }: { onRight: (answer: SignedIn) => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation<SignedIn, CallError, { email: string; password: string }>({
    mutationFn: (input) => call(api.signIn, input),
    onSuccess: onRight,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate({ email, password });
  }

  return (
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
        <Newcomers onChoose={(person) => signIn.mutate(person)} busy={signIn.isPending} />
      </Stack>
    </form>
  );
}

/** What was read for somebody else is forgotten; then on to the page that asked for signing in. */
function useEntry(): () => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { to } = useSearch({ from: '/sign-in' });
  return () => {
    queryClient.clear();
    const { href, ofDashboard } = returnAddress(to, location.origin);
    if (ofDashboard) router.history.push(href);
    else location.assign(href);
  };
}
