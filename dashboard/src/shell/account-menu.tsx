import { Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../api.ts';
import { type CallError, call } from '../call.ts';
import { errorWords } from '../changes/error-words.ts';
import { initialsOf } from '../format.ts';
import { useMe } from '../organization.tsx';
import { SelectorIcon, SettingsIcon, SignOutIcon } from '../parts/icons.tsx';
import classes from './account-menu.module.css';

/** Who is signed in, how the pages look to that person, and the way out. */
export function AccountMenu() {
  const { name, email } = useMe();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width={248} shadow="md" radius="md">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <VisuallyHidden>Account: </VisuallyHidden>
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className={classes.names}>
            <span className={classes.name}>{name}</span>
            <span className={classes.email}>{email}</span>
          </span>
          <SelectorIcon size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeSwitch />
        <Menu.Divider />
        <Menu.Item leftSection={<SettingsIcon size={16} />} renderRoot={(props) => <Link {...props} to="/account" />}>
          Your account
        </Menu.Item>
        <Menu.Item
          leftSection={<SignOutIcon size={16} />}
          closeMenuOnClick={false}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Menu.Item>
        {signOut.error && (
          <Text size="xs" c="red" px="sm" py={4} role="alert">
            {errorWords(signOut.error)}
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.theme}>
      <Text size="xs" c="dimmed" id="theme-label">
        Appearance
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby="theme-label"
        value={colorScheme}
        onChange={setColorScheme}
        data={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
          { value: 'auto', label: 'System' },
        ]}
      />
    </div>
  );
}

function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation<unknown, CallError, void>({
    mutationFn: () => call(api.signOut, {}),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      queryClient.clear();
    },
  });
}
