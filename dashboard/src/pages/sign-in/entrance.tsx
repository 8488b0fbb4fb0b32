import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '../../parts/mark.tsx';
import classes from './sign-in-page.module.css';

interface EntranceProps {
  title: string;
  /** What the browser's tab says, where that is not the title. */
  tab?: string;
  words: string;
  children: ReactNode;
}

/** The frame of the pages before anybody is signed in. */
export function Entrance({ title, tab = title, words, children }: EntranceProps) {
  return (
    <main className={classes.page}>
      <title>{`${tab} · Sluice`}</title>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Mark size={34} />
          <Title order={1}>{title}</Title>
          <Text c="dimmed">{words}</Text>
        </div>
        {children}
      </div>
    </main>
  );
}
