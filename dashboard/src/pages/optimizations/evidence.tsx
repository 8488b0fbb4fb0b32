import type { Optimization } from '../../api.ts';
import { formatAmount, formatCount, formatPercent } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { Figure } from '../../parts/figure.tsx';
import { formatDay } from '../../parts/period/period.ts';
import { titleOf } from './kinds.ts';
import classes from './recommendations.module.css';

interface EvidenceProps {
  rows: Optimization['evidence'];
  recommendation: Optimization;
}

/** What a recommendation stands on. Search terms and keywords are text that others wrote, and stay text. */
export function Evidence({ rows, recommendation }: EvidenceProps) {
  const { window, campaign } = recommendation;
  const { currency } = useOrganization();
  const money = (amount: number) => formatAmount(amount, currency);
  const days = window ? `, ${formatDay(window.from)} to ${formatDay(window.to)}` : '';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.box} tabIndex={0} aria-label={`Evidence: ${titleOf(recommendation)}, ${campaign.name}`}>
      <table className={classes.evidence}>
        <thead>
          <tr>
            <th scope="col">What{days}</th>
            <th scope="col" data-figure>
              Clicks
            </th>
            <th scope="col" data-figure>
              Cost
            </th>
            <th scope="col" data-figure>
              Conversions
            </th>
            <th scope="col" data-figure>
              Expected
            </th>
            <th scope="col" data-figure>
              How sure
            </th>
            <th scope="col" data-figure>
              Saves a month
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.text} ${row.match_type} ${row.change}`}>
              <td className={classes.term}>
                {row.text ?? row.change ?? 'The campaign as a whole'}
                {row.match_type && <span className={classes.match}>{row.match_type}</span>}
              </td>
              <td data-figure>{formatCount(row.clicks)}</td>
              <td data-figure>{money(row.cost)}</td>
              <td data-figure>{formatCount(row.conversions)}</td>
              <td data-figure>
                <Figure value={row.expected_conversions} format={formatCount} missing="Not what this is judged by." />
              </td>
              <td data-figure>
                <Figure value={row.confidence} format={formatSure} missing="Not estimated." />
              </td>
              <td data-figure>
                <Figure value={row.monthly_saving} format={money} missing="This does not save money by itself." />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Nothing that was estimated is certain, however it rounds. */
const MOST_SURE = 0.999;

function formatSure(confidence: number): string {
  return formatPercent(Math.min(confidence, MOST_SURE));
}
