import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { reading } from '../../queries.ts';
import classes from './page-tabs.module.css';

/** How many changes wait for approval; nothing where none does. */
export function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> waiting for approval</VisuallyHidden>
    </span>
  );
}

/** The same beside the name of the page, read with the smallest page of the queue. */
export function WaitingBadge() {
  const { org = '' } = useParams({ strict: false });
  const queue = useQuery({
    ...reading(api.listQueuedWrites, { org, status: 'pending', limit: 1 }),
    enabled: org !== '',
  });
  return <Count count={queue.data?.waiting ?? 0} />;
}
