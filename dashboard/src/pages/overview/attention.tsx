import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api.ts';
import { formatAccountId, formatAmount, formatDistance, formatWholeAmount } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { Section } from '../../parts/page.tsx';
import { kindTitle } from '../optimizations/kinds.ts';
import classes from './overview-page.module.css';

type Item = Overview['attention'][number];

interface Words {
  tone: 'bad' | 'waiting' | 'good';
  title: string;
  note: string;
  to: string;
  search?: Record<string, string>;
  money?: string;
  moneyNote?: string;
}

/** What needs somebody, the worst first, with its money. */
export function Attention({ overview: { attention, currency } }: { overview: Overview }) {
  const { slug } = useOrganization();
  return (
    <Section title="Needs attention" flush>
      {attention.length === 0 ? (
        <p className={classes.quiet}>Nothing needs you: every connection works, and no campaign is off its target.</p>
      ) : (
        <ul className={classes.list}>
          {attention.map((item) => {
            const words = wordsOf(item, currency);
            const to: string = `/o/${slug}${words.to}`;
            return (
              <li key={`${item.kind} ${words.title}`} className={classes.item}>
                <Link to={to} search={words.search ?? {}} className={classes.itemLink}>
                  <span className={classes.itemMark} data-tone={words.tone} aria-hidden="true" />
                  <span className={classes.itemTitle}>{words.title}</span>
                  <span className={classes.itemMoney}>{words.money}</span>
                  <span className={classes.itemNote}>{words.note}</span>
                  {words.moneyNote && <span className={classes.itemMoneyNote}>{words.moneyNote}</span>}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

function wordsOf(item: Item, currency: string): Words {
  const name = item.campaign?.name ?? '';
  const ofCampaign = `/campaigns/${item.campaign?.slug ?? ''}`;
  const money = (amount: number | null) => (amount === null ? '' : formatAmount(amount, currency));
  const monthly = item.amount_monthly === null ? {} : { money: formatWholeAmount(item.amount_monthly, currency) };
  switch (item.kind) {
    case 'connection_broken':
      return {
        tone: 'bad',
        title: `The connection to ad account ${formatAccountId(item.account_id ?? '')} is broken`,
        note: 'Nothing is synced or changed there until its login is connected again.',
        to: '/settings',
      };
    case 'account_too_large':
      return {
        tone: 'bad',
        title: `Ad account ${formatAccountId(item.account_id ?? '')} is too large to be read whole`,
        note: 'It holds more keywords and ads than can be read at once: campaigns, or changes made in Google Ads, may be missing here.',
        to: '/settings/ad-account',
      };
    case 'campaign_error':
      return {
        tone: 'bad',
        title: `${name} has an error`,
        note: item.may_run
          ? `The last change failed; it may still run in Google Ads and spend up to ${money(item.budget)} a day.`
          : 'The last work on it failed.',
        to: ofCampaign,
      };
    case 'approval_waiting':
      return {
        tone: 'waiting',
        title: item.count === 1 ? 'A change waits for approval' : `${item.count ?? 0} changes wait for approval`,
        note: item.since ? `The oldest was asked for ${formatDistance(item.since, Date.now())}.` : '',
        to: '/optimizations',
        search: { tab: 'approvals' },
      };
    case 'over_target':
      return {
        tone: 'bad',
        title: `${name} is over its target`,
        note:
          item.cpa === null
            ? `It spends without converting; a conversion may cost ${money(item.target_cpa)}.`
            : `A conversion costs ${money(item.cpa)} instead of ${money(item.target_cpa)}.`,
        to: ofCampaign,
        ...monthly,
        moneyNote: 'too much a month',
      };
    case 'limited_by_budget':
      return {
        tone: 'waiting',
        title: `${name} is held back by its budget`,
        note: `It spends all of its ${money(item.budget)} a day and stays within its target.`,
        to: ofCampaign,
      };
    case 'recommendation':
      return {
        tone: 'good',
        title: kindTitle(item.recommendation?.type ?? ''),
        note: `${item.recommendation?.changes === 1 ? 'One change' : `${item.recommendation?.changes ?? 0} changes`} in ${name}`,
        to: '/optimizations',
        search: { campaign: item.campaign?.slug ?? '' },
        ...monthly,
        moneyNote: 'to save a month',
      };
  }
}
