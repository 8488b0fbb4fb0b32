import type { Overview } from '../../api.ts';
import { formatFigureDay, formatWords } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import classes from './overview-page.module.css';

const STATUS: Record<string, { tone: Tone; label: string }> = {
  linked: { tone: 'good', label: 'Works' },
  pending: { tone: 'bad', label: 'Has to be connected again' },
  not_linked: { tone: 'over', label: 'Not linked' },
};

interface ConnectionsProps {
  accounts: Overview['accounts'];
  /** null before the first figures. */
  latestDay: string | null;
}

/** Whether the ad accounts can be reached, and up to when figures are in. */
export function Connections({ accounts, latestDay }: ConnectionsProps) {
  return (
    <Section
      title="Connections"
      description={
        latestDay === null ? 'No figures are in yet.' : `Figures are in up to ${formatFigureDay(latestDay)}.`
      }
      flush
    >
      <ul className={classes.list}>
        {accounts.map(({ id, platform, status }) => (
          <li key={id} className={`${classes.item} ${classes.account}`}>
            <span>
              {formatWords(platform)} <span className={classes.accountId}>{groupedId(id)}</span>
            </span>
            <Status {...(STATUS[status] ?? { tone: 'over', label: formatWords(status) })} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Ten digits are written 123-456-7890, as the ad platform shows them. */
function groupedId(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
