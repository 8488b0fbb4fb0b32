import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../api.ts';
import { formatCount } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { usePages } from '../../pages-of.ts';
import { CheckIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useSettling } from '../../parts/use-settling.ts';
import { reading } from '../../queries.ts';
import { ApprovalCard } from './approval-card.tsx';
import classes from './approvals.module.css';
import { DecidedCard } from './decided-card.tsx';
import { DecidedList } from './decided-list.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useClosing } from './use-closing.ts';
import { useApprove } from './use-decisions.ts';
import { useKeys } from './use-keys.ts';
import { useLinked } from './use-linked.ts';
import { useMark } from './use-mark.ts';
import type { Waiting } from './waiting.ts';

const SHOWN_AT_ONCE = 100;

/** What keys and apps want to change, what waits longest first; j and k go through it, a approves what is marked, r rejects it. */
export function ApprovalQueue({ queued }: { queued: string | undefined }) {
  const { slug: org } = useOrganization();
  const pending = usePages(api.listQueuedWrites, { org, status: 'pending', limit: SHOWN_AT_ONCE });
  const recent = useQuery(reading(api.listQueuedWrites, { org, limit: SHOWN_AT_ONCE }));
  const listed: readonly Waiting[] | undefined = pending.data?.pages.flatMap((page) => page.queued_writes);
  const linked = useLinked(queued, listed?.some(({ id }) => id === queued) ?? true);
  const open = linked && listed ? [linked, ...listed] : listed;
  const closing = useClosing(open, recent.data?.queued_writes);
  const settling = useSettling([...closing, ...(open ?? [])].map(({ id }) => id));
  const mayDecide = useMay('campaigns:write');
  const mark = useMark(open, queued);
  const dialog = useDialog<Waiting>();
  const approve = useApprove();
  const list = useRef<HTMLDivElement>(null);

  const move = (by: 1 | -1) => {
    const next = mark.move(by);
    list.current?.querySelectorAll('article')[next]?.scrollIntoView({ block: 'nearest' });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <>
      <Loaded query={pending} framed skeleton={<RowsSkeleton rows={6} />}>
        {({ pages }) => (
          <div className={classes.queue} ref={list}>
            {closing.map((one) => (
              <DecidedCard key={one.id} decided={one} />
            ))}
            {open?.length === 0 && closing.length === 0 && <NothingWaits />}
            {open && open.length > 0 && mayDecide && <Keys />}
            {open?.map((one) => (
              <ApprovalCard
                key={one.id}
                queued={one}
                current={one === mark.current}
                settling={settling}
                onCurrent={() => mark.set(one.id)}
                approve={approve}
                onReject={() => dialog.show(one)}
              />
            ))}
            {pending.hasNextPage && (
              <Group justify="space-between">
                <span className={classes.total}>
                  {formatCount(open?.length ?? 0)} of {formatCount(pages.at(-1)?.total ?? 0)} waiting
                </span>
                <ShowMore pages={pending}>Show more</ShowMore>
              </Group>
            )}
          </div>
        )}
      </Loaded>
      <DecidedList decided={recent.data?.queued_writes.filter(({ status }) => status !== 'pending') ?? []} />
      {dialog.open && <RejectDialog queued={dialog.open} onClose={dialog.close} />}
    </>
  );
}

function Keys() {
  return (
    <p className={classes.keys}>
      <kbd>j</kbd> <kbd>k</kbd> mark the next or previous, <kbd>a</kbd> approve it, <kbd>r</kbd> reject it
    </p>
  );
}

function NothingWaits() {
  return (
    <Section flush>
      <Empty icon={CheckIcon} title="Nothing waits for approval">
        Where Owners require approval (Settings), changes that keys and connected apps ask for wait here for a person:
        what would change, who asked, and whether the limits still allow it.
      </Empty>
    </Section>
  );
}
