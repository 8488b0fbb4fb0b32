import { Loader } from '@mantine/core';
import { CheckIcon } from '../parts/icons.tsx';
import { Notice } from '../parts/notice.tsx';
import classes from './task-stages.module.css';
import type { FollowedTask } from './use-task.ts';

interface TaskStagesProps extends FollowedTask {
  /** What is being done as a whole: “Writing the weekly report”. */
  title: string;
}

/** Work in the background as it goes on: what was done, what is being done, or why it ended without success. */
export function TaskStages({ title, task, stages }: TaskStagesProps) {
  if (task?.status === 'failed') {
    return <Notice tone="danger">{task.error?.message || 'The work ended without success.'}</Notice>;
  }
  const done = task?.status === 'completed';
  const shown = stages.length > 0 ? stages : ['Waiting for its turn'];
  return (
    <output className={classes.work}>
      <strong>{done ? 'Done' : title}</strong>
      <ol className={classes.stages}>
        {shown.map((stage, at) => {
          const current = !done && at === shown.length - 1;
          return (
            <li key={stage} data-current={current || undefined}>
              {current ? <Loader size={14} /> : <CheckIcon size={16} />}
              {stage}
            </li>
          );
        })}
      </ol>
    </output>
  );
}
