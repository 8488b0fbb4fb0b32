import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../../call.ts';
import { Notice } from '../../parts/notice.tsx';
import classes from './approvals.module.css';
import type { Standing } from './use-standing.ts';

/** Says, until it is known what a change would take away, that it is not: being worked out, or why that failed. */
export function NotKnown({ standing }: { standing: UseQueryResult<Standing, CallError> }) {
  const { data, error, errorUpdateCount, isFetching, refetch } = standing;
  // While it is tried again there is no error, and still nothing known.
  if (error || (errorUpdateCount > 0 && !data)) {
    return (
      <Notice tone="warning">
        <p className={classes.unknown}>
          What this would take away is not known as things stand now, so it cannot be approved yet. {error?.message}
        </p>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()} loading={isFetching}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (data) return null;
  return <output className={classes.reading}>Working out what this would take away…</output>;
}
