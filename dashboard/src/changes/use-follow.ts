import { useQueryClient } from '@tanstack/react-query';
import { type Answer, api } from '../api.ts';
import { call } from '../call.ts';
import { useOrganization } from '../organization.tsx';

const ASKED_EVERY_MS = 1_000;
const FOLLOWED_FOR_MS = 5 * 60 * 1_000;

/** A change that waited, once a person has decided on it. */
export type Decided = Answer<typeof api.getQueuedWrite>;

/** How work in the background ended. */
export type Ended = { ended: 'completed' } | { ended: 'failed'; why: string } | { ended: 'unknown' };

/** Makes everything that was read of the organization be read again. */
export function useReadAgain(): () => Promise<void> {
  const queryClient = useQueryClient();
  const { slug } = useOrganization();
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(queryKey[1], slug) });
}

function isOf(input: unknown, slug: string): boolean {
  return typeof input === 'object' && input !== null && 'org' in input && input.org === slug;
}

/** Waits for work in the background, also when the page that started it is left. */
export async function followTask(task_tracking_id: number): Promise<Ended> {
  for (const until = Date.now() + FOLLOWED_FOR_MS; Date.now() < until; await pause(ASKED_EVERY_MS)) {
    const task = await call(api.getTaskStatus, { task_tracking_id }).catch(() => undefined);
    if (task?.status === 'completed') return { ended: 'completed' };
    if (task?.status === 'failed') return { ended: 'failed', why: task.error?.message ?? '' };
  }
  return { ended: 'unknown' };
}

/** Waits until an approved change has come to its end in the ad platform; as it waits still, where that takes longer. */
export async function followQueuedWrite(decided: Decided): Promise<Decided> {
  let now = decided;
  for (const until = Date.now() + FOLLOWED_FOR_MS; now.status === 'pending' && Date.now() < until; ) {
    await pause(ASKED_EVERY_MS);
    now = await call(api.getQueuedWrite, { queued_write_id: decided.id }).catch(() => now);
  }
  return now;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
