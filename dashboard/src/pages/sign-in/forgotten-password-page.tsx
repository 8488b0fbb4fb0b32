import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Entrance } from './entrance.tsx';

/** Has a link sent to whoever has forgotten the password; it says the same whether or not there is an account. */
export default function ForgottenPasswordPage() {
  const [email, setEmail] = useState('');
  const ask = useMutation<unknown, CallError, void>({ mutationFn: () => call(api.askPasswordReset, { email }) });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ask.isPending) ask.mutate();
  }

  return (
    <Entrance title="Forgotten password" words="A link to choose another one comes by mail.">
      {ask.isSuccess ? (
        <Text role="status">
          If anybody has an account with <strong>{email}</strong>, a link is on its way. It works once, for an hour.
        </Text>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            {ask.error && <Refused error={ask.error} />}
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
            <Button type="submit" fullWidth loading={ask.isPending}>
              Send the link
            </Button>
          </Stack>
        </form>
      )}
      <Anchor size="sm" mt="md" display="inline-block" renderRoot={(props) => <Link {...props} to="/sign-in" />}>
        Back to signing in
      </Anchor>
    </Entrance>
  );
}
