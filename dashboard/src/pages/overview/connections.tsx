import type { Overview } from '../../api.ts';
import { formatAccountId, formatFigureDay, formatWords } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import classes from './overview-page.module.css';

const STATUS: Record<string, { tone: Tone; label: string }> = {
  linked: { tone: 'good', label: 'Works' },
  pending: { tone: 'bad', label: 'Has to be connected again' },
  not_linked: { tone: 'over', label: 'Not linked' },
};

const TOO_LARGE = { tone: 'bad', label: 'Too large' } as const;

/** Whether the ad accounts can be reached, and up to when figures are in. */
export function Connections({ overview }: { overview: Overview }) {
  const { accounts, attention, latest_day: latestDay } = overview;
  const tooLarge = new Set(attention.filter(({ kind }) => kind === 'account_too_large').map((item) => item.account_id));
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
              {formatWords(platform)} <span className={classes.accountId}>{formatAccountId(id)}</span>
            </span>
            <Status
              {...(tooLarge.has(id) ? TOO_LARGE : (STATUS[status] ?? { tone: 'over', label: formatWords(status) }))}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
