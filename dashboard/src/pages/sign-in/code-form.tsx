import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { type CallError, call } from '../../call.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';

interface CodeFormProps {
  challenge: string;
  onPassed: () => void;
  onBack: () => void;
}

const KINDS = {
  app: {
    label: 'Code',
    description: 'The six digits that your authenticator app shows now.',
    other: 'Use a recovery code instead',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of the ten that you stored; each works once.',
    other: 'Use the app instead',
    input: { inputMode: 'text', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
  },
} as const;

/** The second step of signing in: a code of the app, or a recovery code. */
export function CodeForm({ challenge, onPassed, onBack }: CodeFormProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const [code, setCode] = useState('');
  const { label, description, other, input } = KINDS[kind];
  const finish = useMutation<unknown, CallError, void>({
    mutationFn: () => call(api.finishSignIn, { challenge, code }),
    onSuccess: onPassed,
    onError: () => setCode(''),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!finish.isPending) finish.mutate();
  }

  function change() {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {finish.error && <Refused error={finish.error} />}
        <TextInput
          key={kind}
          label={label}
          description={description}
          name="code"
          required
          withAsterisk={false}
          autoFocus
          {...input}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={finish.isPending} mt={4}>
          Go on
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={change}>
            {other}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Start over
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
