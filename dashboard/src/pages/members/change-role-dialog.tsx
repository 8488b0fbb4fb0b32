import { Text } from '@mantine/core';
import { useState } from 'react';
import { ROLES } from '../../../../server/src/base/scopes.ts';
import { api, type Member } from '../../api.ts';
import { formatWords } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useChange } from '../../queries.ts';
import { RoleChoice } from './role-choice.tsx';

interface ChangeRoleDialogProps {
  member: Member;
  onClose: () => void;
}

/** Gives a member another role, and says what a lower one ends. */
export function ChangeRoleDialog({ member, onClose }: ChangeRoleDialogProps) {
  const { slug } = useOrganization();
  const [role, setRole] = useState(member.role);
  const change = useChange(api.changeMemberRole, [api.listMembers, api.listApiKeys, api.getMe]);
  const lowered = ROLES.indexOf(role) > ROLES.indexOf(member.role);
  const save = () => change.mutate({ org: slug, person_id: member.person_id, role }, { onSuccess: onClose });
  return (
    <ConfirmDialog
      title={`Change the role of ${member.name}`}
      confirm={role === member.role ? 'Keep role' : `Make ${formatWords(role)}`}
      busy={change.isPending}
      error={change.error}
      onConfirm={role === member.role ? onClose : save}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
      <Text size="sm" c="dimmed" component="output">
        {lowered && 'Keys of this person that carry more than the new role stop working at once.'}
      </Text>
    </ConfirmDialog>
  );
}
