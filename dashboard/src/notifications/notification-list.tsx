import { ActionIcon, Button } from '@mantine/core';
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CloseIcon, UndoIcon } from '../parts/icons.tsx';
import classes from './notification-list.module.css';
import type { Notification } from './notifications.tsx';

const SHOWN_MS = 10_000;

interface NotificationListProps {
  notifications: readonly Notification[];
  onDismiss: (id: number) => void;
}

/** What was said lately, in a corner: read out, and staying as long as it is looked at. */
export function NotificationList({ notifications, onDismiss }: NotificationListProps) {
  return (
    <section aria-label="Notifications" aria-live="polite" className={classes.list}>
      {notifications.map((one) => (
        <Shown key={one.id} notification={one} onDismiss={() => onDismiss(one.id)} />
      ))}
    </section>
  );
}

function Shown({ notification, onDismiss }: { notification: Notification; onDismiss: () => void }) {
  const { tone, title, text, link, undo } = notification;
  const { ref: hover, hovered } = useHover();
  const { ref: focus, focused } = useFocusWithin();
  const ref = useMergedRef(hover, focus);
  const stays = hovered || focused || tone === 'bad';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said anew is shown as long again
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(onDismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stays, notification]);
  const takeBack = undo && (() => [onDismiss(), undo()]);
  return (
    <div ref={ref} className={classes.notification} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <span className={classes.dot} aria-hidden="true" />
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        {text && <span className={classes.text}>{text}</span>}
        {(takeBack || link) && (
          <div className={classes.acts}>
            {takeBack && (
              <Button size="compact-sm" variant="default" leftSection={<UndoIcon size={14} />} onClick={takeBack}>
                Undo
              </Button>
            )}
            {link && (
              <Link to={link.to} search={link.search ?? {}} className={classes.link} onClick={onDismiss}>
                {link.label}
              </Link>
            )}
          </div>
        )}
      </div>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Dismiss: ${title}`} onClick={onDismiss}>
        <CloseIcon size={14} />
      </ActionIcon>
    </div>
  );
}
