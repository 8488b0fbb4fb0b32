import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  title: string;
  size?: 'md' | 'lg';
  /** For what must not be lost by a stray click or key. */
  byButtonOnly?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is open as long as it is rendered; `useDialog` gives the focus back when it goes. */
export function Dialog({ title, size = 'md', byButtonOnly = false, onClose, children }: DialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      withCloseButton={!byButtonOnly}
      closeOnClickOutside={!byButtonOnly}
      closeOnEscape={!byButtonOnly}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  );
}
