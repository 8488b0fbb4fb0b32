import { Anchor, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '../../api.ts';
import { DocumentActions, DocumentView } from '../../document/document-view.tsx';
import { parseDocument } from '../../document/parse.ts';
import { formatMoment } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { Page } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { reading } from '../../queries.ts';
import { TaskStages } from '../../tasks/task-stages.tsx';
import { useWork } from '../../tasks/use-work.ts';
import { reportName } from './report-kinds.ts';
import classes from './reports.module.css';

/** One report, to be read; while it is being written, how far that is. */
export default function ReportPage() {
  const { slug, name } = useOrganization();
  const { type = '', reportId = '' } = useParams({ strict: false });
  const { task, stages, known } = useWork(`report:${reportId}`, false);
  const atWork = task?.status === 'running';
  const failed = task?.status === 'failed';
  const report = useQuery({
    ...reading(api.getReport, { org: slug, type, report_id: reportId }),
    // Until its first writing has ended it is not there, which is no failure.
    enabled: known && !atWork,
  });
  const { data } = report;
  const document = useMemo(() => (data ? parseDocument(data.markdown) : undefined), [data]);
  return (
    <Page
      title={document?.title ?? reportName(type)}
      of={name}
      description={
        <Anchor
          inherit
          className={classes.back}
          renderRoot={(props) => <Link {...props} to="/o/$org/reports" params={{ org: slug }} />}
        >
          All reports
        </Anchor>
      }
      actions={
        data && (
          <DocumentActions markdown={data.markdown} fileName={`${slug}-${type}-${data.id}.md`}>
            <CopyAsCurl endpoint={api.getReport} input={{ org: slug, type, report_id: data.id }} />
          </DocumentActions>
        )
      }
    >
      {(atWork || failed) && (
        <TaskStages title={`Writing the ${reportName(type).toLowerCase()}`} task={task} stages={stages} />
      )}
      {(atWork || failed) && data === undefined ? null : (
        <Loaded query={report} skeleton={<DocumentSkeleton />} framed>
          {({ generated_at }) =>
            document && <DocumentView document={document} asOf={`As of ${formatMoment(generated_at)}.`} />
          }
        </Loaded>
      )}
    </Page>
  );
}

/** Stands for a text that is on its way. */
export function DocumentSkeleton() {
  return (
    <Stack gap="lg" p="xl" maw="44rem">
      <Skeleton height={14} width="70%" />
      {['first', 'second', 'third'].map((part) => (
        <Stack key={part} gap="sm">
          <Skeleton height={20} width="35%" />
          <Skeleton height={12} />
          <Skeleton height={12} width="94%" />
          <Skeleton height={12} width="80%" />
        </Stack>
      ))}
    </Stack>
  );
}
