import { formatCount } from '../format.ts';
import type { ShownChange, ShownChanges } from './change.ts';
import classes from './change-list.module.css';
import { ChangeWarnings } from './change-warnings.tsx';
import { fieldWords, isBudget, moveWords, valueWords } from './change-words.ts';

/** More rows than these scroll for themselves. */
const MOST_UNSCROLLED = 20;

interface ChangeListProps extends ShownChanges {
  /** How many there are in all, where only the first are listed. */
  count?: number;
  currency: string;
}

/** A change as a small diff: what becomes of what, how far, within which limits, and what it would stop. */
export function ChangeList({ changes, count = changes.length, currency, ...about }: ChangeListProps) {
  const groups = Map.groupBy(changes, ({ campaign }) => campaign);
  return (
    <div className={classes.all}>
      {count > 1 && <p className={classes.count}>{formatCount(count)} changes</p>}
      {[...groups].map(([campaign, group]) => (
        <div key={campaign ?? ''}>
          {campaign && <p className={classes.campaign}>{campaign}</p>}
          <ul className={classes.list} data-long={group.length > MOST_UNSCROLLED || undefined}>
            {weightiestFirst(group).map((change) => (
              <Row key={JSON.stringify(change)} change={change} currency={currency} />
            ))}
          </ul>
        </div>
      ))}
      {changes.length === 0 && <p className={classes.nothing}>Nothing would change.</p>}
      <ChangeWarnings {...about} currency={currency} />
    </div>
  );
}

/** Money, and what starts or stops, is not to be missed below texts that somebody made many or long. */
function weightiestFirst(changes: readonly ShownChange[]): readonly ShownChange[] {
  return changes.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ field, from, to }: ShownChange): number {
  if (isBudget(field)) return 0;
  return field === 'state' || typeof from === 'number' || typeof to === 'number' ? 1 : 2;
}

function Row({ change, currency }: { change: ShownChange; currency: string }) {
  const { field, from, to, limits } = change;
  const move = moveWords(change, currency);
  return (
    <li className={classes.row}>
      <span className={classes.field}>{fieldWords(field)}</span>
      <span className={classes.values}>
        {from !== null && <del className={classes.from}>{valueWords(change, from, currency)}</del>}
        {from !== null && to !== null && <span aria-hidden="true">→</span>}
        {to !== null && <ins className={classes.to}>{valueWords(change, to, currency)}</ins>}
        {to === null && <span className={classes.mark}>removed</span>}
        {from === null && <span className={classes.mark}>new</span>}
      </span>
      {move && <span className={classes.move}>{move}</span>}
      {limits && typeof to === 'number' && <LimitBar value={to} {...limits} currency={currency} />}
    </li>
  );
}

interface LimitBarProps {
  value: number;
  min: number;
  max: number;
  currency: string;
}

/** Where a value stands between the least and the most that is allowed. */
function LimitBar({ value, min, max, currency }: LimitBarProps) {
  const outside = value < min || value > max;
  const share = max > min ? (Math.min(Math.max(value, min), max) - min) / (max - min) : 1;
  const least = valueWords({ field: 'budget' }, min, currency);
  const most = valueWords({ field: 'budget' }, max, currency);
  return (
    <span className={classes.limits} data-outside={outside || undefined}>
      <span className={classes.bound}>{least}</span>
      <meter className={classes.meter} min={0} max={1} value={share} aria-label={`Allowed: ${least} to ${most}`}>
        {Math.round(share * 100)} %
      </meter>
      <span className={classes.bound}>{most}</span>
      {outside && <span className={classes.outside}>outside what one change may do</span>}
    </span>
  );
}
