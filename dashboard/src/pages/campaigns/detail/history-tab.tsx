import { Button, Text } from '@mantine/core';
import { type ActionEntry, type Answer, api, type Campaign } from '../../../api.ts';
import { ActionOutcome, canBeUndone } from '../../../changes/action-outcome.tsx';
import { ChangeDialog } from '../../../changes/change-dialog.tsx';
import { ChangeList } from '../../../changes/change-list.tsx';
import { undoAct } from '../../../changes/undo-act.ts';
import { formatShown } from '../../../format.ts';
import { useMay, useOrganization } from '../../../organization.tsx';
import { usePages } from '../../../pages-of.ts';
import { CopyAsCurl } from '../../../parts/copy-as-curl.tsx';
import { Ago } from '../../../parts/figure.tsx';
import { UndoIcon } from '../../../parts/icons.tsx';
import { Section } from '../../../parts/page.tsx';
import { pageIcons } from '../../../parts/page-icons.tsx';
import { ShowMore } from '../../../parts/show-more.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../../parts/states.tsx';
import { useDialog } from '../../../parts/use-dialog.ts';
import classes from './campaign-page.module.css';

type LogPage = Answer<typeof api.getActionLog>;

const ENTRIES_AT_ONCE = 50;

/** What was changed on a campaign, by whom, and how to take it back. */
export function HistoryTab({ campaign: { slug } }: { campaign: Campaign }) {
  const mayRead = useMay('audit:read');
  if (mayRead) return <Log slug={slug} />;
  return (
    <Section flush>
      <Empty icon={pageIcons.activity} title="The log of changes is for Owners">
        Ask an Owner of this organization what was changed here, or to undo it.
      </Empty>
    </Section>
  );
}

function Log({ slug }: { slug: string }) {
  const { slug: org } = useOrganization();
  const log = usePages(api.getActionLog, { org, campaign: slug, limit: ENTRIES_AT_ONCE });
  return (
    <Loaded query={log} framed skeleton={<RowsSkeleton rows={5} />}>
      {({ pages }) => (
        <Section
          flush
          title="History"
          description={countWords(pages)}
          aside={<CopyAsCurl small endpoint={api.getActionLog} input={{ org, campaign: slug }} />}
        >
          <Entries pages={pages} />
          <ShowMore pages={log} framed>
            Show older
          </ShowMore>
        </Section>
      )}
    </Loaded>
  );
}

function countWords(pages: readonly LogPage[]): string {
  const shown = pages.reduce((sum, { actions }) => sum + actions.length, 0);
  return `${formatShown(shown, pages.at(-1)?.total ?? shown, 'change')}, newest first.`;
}

function Entries({ pages }: { pages: readonly LogPage[] }) {
  const actions = pages.flatMap((page) => page.actions);
  if (actions.length === 0) {
    return (
      <Empty icon={pageIcons.activity} title="Nothing was changed yet">
        Every change of this campaign appears here, with who made it and a way to undo it.
      </Empty>
    );
  }
  return (
    <ul className={classes.entries}>
      {actions.map((action) => (
        <Entry key={action.id} action={action} />
      ))}
    </ul>
  );
}

function Entry({ action }: { action: ActionEntry }) {
  const { currency } = useOrganization();
  const dialog = useDialog<'undo'>();
  const mayUndo = useMay('recommendations:apply');
  const { at, changes, changes_count, detail, ending, outcome } = action;
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <Ago at={at} />
        <span>{actorWords(action)}</span>
        <ActionOutcome outcome={outcome} />
        <span>
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
      {changes.length > 0 ? (
        <ChangeList
          changes={changes}
          count={changes_count}
          currency={currency}
          blockedBy={ending === null ? undefined : detail}
        />
      ) : (
        <Text size="sm">{detail}</Text>
      )}
      {dialog.open && <ChangeDialog title="Undo this change?" acts={[undoAct(action)]} onClose={dialog.close} />}
    </li>
  );
}

function actorWords({ actor, source }: ActionEntry): string {
  if (actor.type === 'engine') return 'Sluice';
  const by = actor.type === 'api_key' ? `Key ${actor.prefix}…${actor.last_four}` : (actor.user ?? 'Somebody');
  const through = actor.client ? ` through ${actor.client}` : '';
  return by + through + (source === 'engine' ? ', by a recommendation' : '');
}
