import type { AccountCoverage } from '../../ad-accounts/account-days.ts';
import type { Section } from '../../documents/page.ts';
import { type Prose, quote, say } from '../../documents/prose.ts';
import { areIn, coverageOf, periodOf } from '../evidence.ts';
import { SOURCES, type Writing } from './writing.ts';

/** How complete the figures are. What could not be read is unknown, and is called so. */
export function completeness({ evidence, numbers }: Writing): Section {
  const period = periodOf(evidence);
  const accounts = evidence.days.accounts.filter(({ status }) => status !== 'not_linked');
  const bullets = (accounts.length > 0 ? accounts : evidence.days.accounts).map(
    (account) => say`Account ${quote(account.name === '' ? account.id : account.name)}: ${standing(account)}`,
  );
  return { title: 'How complete this is', blocks: [summary(), { bullets }] };

  function summary(): Prose {
    const days = numbers.period(period, areIn(evidence.days, period) ? SOURCES.accounts : SOURCES.accountsEarly);
    const coverage = coverageOf(evidence, period);
    if (coverage === 'whole') {
      const whose = accounts.some(({ tooLarge }) => tooLarge === 'unread')
        ? say` in the accounts that can be read`
        : '';
      return say`All figures of ${days}${whose} are in, counted in the days of ${quote(evidence.days.timeZone)}. Conversions of the last days may still rise: the ad platform reports some of them days after the click.`;
    }
    if (coverage === 'none') {
      return say`No figures of ${days} are in. What happened in these days is unknown, which is not the same as nothing.`;
    }
    return say`Only some of the days of ${days} are in. Everything below counts those days alone; the others are unknown, and comparisons with whole periods are left out.`;
  }

  function standing({ status, through, tooLarge }: AccountCoverage): Prose {
    const until = through === null ? say`no figures yet` : say`figures up to ${numbers.day(through, SOURCES.accounts)}`;
    if (status === 'linked' && tooLarge === 'unread') {
      return say`linked, but it holds more keywords and ads than can be read: its campaigns and what they spend are unknown.`;
    }
    if (status === 'linked' && tooLarge === 'followed') {
      return say`linked, ${until}; it holds more keywords and ads than can be read at once, so something that was changed there may be missing here.`;
    }
    if (status === 'linked') return say`linked, ${until}.`;
    if (status === 'pending') {
      return say`${until}; its connection is broken, so everything after that is unknown until its owner connects it again in the dashboard.`;
    }
    return say`${until}; it is no longer linked.`;
  }
}
