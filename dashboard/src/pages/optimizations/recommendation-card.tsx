import { Button, Group } from '@mantine/core';
import { useId, useState } from 'react';
import { api, type Optimization } from '../../api.ts';
import { guardedAct } from '../../changes/act.ts';
import { ChangeDialog } from '../../changes/change-dialog.tsx';
import { formatCount, formatPercent, formatWholeAmount } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { DismissDialog } from './dismiss-dialog.tsx';
import { Evidence } from './evidence.tsx';
import { titleOf } from './kinds.ts';
import classes from './recommendations.module.css';

const ROWS_SHOWN = 5;

/** One recommendation: what and why, what it stands on, what it saves, what it would take away, and one button. */
export function RecommendationCard({ recommendation }: { recommendation: Optimization }) {
  const { id, why, evidence, applying, changes } = recommendation;
  const title = useId();
  const [all, setAll] = useState(false);
  const dialog = useDialog<'apply' | 'dismiss'>();
  const mayApply = useMay('recommendations:apply');
  const shown = all ? evidence : evidence.slice(0, ROWS_SHOWN);
  return (
    <article className={classes.card} aria-labelledby={title} id={id}>
      <div className={classes.top}>
        <div>
          <h3 className={classes.title} id={title}>
            {titleOf(recommendation)}
          </h3>
          {why && <p className={classes.why}>{why}</p>}
        </div>
        <Saving recommendation={recommendation} />
      </div>
      {evidence.length > 0 && <Evidence rows={shown} recommendation={recommendation} />}
      <div className={classes.foot}>
        <Blast recommendation={recommendation} />
        <Group gap="xs">
          {evidence.length > ROWS_SHOWN && (
            <Button variant="subtle" onClick={() => setAll(!all)} aria-expanded={all}>
              {all ? 'Show fewer' : `Show all ${formatCount(evidence.length)}`}
            </Button>
          )}
          {mayApply && (
            <>
              <Button variant="default" onClick={() => dialog.show('dismiss')} disabled={applying}>
                Dismiss
              </Button>
              <Button onClick={() => dialog.show('apply')} loading={applying}>
                {changes === 1 ? 'Preview the change' : `Preview ${formatCount(changes)} changes`}
              </Button>
            </>
          )}
        </Group>
      </div>
      {dialog.open === 'apply' && <ApplyDialog recommendation={recommendation} onClose={dialog.close} />}
      {dialog.open === 'dismiss' && <DismissDialog recommendation={recommendation} onClose={dialog.close} />}
    </article>
  );
}

function ApplyDialog({ recommendation, onClose }: { recommendation: Optimization; onClose: () => void }) {
  const { id, changes, campaign } = recommendation;
  const act = guardedAct(
    api.applyRecommendation,
    { recommendation_id: id },
    {
      ...wordsOf(changes, campaign.name),
      // What changed since it was found is left out.
      named: ({ changes }) => wordsOf(changes.length, campaign.name),
      underWay: 'Applying the recommendation',
    },
  );
  return <ChangeDialog title={titleOf(recommendation)} acts={[act]} onClose={onClose} />;
}

function wordsOf(changes: number, campaign: string) {
  if (changes === 0) return { label: 'Nothing to apply', done: `Nothing applied in ${campaign}` };
  const many = `${formatCount(changes)} changes`;
  return {
    label: `Apply ${changes === 1 ? 'the change' : many}`,
    done: `${changes === 1 ? 'One change' : many} applied in ${campaign}`,
  };
}

function Saving({ recommendation: { monthly_saving, monthly_saving_low } }: { recommendation: Optimization }) {
  const { currency } = useOrganization();
  if (monthly_saving === null || monthly_saving === 0) return null;
  const money = (amount: number) => formatWholeAmount(amount, currency);
  const low = monthly_saving_low ?? monthly_saving;
  return (
    <div className={classes.saving}>
      <span className={classes.savingValue}>{money(monthly_saving)} a month</span>
      <span className={classes.savingNote}>
        {money(low) === money(monthly_saving) ? 'to save' : `to save; at least ${money(low)}, by how sure each is`}
      </span>
    </div>
  );
}

function Blast({ recommendation: { blast_radius } }: { recommendation: Optimization }) {
  const { clicks, cost, conversions } = blast_radius;
  if (clicks === 0 && cost === 0 && conversions === 0) {
    return <p className={classes.blast}>Takes nothing away that brought clicks in the last 90 days.</p>;
  }
  return (
    <p className={classes.blast}>
      Takes away at most {formatPercent(clicks)} of clicks, {formatPercent(cost)} of cost and{' '}
      {formatPercent(conversions)} of conversions of the last 90 days.
    </p>
  );
}
