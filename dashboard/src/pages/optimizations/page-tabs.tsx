import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import classes from './page-tabs.module.css';

interface Tab {
  name: string;
  label: string;
  /** What waits there. */
  badge?: ReactNode;
}

interface PageTabsProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
}

/** The parts of a page, each with an address of its own; the first is there without being named. */
export function PageTabs({ label, tabs, current }: PageTabsProps) {
  const navigate = useNavigate();
  const open = (event: MouseEvent, search: { tab?: string }) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ to: '.', search });
  };
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ name, label: words, badge }, nth) => (
        // The router's own links all say that they are current on this path: tabs differ by what follows it.
        <a
          key={name}
          href={nth === 0 ? '?' : `?tab=${name}`}
          onClick={(event) => open(event, nth === 0 ? {} : { tab: name })}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {words}
          {badge}
        </a>
      ))}
    </nav>
  );
}
