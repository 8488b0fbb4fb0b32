import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Answer, api } from '../api.ts';
import { reading } from '../queries.ts';
import { withStage } from './stages.ts';

/** The stream of events tells of each stage; this is for those whom it does not reach. */
const ASKED_EVERY_MS = 5_000;

/** Work in the background as it is told. */
export type TaskState = Answer<typeof api.getTaskStatus>;

/** A task that is being followed, with the stages that were seen of it so far. */
export interface FollowedTask {
  task: TaskState | undefined;
  stages: readonly string[];
}

/** Follows work in the background until it ends, and then lets the page read again what came of it. */
export function useTask(id: number | undefined, onEnd: () => unknown): FollowedTask {
  const [stages, setStages] = useState<readonly string[]>([]);
  const { data } = useQuery({
    ...reading(api.getTaskStatus, { task_tracking_id: id ?? 0 }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : ASKED_EVERY_MS),
  });
  const ended = useRef<number | undefined>(undefined);
  const stage = data?.stage;
  useEffect(() => {
    if (stage) setStages((seen) => withStage(seen, stage));
  }, [stage]);
  useEffect(() => {
    if (!data || data.status === 'running' || ended.current === data.task_tracking_id) return;
    ended.current = data.task_tracking_id;
    onEnd();
  }, [data, onEnd]);
  return { task: id === undefined ? undefined : data, stages };
}
