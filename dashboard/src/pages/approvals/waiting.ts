import type { Answer, api, QueuedWrite } from '../../api.ts';

/** A change that waits: as the queue lists it, or read by its id, where less is told of who asked. */
export type Waiting = Answer<typeof api.getQueuedWrite> &
  Pick<QueuedWrite, 'under_way'> &
  Partial<Pick<QueuedWrite, 'requester' | 'expires_at'>>;
