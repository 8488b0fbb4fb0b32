import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CallError } from '../call.ts';
import { useOrganization } from '../organization.tsx';
import { Notice } from '../parts/notice.tsx';

/** Says that a change waits for somebody's approval, and where. */
export function HeldNotice({ error }: { error: CallError }) {
  const { slug } = useOrganization();
  const queued = error.extra.queued_recommendation_id;
  const search = typeof queued === 'string' ? { queued } : {};
  return (
    <Notice tone="warning">
      Nothing was changed yet: somebody has to approve it.{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to={`/o/${slug}/optimizations`} search={search} />}>
        See it in the approval queue
      </Anchor>
    </Notice>
  );
}
