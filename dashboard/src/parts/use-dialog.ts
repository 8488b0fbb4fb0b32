import { useEffect, useRef, useState } from 'react';

/** What is open over a page, if anything, and how to change that. */
export interface DialogState<Open> {
  open: Open | null;
  show: (open: Open) => void;
  close: () => void;
}

/** Keeps what is open over a page; when the last dialog closes, the focus goes back to what opened the first. */
export function useDialog<Open>(): DialogState<Open> {
  const [open, setOpen] = useState<Open | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (open !== null) return;
    opener.current?.focus({ preventScroll: true });
    opener.current = null;
  }, [open]);

  return {
    open,
    show: (next) => {
      opener.current ??= openerNow();
      setOpen(next);
    },
    close: () => setOpen(null),
  };
}

/** An item of a menu goes with its menu: what opened the menu stays. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement;
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (menuButton) return document.getElementById(menuButton);
  return focused instanceof HTMLElement ? focused : null;
}
