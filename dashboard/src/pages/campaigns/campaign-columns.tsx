import { Link } from '@tanstack/react-router';
import type { CampaignRow } from '../../api.ts';
import { formatAmount, formatCount, formatPercent, formatWholeAmount } from '../../format.ts';
import { Sparkline } from '../../parts/chart/sparkline.tsx';
import { Figure } from '../../parts/figure.tsx';
import { Status } from '../../parts/status.tsx';
import type { Column } from '../../parts/table/data-table.tsx';
import { cpaOf, stateOf, typeWords } from './campaign-words.ts';
import classes from './campaigns-page.module.css';
import { CpaBar } from './cpa-bar.tsx';

/** Columns that are shown only where somebody asks for them. */
export const EXTRA_COLUMNS: readonly string[] = ['clicks', 'impressions', 'ctr'];

const NEVER_RAN = 'It has not run in these 30 days.';

/** The columns of the table of campaigns. */
export function campaignColumns(org: string, currency: string): readonly Column<CampaignRow>[] {
  const money = (value: number) => formatAmount(value, currency);
  const sum = (rows: readonly CampaignRow[], of: (row: CampaignRow) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  return [
    {
      key: 'name',
      title: 'Campaign',
      fill: true,
      cell: (row) => <Name org={org} campaign={row} />,
      order: ({ name }) => name.toLowerCase(),
      foot: (rows) => (rows.length === 1 ? '1 campaign' : `${formatCount(rows.length)} campaigns`),
    },
    {
      key: 'state',
      title: 'State',
      cell: (row) => <Status {...stateOf(row)} />,
      order: (row) => stateOf(row).label,
    },
    { key: 'type', title: 'Type', cell: ({ type }) => typeWords(type), order: ({ type }) => type },
    {
      key: 'budget',
      title: 'Budget',
      figure: true,
      cell: ({ budget }) => <Figure value={budget || null} format={money} missing="No budget is set yet." />,
      order: ({ budget }) => budget,
      foot: (rows) =>
        formatWholeAmount(
          sum(rows, ({ budget }) => budget),
          currency,
        ),
    },
    {
      key: 'spend',
      title: 'Spend',
      figure: true,
      cell: (row) => <Figure value={ran(row) ? row.spend : null} format={money} missing={NEVER_RAN} />,
      order: (row) => (ran(row) ? row.spend : null),
      foot: (rows) => money(sum(rows, ({ spend }) => spend)),
    },
    {
      key: 'conversions',
      title: 'Conversions',
      figure: true,
      cell: (row) => <Figure value={ran(row) ? row.conversions : null} format={formatCount} missing={NEVER_RAN} />,
      order: (row) => (ran(row) ? row.conversions : null),
      foot: (rows) => formatCount(sum(rows, ({ conversions }) => conversions)),
    },
    {
      key: 'cpa',
      title: 'CPA',
      figure: true,
      cell: (row) => (
        <CpaBar
          cpa={cpaOf(row)}
          target={row.target_cpa}
          currency={currency}
          missing={ran(row) ? 'No conversions in these 30 days.' : NEVER_RAN}
        />
      ),
      order: cpaOf,
      foot: (rows) => {
        const all = { spend: sum(rows, ({ spend }) => spend), conversions: sum(rows, (row) => row.conversions) };
        return <Figure value={cpaOf(all)} format={money} missing="No conversions in these 30 days." />;
      },
    },
    {
      key: 'clicks',
      title: 'Clicks',
      figure: true,
      cell: ({ clicks }) => formatCount(clicks),
      order: ({ clicks }) => clicks,
      foot: (rows) => formatCount(sum(rows, ({ clicks }) => clicks)),
    },
    {
      key: 'impressions',
      title: 'Impressions',
      figure: true,
      cell: ({ impressions }) => formatCount(impressions),
      order: ({ impressions }) => impressions,
      foot: (rows) => formatCount(sum(rows, ({ impressions }) => impressions)),
    },
    {
      key: 'ctr',
      title: 'CTR',
      figure: true,
      cell: (row) => <Figure value={ctrOf(row)} format={formatPercent} missing={NEVER_RAN} />,
      order: ctrOf,
    },
    {
      key: 'trend',
      title: '30 days',
      cell: (row) => <Sparkline values={row.spend_by_day} label={trendWords(row, money)} />,
    },
  ];
}

function Name({ org, campaign: { slug, name } }: { org: string; campaign: CampaignRow }) {
  return (
    <Link to="/o/$org/campaigns/$slug" params={{ org, slug }} className={classes.name} title={name}>
      {name}
    </Link>
  );
}

function ran({ spend_by_day }: CampaignRow): boolean {
  return spend_by_day.length > 0;
}

function ctrOf({ clicks, impressions }: CampaignRow): number | null {
  return impressions > 0 ? clicks / impressions : null;
}

function trendWords({ spend_by_day: days }: CampaignRow, money: (value: number) => string): string {
  if (days.length === 0) return 'No spend in these 30 days';
  return `Spend by day, from ${money(days[0] ?? 0)} to ${money(days.at(-1) ?? 0)}, at most ${money(Math.max(...days))}`;
}
