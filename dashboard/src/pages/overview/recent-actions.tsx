import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { quoted } from '../../../../server/src/base/visible-text.ts';
import type { Overview } from '../../api.ts';
import { fieldWords, valueWords } from '../../changes/change-words.ts';
import { useOrganization } from '../../organization.tsx';
import { useCampaignNames } from '../../parts/campaign-names.ts';
import { Ago } from '../../parts/figure.tsx';
import { Section } from '../../parts/page.tsx';
import { Tag } from '../../parts/status.tsx';
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
          {actions.map(({ id, at, who, campaign, detail, changes, undone, status }) => (
            <li key={id} className={`${classes.item} ${classes.action}`}>
              <span className={classes.actionWhat}>
                {changes.length > 0 ? inWords(changes, currency, names) : detail}
              </span>
              {undone ? <Tag>Undone</Tag> : status === 'failed' ? <Tag>Failed</Tag> : <span />}
              <span className={classes.actionNote}>
                {who}, in {names.get(campaign) ?? campaign}, <Ago at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
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
