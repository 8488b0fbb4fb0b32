import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { WorkedOn } from '../../../server/src/base/task-queue.ts';
import { api } from '../api.ts';
import { useReadAgain } from '../changes/use-follow.ts';
import { useOrganization } from '../organization.tsx';
import { reading } from '../queries.ts';
import { withStage } from './stages.ts';
import type { FollowedTask } from './use-task.ts';

/** The stream of events tells of each stage; this is for those whom it does not reach. */
const ASKED_EVERY_MS = 5_000;

interface Work extends FollowedTask {
  /** Whether it is known by now if there is any. */
  known: boolean;
}

/**
 * The newest work on what a page shows, whoever started it. When it ends, the page reads again what came of it; also
 * when it had ended by the time it was found, although the page was told that it is under way.
 */
export function useWork(about: WorkedOn, underWay: boolean): Work {
  const { slug: org } = useOrganization();
  const { data, isError } = useQuery({
    ...reading(api.getNewestTask, { org, about }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.task?.status === 'running' ? ASKED_EVERY_MS : false),
  });
  const task = data?.task ?? undefined;
  useEnd(task, underWay);
  return { task, stages: useStages(task), known: data !== undefined || isError };
}

/** Reads the page again once for each task that has ended under its eyes. */
function useEnd(task: FollowedTask['task'], underWay: boolean): void {
  const readAgain = useReadAgain();
  const awaited = useRef<number | undefined>(undefined);
  const ended = useRef<number | undefined>(undefined);
  const { task_tracking_id: id, status } = task ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the task or what is known of it changes, not with each drawing
  useEffect(() => {
    if (status === 'running') awaited.current = id;
    if (status === undefined || status === 'running' || ended.current === id) return;
    if (!underWay && awaited.current !== id) return;
    ended.current = id;
    void readAgain();
  }, [id, status, underWay]);
}

/** The stages that were seen of a task so far; another task begins anew. */
function useStages(task: FollowedTask['task']): readonly string[] {
  const [seen, setSeen] = useState<{ of: number | undefined; stages: readonly string[] }>({
    of: undefined,
    stages: [],
  });
  const { task_tracking_id: of, stage } = task ?? {};
  useEffect(() => {
    setSeen((before) => {
      const stages = before.of === of ? before.stages : [];
      return { of, stages: stage ? withStage(stages, stage) : stages };
    });
  }, [of, stage]);
  return seen.of === of ? seen.stages : [];
}
