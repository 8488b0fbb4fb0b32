import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

interface DialogProps {
  title: string;
  size?: 'md' | 'lg';
  /** For what must not be lost by a stray click or key. */
  byButtonOnly?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is open as long as it is rendered, and gives the focus back when it goes. */
export function Dialog({ title, size = 'md', byButtonOnly = false, onClose, children }: DialogProps) {
  useFocusReturn();
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

/** To what had it before; to the page where that has gone, as an item of a closed menu has. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const page = document.getElementById('main');
      const next = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : page;
      next?.focus({ preventScroll: true });
    },
    [before],
  );
}
