import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useChange } from '../../queries.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** Makes new recovery codes for whoever shows the second factor. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('');
  const make = useChange(api.makeRecoveryCodes, [api.getSecondFactor]);
  const problem = make.error?.fieldMessage('code');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!make.isPending) make.mutate({ code });
  }

  if (make.data) return <RecoveryCodesDialog codes={make.data.recovery_codes} onClose={onClose} />;
  return (
    <Dialog title="Make new recovery codes" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>You get ten new codes. Those you have now stop working.</Text>
          {make.error && problem === undefined && <Refused error={make.error} />}
          <TextInput
            label="Code"
            description="Of the app, or a recovery code."
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={problem}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={make.isPending}>
              Make new codes
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
