import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';
import type { CallError } from '../../call.ts';
import { isForNow } from '../../changes/error-words.ts';
import { LOOKED_AGAIN_MS } from '../../changes/use-preview.ts';
import { useOrganization } from '../../organization.tsx';
import { reading } from '../../queries.ts';
import type { Waiting } from './waiting.ts';

export type Standing = Answer<typeof api.previewQueuedWrite>;

/** What a change would do as things stand now; read while its card is seen, since a hundred may wait. */
export function useStanding({ id }: Waiting, seen: boolean): UseQueryResult<Standing, CallError> {
  const { slug: org } = useOrganization();
  return useQuery({
    ...reading(api.previewQueuedWrite, { org, queued_write_id: id }),
    enabled: seen,
    refetchInterval: ({ state: { error } }) => (error && isForNow(error) ? LOOKED_AGAIN_MS : false),
  });
}

/** Whether it is known what approving would do: all of it was read, the last time too, and nothing refused it. */
export function isKnown({ revision }: Waiting, { data, error }: UseQueryResult<Standing, CallError>): boolean {
  return error === null && data?.open === true && data.refusal === null && data.revision === revision;
}

/** All that was asked for, where it was read: the queue lists the first of it. */
export function changesOf({ revision, changes }: Waiting, standing: Standing | undefined): Waiting['changes'] {
  return standing?.revision === revision ? standing.changes : changes;
}
