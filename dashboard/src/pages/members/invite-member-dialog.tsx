import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Role } from '../../../../server/src/base/scopes.ts';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Refused } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useChange } from '../../queries.ts';
import { RoleChoice } from './role-choice.tsx';

/** Invites whoever has the address; the person becomes a member by accepting. */
export function InviteMemberDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useChange(api.addMember, [api.listInvitations]);
  const refusedEmail = invite.error?.fieldMessage('email');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!invite.isPending) invite.mutate({ org: slug, email, role }, { onSuccess: onClose });
  }

  return (
    <Dialog title="Invite a member" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            label="Email address"
            description="We write to this address. The person accepts in the dashboard."
            type="email"
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={refusedEmail && sentence(refusedEmail)}
          />
          <RoleChoice value={role} onChange={setRole} />
          <Text size="sm" c="dimmed">
            The invitation waits for seven days and can be revoked until it is accepted.
          </Text>
          {invite.error && refusedEmail === undefined && <Refused error={invite.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Send invitation
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
