import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** The browser's tab shows it after the title. */
  of?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Tables and charts use the room there is. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of every page: its title, what it is for, and what can be done there. */
export function Page({ title, of, description, actions, wide = false, children }: PageProps) {
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <title>{[...new Set([title, of, 'Sluice'])].filter(Boolean).join(' · ')}</title>
      <header className={classes.head}>
        <div className={classes.words}>
          <Title order={1}>{title}</Title>
          {description && (
            <Text c="dimmed" component="div" className={classes.description}>
              {description}
            </Text>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title?: string;
  description?: ReactNode;
  aside?: ReactNode;
  /** Tables run to the edges. */
  flush?: boolean;
  children: ReactNode;
}

/** One subject of a page, in a frame of its own. */
export function Section({ title, description, aside, flush = false, children }: SectionProps) {
  return (
    <section className={classes.section}>
      {title && (
        <div className={classes.sectionHead}>
          <div>
            <Title order={2}>{title}</Title>
            {description && (
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            )}
          </div>
          {aside}
        </div>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
