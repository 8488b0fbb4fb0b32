import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Scope } from '../../../../server/src/base/scopes.ts';
import { api, type IssuedKey } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useChange } from '../../queries.ts';
import { ScopePicker } from './scope-picker.tsx';

const NAME_LENGTH = 80;

interface CreateKeyDialogProps {
  onIssued: (key: IssuedKey) => void;
  onClose: () => void;
}

/** Asks what a new key is for and what it may do. */
export function CreateKeyDialog({ onIssued, onClose }: CreateKeyDialogProps) {
  const { slug } = useOrganization();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [tried, setTried] = useState(false);
  const create = useChange(api.createApiKey, [api.listApiKeys]);
  const complete = name.trim() !== '' && scopes.length > 0;
  const refusedName = create.error?.fieldMessage('name');

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (complete && !create.isPending) create.mutate({ org: slug, name, scopes }, { onSuccess: onIssued });
  }

  return (
    <Dialog title="Create an API key" size="lg" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <TextInput
            label="Name"
            description="What uses it, for example “Nightly report”. It appears in the audit trail and in emails."
            required
            withAsterisk={false}
            maxLength={NAME_LENGTH}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={refusedName ?? (tried && name.trim() === '' ? 'Give the key a name.' : undefined)}
          />
          <ScopePicker
            value={scopes}
            onChange={setScopes}
            error={tried && scopes.length === 0 ? 'Choose at least one scope.' : undefined}
          />
          {create.error && refusedName === undefined && <Refused error={create.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create key
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
