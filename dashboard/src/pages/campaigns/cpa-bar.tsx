import { changeBetween, formatAmount, formatChange } from '../../format.ts';
import { NoFigure } from '../../parts/figure.tsx';
import classes from './cpa-bar.module.css';

interface CpaBarProps {
  cpa: number | null;
  target: number | null;
  currency: string;
  /** Why there is none. */
  missing: string;
}

/** What a conversion cost against what it should: the mark is the target, the middle of the bar. */
export function CpaBar({ cpa, target, currency, missing }: CpaBarProps) {
  if (cpa === null) return <NoFigure why={missing} />;
  const amount = formatAmount(Math.round(cpa * 100) / 100, currency);
  if (target === null) return <span>{amount}</span>;
  const over = cpa > target;
  const words = `${formatChange(changeBetween(target, cpa) ?? 0)} against the target of ${formatAmount(target, currency)}`;
  return (
    <span className={classes.cpa} data-over={over || undefined} title={words}>
      <span>
        {over && <span aria-hidden="true">▲ </span>}
        {amount}
      </span>
      <span className={classes.bar} role="img" aria-label={words} style={{ backgroundSize: sizesOf(cpa, target) }} />
    </span>
  );
}

/** The mark, what is filled and the whole bar, in the order of the style sheet; the target is the middle. */
function sizesOf(cpa: number, target: number): string {
  const filled = Math.min(100, (cpa / target) * 50).toFixed(1);
  return `1.5px 100%, ${filled}% 0.25rem, 100% 0.25rem`;
}
