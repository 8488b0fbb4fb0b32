import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CampaignRow } from '../../api.ts';
import { ChangeDialog } from '../../changes/change-dialog.tsx';
import { formatCount } from '../../format.ts';
import { useOrganization } from '../../organization.tsx';
import { BudgetForm } from './budget-form.tsx';
import { budgetAct, stateAct } from './campaign-acts.ts';
import { runs } from './campaign-words.ts';
import classes from './campaigns-page.module.css';
import { useBounds } from './use-bounds.ts';

/** What can be done to several campaigns at once. */
export type BulkAct = 'pause' | 'budget';

interface ChosenProps {
  campaigns: readonly CampaignRow[];
  onAct: (act: BulkAct) => void;
  onClear: () => void;
}

/** How many campaigns are chosen, and what can be done to them. */
export function Chosen({ campaigns, onAct, onClear }: ChosenProps) {
  return (
    <section className={classes.chosen} aria-label="Chosen campaigns">
      <strong>{countWords(campaigns.length)} chosen</strong>
      <Button size="xs" variant="default" onClick={() => onAct('pause')} disabled={running(campaigns).length === 0}>
        Pause…
      </Button>
      <Button size="xs" variant="default" onClick={() => onAct('budget')}>
        Change budget…
      </Button>
      <Button size="xs" variant="subtle" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

interface BulkDialogProps {
  act: BulkAct;
  campaigns: readonly CampaignRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Looks at several changes together; they are then made one after the other. */
export function BulkDialog({ act, campaigns, onDone, onClose }: BulkDialogProps) {
  return act === 'pause' ? (
    <PauseDialog campaigns={running(campaigns)} onDone={onDone} onClose={onClose} />
  ) : (
    <BudgetsDialog campaigns={campaigns} onDone={onDone} onClose={onClose} />
  );
}

type OneBulkProps = Omit<BulkDialogProps, 'act'>;

function PauseDialog({ campaigns, onDone, onClose }: OneBulkProps) {
  const { slug: org } = useOrganization();
  const [acts] = useState(() => campaigns.map((campaign) => stateAct({ org }, campaign, 'paused')));
  const many = countWords(acts.length);
  return (
    <ChangeDialog
      title={`Pause ${many}`}
      acts={acts}
      together={(count) => {
        const those = countOf(count, acts.length);
        return { label: `Pause ${those}`, done: `${those} paused`, underWay: `Pausing ${those}` };
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

function BudgetsDialog({ campaigns, onDone, onClose }: OneBulkProps) {
  const { slug: org, currency } = useOrganization();
  const boundsOf = useBounds();
  // Worked out once: a share of what was changed meanwhile, by this very dialog too, would be another wish.
  const [budgets, setBudgets] = useState<ReadonlyMap<string, number> | null>(null);
  if (budgets === null) {
    const choose = (next: (budget: number) => number) =>
      setBudgets(new Map(campaigns.map(({ slug, budget }) => [slug, next(budget)])));
    return <BudgetForm campaigns={campaigns} onChosen={choose} onClose={onClose} />;
  }
  const many = countWords(budgets.size);
  const acts = campaigns.flatMap((one) => {
    const budget = budgets.get(one.slug);
    return budget === undefined ? [] : [budgetAct({ org, currency }, one, budget, (added) => boundsOf(one, added))];
  });
  return (
    <ChangeDialog
      title={`Change the budget of ${many}`}
      acts={acts}
      together={(count) => {
        const those = countOf(count, acts.length);
        return { label: `Change ${those}`, done: `Budget of ${those} changed` };
      }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

function running(campaigns: readonly CampaignRow[]): readonly CampaignRow[] {
  return campaigns.filter(runs);
}

function countOf(count: number, all: number): string {
  return count === all ? countWords(all) : `${formatCount(count)} of ${countWords(all)}`;
}

function countWords(count: number): string {
  return count === 1 ? '1 campaign' : `${formatCount(count)} campaigns`;
}
