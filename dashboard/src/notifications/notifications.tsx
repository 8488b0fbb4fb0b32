import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { NotificationList } from './notification-list.tsx';

/** Something that happened, said once, with what can be done about it. */
export interface Notification {
  id: number;
  tone: 'good' | 'waiting' | 'bad';
  title: string;
  text?: string | undefined;
  /** Where more is told: an address of the dashboard. */
  link?: { to: string; search?: Record<string, unknown>; label: string } | undefined;
  /** What takes it back. */
  undo?: (() => void) | undefined;
}

interface Notifications {
  /** Says something; with the id of something said before, in its place. */
  notify: (told: Omit<Notification, 'id'>, instead?: number) => number;
  dismiss: (id: number) => void;
}

const Current = createContext<Notifications | null>(null);

const MOST_SHOWN = 4;

/** How a page says that something happened; it is still there when the person has moved on. */
export function useNotifications(): Notifications {
  const current = use(Current);
  if (!current) throw new Error('notifications are shown around pages of signed-in people only');
  return current;
}

/** Keeps what was said lately and shows it in a corner. */
export function NotificationProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Notification[]>([]);
  const last = useRef(0);
  const notify = useCallback<Notifications['notify']>((told, instead) => {
    last.current += 1;
    const id = instead ?? last.current;
    setShown((before) => [...before.filter((one) => one.id !== id), { ...told, id }].slice(-MOST_SHOWN));
    return id;
  }, []);
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((one) => one.id !== id)), []);
  const notifications = useMemo(() => ({ notify, dismiss }), [notify, dismiss]);
  return (
    <Current value={notifications}>
      {children}
      <NotificationList notifications={shown} onDismiss={dismiss} />
    </Current>
  );
}
