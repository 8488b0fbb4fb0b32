import { Loader, Text } from '@mantine/core';
import type { Campaign } from '../../../api.ts';
import { CheckIcon } from '../../../parts/icons.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { useWork } from '../../../tasks/use-work.ts';
import classes from './campaign-page.module.css';

/** What a draft goes through, as the service names it. */
const STAGES = [
  'Reading the website',
  'Writing the business profile',
  'Looking up what people search for',
  'Writing ads and keywords',
  'Saving the draft',
];

/** Shows a draft being written, stage by stage. */
export function Generating({ campaign: { slug, website_url } }: { campaign: Campaign }) {
  const { task } = useWork(`campaign:${slug}`, true);
  return (
    <Section title="The draft is being written" description={`From ${website_url}. It takes a minute or two.`}>
      {task?.status === 'failed' ? (
        <Notice tone="danger">{task.error?.message}</Notice>
      ) : (
        <Stages stage={task?.stage ?? null} />
      )}
    </Section>
  );
}

function Stages({ stage }: { stage: string | null }) {
  const at = STAGES.findIndex((one) => stage?.startsWith(one));
  return (
    <>
      <ol className={classes.stages}>
        {STAGES.map((words, index) => (
          <li key={words} data-at={index < at ? 'before' : index === at ? 'now' : 'later'}>
            {index < at && <CheckIcon size={16} />}
            {index === at && <Loader size={14} />}
            {index > at && <span style={{ width: 16 }} />}
            {index === at && stage ? stage : words}
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="sm" component="output">
        {stage ?? 'Waiting to begin'}: this page goes on by itself, and you may leave it.
      </Text>
    </>
  );
}
