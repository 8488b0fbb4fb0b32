import { Text } from '@mantine/core';
import { api, type Invitation } from '../../api.ts';
import { formatWords } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useChange } from '../../queries.ts';

interface RevokeInvitationDialogProps {
  invitation: Invitation;
  onClose: () => void;
}

/** Takes an invitation back, unless it was accepted meanwhile. */
export function RevokeInvitationDialog({ invitation, onClose }: RevokeInvitationDialogProps) {
  const { slug, name } = useOrganization();
  const revoke = useChange(api.revokeInvitation, [api.listInvitations, api.listMembers]);
  const { id, email, role } = invitation;
  return (
    <ConfirmDialog
      destructive
      title="Revoke this invitation?"
      confirm="Revoke invitation"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ org: slug, invitation_id: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        {email} can then no longer join {name} as {formatWords(role)}. You can invite the address again.
      </Text>
    </ConfirmDialog>
  );
}
