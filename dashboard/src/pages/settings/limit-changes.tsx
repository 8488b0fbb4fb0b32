import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import type { ShownChange } from '../../changes/change.ts';
import { ChangeList } from '../../changes/change-list.tsx';
import { formatMoment, formatShown } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { Section } from '../../parts/page.tsx';
import { Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { capWords } from './cap-words.ts';
import classes from './settings.module.css';

type LimitChange = Answer<typeof api.listLimitChanges>['changes'][number];

const SHOWN_FIRST = 5;

/** How the limits on money came to be what they are, for Owners: who moved them, when, from what to what. */
export function LimitChanges() {
  const { slug: org } = useOrganization();
  const changes = useQuery(reading(api.listLimitChanges, { org }));
  return (
    <Section title="How the limits were changed" description="Newest first." flush>
      <Loaded query={changes} skeleton={<RowsSkeleton rows={2} />}>
        {({ changes }) => <Changes changes={changes} />}
      </Loaded>
    </Section>
  );
}

function Changes({ changes }: { changes: readonly LimitChange[] }) {
  const { currency } = useOrganization();
  const [all, setAll] = useState(false);
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="md">
        The limits are as they were in the beginning.
      </Text>
    );
  }
  return (
    <>
      <ul className={classes.limitChanges}>
        {changes.slice(0, all ? undefined : SHOWN_FIRST).map((change) => (
          <li key={change.request_id ?? change.at}>
            <Text size="sm">
              <strong>{change.request_id === null ? 'The operator of this service' : change.user}</strong>,{' '}
              <time dateTime={change.at}>{formatMoment(change.at)}</time>
            </Text>
            <ChangeList changes={movesIn(change, currency)} currency={currency} />
          </li>
        ))}
      </ul>
      {!all && changes.length > SHOWN_FIRST && (
        <Button variant="default" size="xs" m="md" onClick={() => setAll(true)}>
          Show all {formatShown(changes.length, changes.length, 'change')}
        </Button>
      )}
    </>
  );
}

function movesIn({ max_spend: cap, api_budget_change_limit_pct: percent }: LimitChange, currency: string) {
  const moves: ShownChange[] = [
    { field: 'monthly cap', from: capWords(cap.from, currency), to: capWords(cap.to, currency) },
    { field: 'most of one change', from: `${percent.from}%`, to: `${percent.to}%` },
  ];
  return moves.filter(({ from, to }) => from !== to);
}
