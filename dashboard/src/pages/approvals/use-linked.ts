import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { call } from '../../call.ts';
import { useOrganization } from '../../organization.tsx';
import type { Waiting } from './waiting.ts';

/** The change that a link is about, while it waits in this organization; kept with the queue, and read again with it. */
export function useLinked(id: string | undefined, isListed: boolean): Waiting | undefined {
  const { slug: org } = useOrganization();
  const linked = useQuery({
    queryKey: [api.listQueuedWrites.route, { org, id }, 'linked'],
    queryFn: ({ signal }) => readWaiting(org, id ?? '', signal),
    enabled: id !== undefined && !isListed,
  });
  return isListed ? undefined : (linked.data ?? undefined);
}

async function readWaiting(org: string, queued_write_id: string, signal: AbortSignal): Promise<Waiting | null> {
  const [{ open }, queued] = await Promise.all([
    // Only the preview is one of this organization: an id may be of another that the reader belongs to.
    call(api.previewQueuedWrite, { org, queued_write_id }, { signal }),
    call(api.getQueuedWrite, { queued_write_id }, { signal }),
  ]);
  return open ? { ...queued, under_way: false } : null;
}
