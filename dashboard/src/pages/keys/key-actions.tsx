import { ActionIcon, Menu } from '@mantine/core';
import { useMe, useOrganization } from '../../organization.tsx';
import { MoreIcon, RevokeIcon, RotateIcon } from '../../parts/icons.tsx';
import { canRevoke, canRotate, type KeyItemProps } from './key-state.ts';

/** What the person may do with a key; nothing is shown where that is nothing. */
export function KeyActions({ apiKey, onAct }: KeyItemProps) {
  const { email } = useMe();
  const { role } = useOrganization();
  if (!canRevoke(apiKey, { email, role })) return null;
  return (
    <Menu position="bottom-end" shadow="md" radius="md" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${apiKey.name}`}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canRotate(apiKey, { email, role }) && (
          <Menu.Item leftSection={<RotateIcon size={16} />} onClick={() => onAct('rotate', apiKey)}>
            Rotate…
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<RevokeIcon size={16} />}
          onClick={() => onAct('revoke', apiKey)}
        >
          Revoke…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
