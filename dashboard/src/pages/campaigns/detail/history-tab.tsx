import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ActionEntry, api, type Campaign } from '../../../api.ts';
import { ChangeList } from '../../../changes/change-list.tsx';
import { useUndo } from '../../../changes/use-acts.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { Ago } from '../../../parts/figure.tsx';
import { UndoIcon } from '../../../parts/icons.tsx';
import { Section } from '../../../parts/page.tsx';
import { pageIcons } from '../../../parts/page-icons.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { Tag } from '../../../parts/status.tsx';
import { reading } from '../../../queries.ts';
import classes from './campaign-page.module.css';

const MOST_SHOWN = 50;

/** What was changed on a campaign, by whom, and how to take it back. */
export function HistoryTab({ campaign: { slug } }: { campaign: Campaign }) {
  const { slug: org } = useOrganization();
  const mayRead = useMay('audit:read');
  const log = useQuery({
    ...reading(api.getActionLog, { org, campaign: slug, limit: MOST_SHOWN }),
    enabled: mayRead,
  });
  if (!mayRead) {
    return (
      <Section flush>
        <Empty icon={pageIcons.activity} title="The log of changes is for Owners">
          Ask an Owner of this organization what was changed here, or to undo it.
        </Empty>
      </Section>
    );
  }
  return (
    <Loaded query={log} framed skeleton={<RowsSkeleton rows={5} />}>
      {({ actions }) => (
        <Section flush title="History" description="What was changed here, newest first.">
          {actions.length === 0 ? (
            <Empty icon={pageIcons.activity} title="Nothing was changed yet">
              Every change of this campaign appears here, with who made it and a way to undo it.
            </Empty>
          ) : (
            <ul className={classes.entries}>
              {actions.map((action) => (
                <Entry key={action.id} action={action} />
              ))}
            </ul>
          )}
        </Section>
      )}
    </Loaded>
  );
}

function Entry({ action }: { action: ActionEntry }) {
  const { currency } = useOrganization();
  const undo = useUndo();
  const mayUndo = useMay('recommendations:apply');
  const { id, at, changes, undone, status, detail } = action;
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <Ago at={at} />
        <span>{actorWords(action)}</span>
        {undone && <Tag>Undone</Tag>}
        {status === 'failed' && <Tag>Not done</Tag>}
        {status === 'in_progress' && <Tag>Under way</Tag>}
        <span>
          {mayUndo && !undone && status === 'executed' && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<UndoIcon size={14} />}
              onClick={() => void undo([id], detail)}
            >
              Undo
            </Button>
          )}
        </span>
      </div>
      <ChangeList changes={changes} currency={currency} blockedBy={status === 'failed' ? detail : undefined} />
    </li>
  );
}

function actorWords({ actor, source }: ActionEntry): string {
  if (actor.type === 'engine') return 'Sluice';
  const by = actor.type === 'api_key' ? `Key ${actor.prefix}…${actor.last_four}` : (actor.user ?? 'Somebody');
  const through = actor.client ? ` through ${actor.client}` : '';
  return by + through + (source === 'engine' ? ', by a recommendation' : '');
}
