import type { ReactNode } from 'react';
import { WarningIcon } from './icons.tsx';
import classes from './notice.module.css';

/** Something to read before going on; a danger is read out at once. */
export function Notice({ tone, children }: { tone: 'warning' | 'danger'; children: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'note'}>
      <WarningIcon />
      <div>{children}</div>
    </div>
  );
}
