import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { LoggedAction } from '../../api.ts';
import { ActionOutcome, canBeUndone } from '../../changes/action-outcome.tsx';
import { ChangeDialog } from '../../changes/change-dialog.tsx';
import { ChangeList } from '../../changes/change-list.tsx';
import { undoAct } from '../../changes/undo-act.ts';
import { Who } from '../../changes/who.tsx';
import { formatCount } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { Ago } from '../../parts/figure.tsx';
import { UndoIcon } from '../../parts/icons.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import classes from './activity.module.css';
import { CampaignLink } from './campaign-link.tsx';

interface ActionEntryProps {
  action: LoggedAction;
  /** A link was about this one. */
  meant: boolean;
}

/** One change: who, when, where, what became of what, and the way back. */
export function ActionEntry({ action, meant }: ActionEntryProps) {
  const { id, at, actor, campaign, detail, changes, changes_count, source, ending, outcome } = action;
  const { currency } = useOrganization();
  const mayUndo = useMay('recommendations:apply');
  const dialog = useDialog<'undo'>();
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (meant) entry.current?.scrollIntoView({ block: 'center' });
  }, [meant]);
  return (
    <li className={classes.entry} data-meant={meant || undefined} ref={entry} id={id}>
      <div className={classes.entryHead}>
        <span className={classes.who}>
          <strong>
            <Who actor={actor} />
          </strong>
          {source === 'engine' && ' applied a recommendation'} in <CampaignLink campaign={campaign} />, <Ago at={at} />
        </span>
        <span className={classes.state}>
          <ActionOutcome outcome={outcome} />
          {mayUndo && canBeUndone(action) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<UndoIcon size={14} />}
              onClick={() => dialog.show('undo')}
              aria-label={`Undo: ${detail}`}
            >
              Undo
            </Button>
          )}
        </span>
      </div>
      {changes.length > 0 && <ChangeList changes={changes} count={changes_count} currency={currency} />}
      {changes_count > changes.length && (
        <p className={classes.detail}>and {formatCount(changes_count - changes.length)} more</p>
      )}
      {(changes.length === 0 || ending !== null) && <p className={classes.detail}>{detail}</p>}
      {dialog.open && <ChangeDialog title="Undo this change?" acts={[undoAct(action)]} onClose={dialog.close} />}
    </li>
  );
}
