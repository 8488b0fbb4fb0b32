import { useQuery } from '@tanstack/react-query';
import { textOf, useAddress } from '../../../address.ts';
import { api } from '../../../api.ts';
import { reading } from '../../../queries.ts';

const ASKED_EVERY_MS = 1_000;

const taskIn = ({ task }: Record<string, unknown>) => ({ task: Number(textOf(task)) || null });

/** The work in the background that the address names, asked for until it has ended; whoever starts it puts it there. */
export function useFollowedTask() {
  const [{ task }] = useAddress(taskIn);
  return useQuery({
    ...reading(api.getTaskStatus, { task_tracking_id: task ?? 0 }),
    enabled: task !== null,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : ASKED_EVERY_MS),
    staleTime: 0,
  }).data;
}
