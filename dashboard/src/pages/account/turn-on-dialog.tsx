import { Button, CopyButton, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckIcon, CopyIcon } from '../../parts/icons.tsx';
import { useChange } from '../../queries.ts';
import classes from './account-page.module.css';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type Begun = Answer<typeof api.beginSecondFactor>;

/** Turns the second factor on: the password, the app and a code of it, then the recovery codes. */
export function TurnOnDialog({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog title="Turn on a second factor" onClose={onClose}>
      {begun ? <Confirm begun={begun} onDone={setCodes} /> : <Begin onBegun={setBegun} />}
    </Dialog>
  );
}

function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const [password, setPassword] = useState('');
  const begin = useChange(api.beginSecondFactor, []);
  const problem = begin.error?.fieldMessage('password');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!begin.isPending) begin.mutate({ password }, { onSuccess: onBegun });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>
          You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator, Aegis or a
          password manager.
        </Text>
        {begin.error && problem === undefined && <Refused error={begin.error} />}
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide your password' }}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={begin.isPending}>
            Go on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Confirm({ begun, onDone }: { begun: Begun; onDone: (codes: string[]) => void }) {
  const [code, setCode] = useState('');
  const confirm = useChange(api.confirmSecondFactor, [api.getSecondFactor, api.listSessions]);
  const problem = confirm.error?.fieldMessage('code');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (confirm.isPending) return;
    confirm.mutate({ code }, { onSuccess: ({ recovery_codes }) => onDone(recovery_codes) });
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>Scan this with the app, or type the secret into it. It is shown this once.</Text>
        <QrCode text={begun.address} label="The secret as a picture for your authenticator app" />
        <TypedSecret secret={begun.secret} />
        {confirm.error && problem === undefined && <Refused error={confirm.error} />}
        <TextInput
          label="Code"
          description="The six digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={problem}
        />
        <Text size="sm" c="dimmed">
          Turning it on ends your other sessions. Keys and connected apps go on working.
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            Turn on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TypedSecret({ secret }: { secret: string }) {
  return (
    <Group gap="sm" justify="center">
      <code className={classes.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            onClick={copy}
            leftSection={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
