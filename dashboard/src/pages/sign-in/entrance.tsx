import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '../../parts/mark.tsx';
import classes from './sign-in-page.module.css';

/** The frame of the pages before anybody is signed in. */
export function Entrance({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <title>{`${title} · Sluice`}</title>
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
