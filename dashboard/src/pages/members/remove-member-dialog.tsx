import { Text } from '@mantine/core';
import { api, type Member } from '../../api.ts';
import { useMe, useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useChange } from '../../queries.ts';

interface RemoveMemberDialogProps {
  member: Member;
  onClose: () => void;
}

/** Says what removing a person ends before it is done. */
export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const { slug, name } = useOrganization();
  const isSelf = useMe().email === member.email;
  const remove = useChange(api.removeMember, isSelf ? [api.getMe] : [api.listMembers, api.listApiKeys]);
  return (
    <ConfirmDialog
      destructive
      title={isSelf ? `Leave ${name}?` : `Remove ${member.name}?`}
      confirm={isSelf ? 'Leave organization' : 'Remove member'}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ org: slug, person_id: member.person_id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        {isSelf ? 'You lose' : `${member.name} (${member.email}) loses`} access to {name} at once. Keys and connected
        apps of {isSelf ? 'yours' : 'this person'} stop working here with the next request.
      </Text>
      <Text c="dimmed" size="sm">
        An Owner can invite the person again; the keys stay revoked.
      </Text>
    </ConfirmDialog>
  );
}
