import { Button, Chip, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { oneOf, useAddress } from '../../address.ts';
import { api } from '../../api.ts';
import { formatMoment } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { usePages } from '../../pages-of.ts';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { DocumentIcon, PlusIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { MakeReportDialog } from './make-report-dialog.tsx';
import { type ListedReport, periodWords, REPORT_KINDS, reportName } from './report-kinds.ts';
import classes from './reports.module.css';

const TYPES = REPORT_KINDS.map(({ type }) => type);

/** Every report that was written, and the way to another. */
export default function ReportsPage() {
  const { slug, name } = useOrganization();
  const mayMake = useMay('reports:generate');
  const [{ type }, keep] = useAddress((search) => ({ type: oneOf(TYPES, search.type) }));
  const { open, show, close } = useDialog<'make'>();
  const reports = usePages(api.listAllReports, { org: slug, ...(type && { type }) });
  const write = mayMake && (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => show('make')}>
      Write a report
    </Button>
  );
  return (
    <Page
      title="Reports"
      of={name}
      description="What happened and what to decide, written from your figures alone. The weekly one comes by itself each Monday."
      actions={
        <>
          <CopyAsCurl endpoint={api.listReports} input={{ org: slug, type: type ?? 'weekly' }} />
          {write}
        </>
      }
    >
      <Chip.Group value={type ?? 'all'} onChange={(value) => keep({ type: oneOf(TYPES, value) })}>
        <Group gap="xs" role="group" aria-label="Type of report">
          <Chip size="sm" value="all">
            All
          </Chip>
          {REPORT_KINDS.map((kind) => (
            <Chip key={kind.type} size="sm" value={kind.type}>
              {kind.name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Section flush>
        <Loaded query={reports} skeleton={<RowsSkeleton rows={5} />}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.reports);
            return rows.length === 0 ? <NoReports type={type} action={write} /> : <ReportTable reports={rows} />;
          }}
        </Loaded>
        <ShowMore pages={reports} framed>
          Show older reports
        </ShowMore>
      </Section>
      {open === 'make' && <MakeReportDialog type={type ?? 'weekly'} onClose={close} />}
    </Page>
  );
}

function ReportTable({ reports }: { reports: readonly ListedReport[] }) {
  return (
    <Table verticalSpacing={10} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Report</Table.Th>
          <Table.Th visibleFrom="sm">Written</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {reports.map((report) => (
          <ReportRow key={report.id} report={report} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ReportRow({ report: { id, type, period, generated_at } }: { report: ListedReport }) {
  const { slug } = useOrganization();
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/o/$org/reports/$type/$reportId" params={{ org: slug, type, reportId: id }} className={classes.name}>
          {reportName(type)}, {periodWords(period)}
        </Link>
        <Text size="sm" c="dimmed">
          {REPORT_KINDS.find((kind) => kind.type === type)?.tells}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.moment}>
        {formatMoment(generated_at)}
      </Table.Td>
    </Table.Tr>
  );
}

function NoReports({ type, action }: { type: string | undefined; action: React.ReactNode }) {
  return (
    <Empty
      icon={DocumentIcon}
      title={type ? `No ${reportName(type).toLowerCase()} yet` : 'No reports yet'}
      action={action}
    >
      {action
        ? 'Once an ad account is linked, a report is written from its figures in less than a minute.'
        : 'They appear here once a member of the organization has asked for one.'}
    </Empty>
  );
}
