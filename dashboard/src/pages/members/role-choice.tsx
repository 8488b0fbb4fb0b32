import { Radio, Stack } from '@mantine/core';
import { ROLES, type Role } from '../../../../server/src/base/scopes.ts';
import { formatWords } from '../../format.ts';
import { ROLE_MEANING } from '../../roles.ts';

interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
}

/** Offers the three roles with what each allows. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  return (
    <Radio.Group
      label="Role"
      value={value}
      onChange={(chosen) => {
        const role = ROLES.find((one) => one === chosen);
        if (role) onChange(role);
      }}
    >
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio key={role} value={role} size="sm" label={formatWords(role)} description={ROLE_MEANING[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
