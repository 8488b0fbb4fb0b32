import classes from './chart.module.css';
import { inWords, type Series } from './daily-chart.tsx';

interface ChartTableProps {
  summary: string;
  labels: readonly string[];
  series: readonly Series[];
}

/** The figures of a chart as a table, for whoever reads rather than looks. */
export function ChartTable({ summary, labels, series }: ChartTableProps) {
  return (
    <details className={classes.figures}>
      <summary>Figures as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.figuresBox} tabIndex={0} aria-label="Figures">
        <table>
          <caption>{summary}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ name, before }) => [
                <th key={name} scope="col">
                  {name}
                </th>,
                before && (
                  <th key={`${name} before`} scope="col">
                    {name}, period before
                  </th>
                ),
              ])}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, index) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name, values, before, format }) => [
                  <td key={name}>{inWords(values[index], format)}</td>,
                  before && <td key={`${name} before`}>{inWords(before[index], format)}</td>,
                ])}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
