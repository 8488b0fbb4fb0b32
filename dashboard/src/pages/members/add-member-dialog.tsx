import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Role } from '../../../../server/src/base/scopes.ts';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useChange } from '../../queries.ts';
import { RoleChoice } from './role-choice.tsx';

/** Adds a person who has an account already. */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const add = useChange(api.addMember, [api.listMembers]);
  const refusedEmail = add.error?.fieldMessage('email');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!add.isPending) add.mutate({ org: slug, email, role }, { onSuccess: onClose });
  }

  return (
    <Dialog title="Add a member" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            label="Email address"
            description="The person needs an account with this address."
            type="email"
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={refusedEmail && sentence(refusedEmail)}
          />
          <RoleChoice value={role} onChange={setRole} />
          {add.error && refusedEmail === undefined && <Refused error={add.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add member
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What the service says of a field, as a sentence of its own. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
