import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Answer, api } from '../../api.ts';
import { DocumentActions, DocumentView } from '../../document/document-view.tsx';
import { parseDocument } from '../../document/parse.ts';
import { formatMoment } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { WarningIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { TaskStages } from '../../tasks/task-stages.tsx';
import { useWork } from '../../tasks/use-work.ts';
import { DocumentSkeleton } from '../reports/report-page.tsx';

type Strategy = Answer<typeof api.getStrategy>;

/** One strategy, to be read; while it is being written, how far that is; if it failed, why. */
export default function StrategyPage() {
  const { slug, name } = useOrganization();
  const { strategyId = '' } = useParams({ strict: false });
  const strategy = useQuery(reading(api.getStrategy, { org: slug, strategy_id: strategyId }));
  const markdown = strategy.data?.markdown;
  return (
    <Page
      title={strategy.data?.title ?? 'Strategy'}
      of={name}
      description={
        <Anchor
          inherit
          size="sm"
          renderRoot={(props) => <Link {...props} to="/o/$org/strategies" params={{ org: slug }} />}
        >
          All strategies
        </Anchor>
      }
      actions={
        markdown && (
          <DocumentActions markdown={markdown} fileName={`${slug}-strategy-${strategyId}.md`}>
            <CopyAsCurl endpoint={api.getStrategy} input={{ org: slug, strategy_id: strategyId }} />
          </DocumentActions>
        )
      }
    >
      <Loaded query={strategy} skeleton={<DocumentSkeleton />} framed>
        {(data) => {
          if (isUnderWay(data)) return <Writing strategy={data} />;
          return data.markdown === null ? (
            <Failed strategy={data} />
          ) : (
            <Written strategy={data} markdown={data.markdown} />
          );
        }}
      </Loaded>
    </Page>
  );
}

function isUnderWay({ status }: Strategy): boolean {
  return status === 'queued' || status === 'running';
}

function Writing({ strategy: { id } }: { strategy: Strategy }) {
  const { task, stages } = useWork(`strategy:${id}`, true);
  return <TaskStages title="Writing the strategy" task={task} stages={stages} />;
}

function Written({ strategy, markdown }: { strategy: Strategy; markdown: string }) {
  const document = useMemo(() => parseDocument(markdown), [markdown]);
  return (
    <DocumentView document={document} asOf={`As of ${formatMoment(strategy.finished_at ?? strategy.created_at)}.`} />
  );
}

function Failed({ strategy }: { strategy: Strategy }) {
  return (
    <Section flush>
      <Empty icon={WarningIcon} title="This strategy was not written">
        {strategy.error ?? 'The work ended without success.'} What was written before is still there; a new one can be
        asked for on the page of all strategies.
      </Empty>
    </Section>
  );
}
