import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallError } from '../call.ts';
import { type Icon, WarningIcon } from './icons.tsx';
import { Section } from './page.tsx';
import classes from './states.module.css';

interface LoadedProps<Data> {
  query: UseQueryResult<Data, CallError>;
  skeleton: ReactNode;
  /** Draws a frame around what stands in for the data, where the data brings its own. */
  framed?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows what a page reads, or that it is on its way, or why it did not arrive and a way to try again. */
export function Loaded<Data>({ query, skeleton, framed = false, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  const instead =
    query.error === null ? (
      <output aria-label="Loading">{skeleton}</output>
    ) : (
      <Failure error={query.error} retry={() => query.refetch()} busy={query.isFetching} />
    );
  return framed ? <Section flush>{instead}</Section> : instead;
}

interface FailureProps {
  error: CallError;
  retry: () => unknown;
  busy?: boolean;
}

/** Why something could not be shown, in words for the person, with what support asks for. */
export function Failure({ error, retry, busy = false }: FailureProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="warning">
        <WarningIcon size={22} />
      </span>
      <Title order={2}>{failureTitle(error.code)}</Title>
      <Text c="dimmed" className={classes.words}>
        {error.message}
        {error.requestId && ` Request ${error.requestId}.`}
      </Text>
      <Button variant="default" onClick={retry} loading={busy}>
        Try again
      </Button>
    </div>
  );
}

function failureTitle(code: CallError['code']): string {
  if (code === 'unreachable') return 'No connection to the service';
  if (code === 'rate_limited') return 'Too many requests';
  if (code === 'role_denied' || code === 'insufficient_scope') return 'Your role does not allow this';
  if (code === 'org_access_denied') return 'You have no access to this organization';
  return 'This could not be loaded';
}

interface EmptyProps {
  icon: Icon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Says why there is nothing to see, and what to do about it. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon size={22} />
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" component="div" className={classes.words}>
        {children}
      </Text>
      {action}
    </div>
  );
}

/** Stands for rows that are on their way. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <Stack gap="md" p="lg">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={row} height={18} width={`${92 - ((row * 17) % 30)}%`} />
      ))}
    </Stack>
  );
}
