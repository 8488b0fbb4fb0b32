import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import type { IssuedKey } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckIcon, CopyIcon } from '../../parts/icons.tsx';
import { Notice } from '../../parts/notice.tsx';
import classes from './keys.module.css';

interface IssuedKeyDialogProps {
  issued: IssuedKey;
  onClose: () => void;
}

/** Shows a key the only time it can be shown; it closes by its button alone, so that no stray click loses the key. */
export function IssuedKeyDialog({ issued, onClose }: IssuedKeyDialogProps) {
  return (
    <Dialog title={`Store the key “${issued.name}”`} size="lg" byButtonOnly onClose={onClose}>
      <Stack gap="md">
        <Notice tone="warning">
          <strong>This key is shown once.</strong> Only a hash of it is kept, so nobody can look it up later. Store it
          in a secret manager now, never in code or a chat.
        </Notice>
        <Group gap="sm" align="flex-end" wrap="wrap">
          <TextInput
            label="Your API key"
            readOnly
            value={issued.key}
            onFocus={(event) => event.currentTarget.select()}
            className={classes.issued}
            classNames={{ input: classes.issuedInput }}
            data-autofocus
          />
          <CopyButton value={issued.key}>
            {({ copied, copy }) => (
              <Button
                variant={copied ? 'light' : 'filled'}
                onClick={copy}
                leftSection={copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
              >
                {copied ? 'Copied' : 'Copy key'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            Try it (works until {formatDate(issued.expires_at)}):
          </Text>
          <pre className={classes.example}>{example()}</pre>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            I have stored the key
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function example(): string {
  return `curl -H "Authorization: Bearer $SLUICE_KEY" \\\n  ${location.origin}/v1/organizations/_`;
}
