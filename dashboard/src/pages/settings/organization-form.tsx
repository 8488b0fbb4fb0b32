import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, type OrganizationDetail } from '../../api.ts';
import type { CallError } from '../../call.ts';
import { formatWords } from '../../format.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useOrganization } from '../../organization.tsx';
import { ConfirmDialog, Refused } from '../../parts/confirm-dialog.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useChange } from '../../queries.ts';
import { capWords } from './cap-words.ts';
import classes from './settings.module.css';

/** The name and the limits on money; everybody sees them, Owners change them. */
export function OrganizationForm({ organization }: { organization: OrganizationDetail }) {
  const { role } = useOrganization();
  const { plan, currency, adops_team, slug } = organization;
  const isOwner = role === 'owner';
  return (
    <div className={classes.form}>
      <NameForm name={organization.name} isOwner={isOwner} />
      <LimitsForm organization={organization} isOwner={isOwner} />
      <Text size="sm" c="dimmed">
        In addresses it is <code>{slug}</code>. Plan {formatWords(plan)}, every amount in {currency}
        {adops_team && `, looked after by ${adops_team.name}`}.
        {!isOwner && ' Only an Owner can change the name and limits.'}
      </Text>
    </div>
  );
}

/**
 * The forms begin anew as soon as another name or limit is read, which may be before a change counts as done: what
 * follows it must not depend on the form being there. A refusal leaves the form, which shows it.
 */
function shownHere(): void {}

function useNotUndone(): (error: CallError) => void {
  const { notify } = useNotifications();
  return (error) => void notify({ tone: 'bad', title: 'Not undone', text: error.message });
}

function NameForm({ name, isOwner }: { name: string; isOwner: boolean }) {
  const { slug } = useOrganization();
  const { notify } = useNotifications();
  const notUndone = useNotUndone();
  const [typed, setTyped] = useState(name);
  const rename = useChange(api.renameOrganization, [api.getOrganization, api.getMe]);

  function takeBack() {
    rename
      .mutateAsync({ org: slug, name })
      .then(() => void notify({ tone: 'good', title: 'Undone', text: `It is called ${name} again.` }), notUndone);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    rename
      .mutateAsync({ org: slug, name: typed })
      .then((saved) => void notify({ tone: 'good', title: `Renamed to ${saved.name}`, undo: takeBack }), shownHere);
  }

  return (
    <form onSubmit={submit} className={classes.row}>
      <TextInput
        label="Name"
        value={typed}
        readOnly={!isOwner}
        error={rename.error?.fieldMessage('name') ?? rename.error?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isOwner && (
        <Button type="submit" variant="default" loading={rename.isPending} disabled={typed.trim() === name}>
          Rename
        </Button>
      )}
    </form>
  );
}

interface Limits {
  max_spend: number | null;
  api_budget_change_limit_pct: number;
}

function LimitsForm({ organization, isOwner }: { organization: OrganizationDetail; isOwner: boolean }) {
  const { max_spend, api_budget_change_limit_pct: percent, currency } = organization;
  const [capped, setCapped] = useState(max_spend !== null);
  const [cap, setCap] = useState(max_spend === null ? '' : String(max_spend));
  const [limit, setLimit] = useState(String(percent));
  const { open, show, close } = useDialog<Limits>();
  const typed = { max_spend: capped ? numberIn(cap) : null, api_budget_change_limit_pct: numberIn(limit) };
  const wrong = Number.isNaN(typed.max_spend) || Number.isNaN(typed.api_budget_change_limit_pct);
  const same = typed.max_spend === max_spend && typed.api_budget_change_limit_pct === percent;
  return (
    <>
      <Checkbox
        label="Hold all budgets within a monthly cap"
        checked={capped}
        disabled={!isOwner}
        onChange={(event) => setCapped(event.currentTarget.checked)}
      />
      {capped && (
        <TextInput
          label={`Monthly cap, ${currency}`}
          description="All daily budgets times 30 stay within it, drafts and paused campaigns included."
          inputMode="decimal"
          value={cap}
          readOnly={!isOwner}
          error={Number.isNaN(typed.max_spend) && cap !== '' && 'Write an amount, such as 5000'}
          onChange={(event) => setCap(event.currentTarget.value)}
        />
      )}
      <TextInput
        label="Most that one change may move a budget, percent"
        description="Up or down, for people, keys and agents alike."
        inputMode="decimal"
        value={limit}
        readOnly={!isOwner}
        error={Number.isNaN(typed.api_budget_change_limit_pct) && 'Write a percentage, such as 25'}
        onChange={(event) => setLimit(event.currentTarget.value)}
      />
      {isOwner && (
        <Group>
          <Button disabled={wrong || same} onClick={() => show(typed)}>
            Save limits
          </Button>
        </Group>
      )}
      {open && <SaveLimitsDialog from={organization} to={open} onClose={close} />}
    </>
  );
}

function numberIn(text: string): number {
  return /^\d+([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
}

interface SaveLimitsDialogProps {
  from: OrganizationDetail;
  to: Limits;
  onClose: () => void;
}

/** A limit on money is shown as a move before it is made. */
function SaveLimitsDialog({ from, to, onClose }: SaveLimitsDialogProps) {
  const { slug } = useOrganization();
  const { notify } = useNotifications();
  const notUndone = useNotUndone();
  const save = useChange(api.setSpendingLimits, [api.getOrganization, api.listLimitChanges]);
  const { max_spend, api_budget_change_limit_pct } = from;
  const takeBack = () => {
    save
      .mutateAsync({ org: slug, max_spend, api_budget_change_limit_pct })
      .then(() => void notify({ tone: 'good', title: 'Undone', text: 'The limits are what they were.' }), notUndone);
  };
  const cap = (amount: number | null) => capWords(amount, from.currency);
  const moves = [
    from.max_spend !== to.max_spend && `Monthly cap: ${cap(from.max_spend)} → ${cap(to.max_spend)}`,
    from.api_budget_change_limit_pct !== to.api_budget_change_limit_pct &&
      `One change: ${from.api_budget_change_limit_pct}% → ${to.api_budget_change_limit_pct}%`,
  ].filter((move) => move !== false);
  return (
    <ConfirmDialog
      title="Change the limits on spending"
      confirm="Change the limits"
      busy={save.isPending}
      error={null}
      onConfirm={() =>
        save.mutateAsync({ org: slug, ...to }).then(() => {
          notify({ tone: 'good', title: 'Limits changed', text: moves.join('. '), undo: takeBack });
          onClose();
        }, shownHere)
      }
      onClose={onClose}
    >
      <ul>
        {moves.map((move) => (
          <li key={move}>{move}</li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        It holds from the next change on. Budgets that are above a lower cap stay as they are and can only be lowered.
        It is kept that you changed it, and from what to what.
      </Text>
      {save.error && <Refused error={save.error} />}
    </ConfirmDialog>
  );
}
