import { Button, CopyButton, Group, Stack } from '@mantine/core';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckIcon, CopyIcon } from '../../parts/icons.tsx';
import { Notice } from '../../parts/notice.tsx';
import classes from './account-page.module.css';

const FILE_NAME = 'sluice-recovery-codes.txt';

/** Shows recovery codes the only time they can be shown; it closes by its button alone. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog title="Store your recovery codes" byButtonOnly onClose={onClose}>
      <Stack gap="md">
        <Notice tone="warning">
          <strong>These codes are shown once.</strong> Each signs you in one time without the app. Keep them where you
          find them when your phone is gone.
        </Notice>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  onClick={copy}
                  leftSection={copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
                >
                  {copied ? 'Copied' : 'Copy all'}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={() => download(text)}>
              Download
            </Button>
          </Group>
          <Button onClick={onClose} data-autofocus>
            I have stored them
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(address);
}
