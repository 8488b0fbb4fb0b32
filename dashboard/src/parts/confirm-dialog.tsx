import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallError } from '../call.ts';
import { WarningIcon } from './icons.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What will happen, in full. */
  children: ReactNode;
  confirm: string;
  /** Red, for what cannot be taken back. */
  destructive?: boolean;
  busy: boolean;
  error: CallError | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something happens that others will notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirm, destructive = false, busy, error, onConfirm, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        {children}
        {error && <Refused error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button onClick={onConfirm} loading={busy} color={destructive ? 'red.9' : 'water'}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A refusal inside a form or dialog. */
export function Refused({ error }: { error: CallError }) {
  return (
    <Alert color="red" variant="light" icon={<WarningIcon />} role="alert">
      {error.message}
    </Alert>
  );
}
