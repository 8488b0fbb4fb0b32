import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { quoted } from '../../../../server/src/base/visible-text.ts';
import type { Overview } from '../../api.ts';
import { ActionOutcome } from '../../changes/action-outcome.tsx';
import { fieldWords, valueWords } from '../../changes/change-words.ts';
import { Who } from '../../changes/who.tsx';
import { formatCount } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { useCampaignNames } from '../../parts/campaign-names.ts';
import { Ago } from '../../parts/figure.tsx';
import { Section } from '../../parts/page.tsx';
import classes from './overview-page.module.css';

type Action = NonNullable<Overview['recent_actions']>[number];

/** What was changed last, and by whom. */
export function RecentActions({ actions }: { actions: readonly Action[] }) {
  const { slug, currency } = useOrganization();
  const names = useCampaignNames();
  const all = (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to={`/o/${slug}/activity`} />}>
      All activity
    </Anchor>
  );
  return (
    <Section title="Last changes" flush aside={all}>
      {actions.length === 0 ? (
        <p className={classes.quiet}>Nothing was changed yet. What people, keys and apps change is listed here.</p>
      ) : (
        <ul className={classes.list}>
          {actions.map((action) => (
            <li key={action.id} className={`${classes.item} ${classes.action}`}>
              <span className={classes.actionWhat}>{whatOf(action, currency, names)}</span>
              <ActionOutcome outcome={action.outcome} />
              <span className={classes.actionNote}>
                <Who actor={action.actor} />, in {names.get(action.campaign) ?? action.campaign}, <Ago at={action.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function whatOf(action: Action, currency: string, names: ReadonlyMap<string, string>): string {
  const { changes, changes_count, detail } = action;
  if (changes.length === 0) return detail;
  const more = changes_count - changes.length;
  return inWords(changes, currency, names) + (more > 0 ? `; and ${formatCount(more)} more` : '');
}

/** Changes in one line; texts are quoted, so that none of them can pass for a change of its own. */
function inWords(changes: Action['changes'], currency: string, names: ReadonlyMap<string, string>): string {
  return changes
    .map((change) => {
      const [from, to] = [change.from, change.to].map((value) =>
        typeof value === 'string' ? quoted(value) : valueWords(change, value, currency),
      );
      const place = change.campaign ? `, in ${quoted(names.get(change.campaign) ?? change.campaign)}` : '';
      const field = fieldWords(change.field) + place;
      return change.from === null ? `${field}: ${to}` : `${field}: from ${from} to ${to}`;
    })
    .join('; ');
}
