import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, api, type QueuedWrite } from '../../api.ts';
import type { CallError } from '../../call.ts';
import { useOrganization } from '../../organization.tsx';
import { reading } from '../../queries.ts';

export type Standing = Answer<typeof api.previewQueuedWrite>;

/** What a change would do as things stand now; read while its card is seen, since a hundred may wait. */
export function useStanding({ id }: QueuedWrite, seen: boolean): UseQueryResult<Standing, CallError> {
  const { slug: org } = useOrganization();
  return useQuery({ ...reading(api.previewQueuedWrite, { org, queued_write_id: id }), enabled: seen });
}

/** Whether it is known what approving would do: it was read, the last time too, and nothing refused it. */
export function isKnown({ data, error }: UseQueryResult<Standing, CallError>): boolean {
  return error === null && data?.open === true && data.refusal === null;
}
