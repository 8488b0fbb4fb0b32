import { Button, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Answer, api } from '../../api.ts';
import { formatMoment } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { usePages } from '../../pages-of.ts';
import { CopyAsCurl } from '../../parts/copy-as-curl.tsx';
import { DocumentIcon, PlusIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { MakeStrategyDialog } from './make-strategy-dialog.tsx';
import classes from './strategy.module.css';

type StrategyPage = Answer<typeof api.listStrategies>;
type Strategy = StrategyPage['strategies'][number];

const WHILE_WRITING_MS = 5_000;

const STATUS: Record<Strategy['status'], { tone: Tone; label: string }> = {
  queued: { tone: 'waiting', label: 'Waiting' },
  running: { tone: 'waiting', label: 'Being written' },
  succeeded: { tone: 'good', label: 'Ready' },
  failed: { tone: 'bad', label: 'Failed' },
};

/** Every strategy that was asked for, and the way to another. */
export default function StrategiesPage() {
  const { slug, name } = useOrganization();
  const mayMake = useMay('reports:generate');
  const { open, show, close } = useDialog<'make'>();
  const strategies = usePages(api.listStrategies, { org: slug }, { againAfterMs: WHILE_WRITING_MS, isUnderWay });
  const write = mayMake && (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => show('make')}>
      Write a strategy
    </Button>
  );
  return (
    <Page
      title="Strategy"
      of={name}
      description="A plan for the account: what the figures say, where demand is, which campaigns to have, and the next ninety days."
      actions={
        <>
          <CopyAsCurl endpoint={api.listStrategies} input={{ org: slug }} />
          {write}
        </>
      }
    >
      <Section flush>
        <Loaded query={strategies} skeleton={<RowsSkeleton rows={3} />}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.strategies);
            return rows.length === 0 ? <NoStrategies action={write} /> : <StrategyTable strategies={rows} />;
          }}
        </Loaded>
        <ShowMore pages={strategies} framed>
          Show older strategies
        </ShowMore>
      </Section>
      {open === 'make' && <MakeStrategyDialog onClose={close} />}
    </Page>
  );
}

function isUnderWay({ strategies }: StrategyPage): boolean {
  return strategies.some(({ status }) => status === 'queued' || status === 'running');
}

function StrategyTable({ strategies }: { strategies: readonly Strategy[] }) {
  const { slug } = useOrganization();
  return (
    <Table verticalSpacing={10} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Strategy</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th visibleFrom="sm">Asked for</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {strategies.map(({ id, title, status, created_at, error }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Link to="/o/$org/strategies/$strategyId" params={{ org: slug, strategyId: id }} className={classes.name}>
                {title}
              </Link>
            </Table.Td>
            <Table.Td>
              <Status {...STATUS[status]} {...(error && { note: error })} />
            </Table.Td>
            <Table.Td visibleFrom="sm" className={classes.moment}>
              {formatMoment(created_at)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function NoStrategies({ action }: { action: React.ReactNode }) {
  return (
    <Empty icon={DocumentIcon} title="No strategy yet" action={action}>
      A strategy is written from the business profile, the figures and an audit of the account, with documents of yours
      where you add some. It takes a few minutes.
    </Empty>
  );
}
