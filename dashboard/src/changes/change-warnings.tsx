import { Fragment } from 'react';
import { formatAmount, formatCount, formatPercent } from '../format.ts';
import { Notice } from '../parts/notice.tsx';
import type { ShownChanges, ShownImpact } from './change.ts';
import classes from './change-list.module.css';

const TERMS_SHOWN = 5;

interface ChangeWarningsProps extends Omit<ShownChanges, 'changes'> {
  currency: string;
}

/** What somebody must know before they make a change: what it stops, what is left out, what is in its way. */
export function ChangeWarnings({
  impact,
  refusedThere,
  skipped,
  removed,
  blockedBy,
  approvedBy,
  currency,
}: ChangeWarningsProps) {
  return (
    <>
      {impact && <Impact {...impact} currency={currency} />}
      {refusedThere && refusedThere.length > 0 && (
        <Notice tone="warning">
          The ad platform would not take{' '}
          {refusedThere.map(({ term, reason }, index) => (
            <Fragment key={term}>
              {index > 0 && ', '}
              <bdi>“{term}”</bdi> ({reason})
            </Fragment>
          ))}
          .
        </Notice>
      )}
      {skipped && skipped.length > 0 && (
        <Notice tone="warning">
          Left out: <bdi>{skipped.join('; ')}</bdi>.
        </Notice>
      )}
      {removed && (
        <Notice tone="warning">
          The campaign was removed in Google Ads and runs no more: only how it is listed here would change.
        </Notice>
      )}
      {approvedBy && <p className={classes.approval}>{approvedBy}</p>}
      {blockedBy && <Notice tone="danger">{blockedBy}</Notice>}
    </>
  );
}

function Impact({
  blast_radius,
  blast_radius_of: of,
  blocks_converting_terms: lost,
  currency,
}: ShownImpact & { currency: string }) {
  const { clicks, cost, conversions } = blast_radius;
  const shares = [
    ['clicks', clicks],
    ['cost', cost],
    ['conversions', conversions],
  ] as const;
  if (lost.length === 0 && clicks === 0 && cost === 0 && conversions === 0) {
    return <p className={classes.impactNone}>Nothing that was searched in the last 90 days would be lost.</p>;
  }
  return (
    <div className={classes.impact}>
      <p className={classes.impactTitle}>
        Would take away, of the last 90 days of {of === 'ad_account' ? 'the whole ad account' : 'this campaign'}
      </p>
      <dl className={classes.shares}>
        {shares.map(([name, share]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatPercent(share)}</dd>
          </div>
        ))}
      </dl>
      {lost.length > 0 && (
        <Notice tone="danger">
          {lost.length === 1
            ? 'A search term that converted'
            : `${formatCount(lost.length)} search terms that converted`}{' '}
          would no longer be reached:
          <ul className={classes.lost}>
            {lost.slice(0, TERMS_SHOWN).map((one) => (
              <li key={one.term}>
                <bdi>“{one.term}”</bdi>: {formatCount(one.conversions)} conversions for{' '}
                {formatAmount(one.cost, currency)}
              </li>
            ))}
          </ul>
          {lost.length > TERMS_SHOWN && `and ${formatCount(lost.length - TERMS_SHOWN)} more`}
        </Notice>
      )}
    </div>
  );
}
