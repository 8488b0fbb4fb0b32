import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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

/** The parts of a page, each with an address of its own. */
export function PageTabs({ label, tabs, current }: PageTabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ name, label: words, badge }, nth) => (
        <Link
          key={name}
          to="."
          search={nth === 0 ? {} : { tab: name }}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {words}
          {badge}
        </Link>
      ))}
    </nav>
  );
}
