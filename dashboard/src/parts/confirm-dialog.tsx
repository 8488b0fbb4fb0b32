import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallError } from '../call.ts';
import { errorWords } from '../changes/error-words.ts';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ConfirmDialogProps {
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
  const { title, children, confirm, destructive = false, busy, error, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
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
    </Dialog>
  );
}

/** A refusal inside a form or dialog. */
export function Refused({ error }: { error: CallError }) {
  return (
    <Notice tone="danger">
      {errorWords(error)}
      {error.code === 'internal_error' && error.requestId && ` Request ${error.requestId}.`}
    </Notice>
  );
}
