import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { CheckIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Loaded, RowsSkeleton } from '../../parts/states.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { reading } from '../../queries.ts';
import { ApprovalCard } from './approval-card.tsx';
import classes from './approvals.module.css';
import { DecidedCard } from './decided-card.tsx';
import { DecidedList } from './decided-list.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useClosing } from './use-closing.ts';
import { useApprove } from './use-decisions.ts';

const MOST_SHOWN = 100;

/** What keys and apps want to change, what waits longest first; j and k go through it, a approves, r rejects. */
export function ApprovalQueue({ queued }: { queued: string | undefined }) {
  const { slug: org } = useOrganization();
  const pending = useQuery(reading(api.listQueuedWrites, { org, status: 'pending', limit: MOST_SHOWN }));
  const recent = useQuery(reading(api.listQueuedWrites, { org, limit: MOST_SHOWN }));
  const open = pending.data?.queued_writes;
  const closing = useClosing(open, recent.data?.queued_writes);
  const mayDecide = useMay('campaigns:write');
  const [at, setAt] = useState(0);
  const dialog = useDialog<string>();
  const approve = useApprove();
  const current = open?.[Math.min(at, open.length - 1)];
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const found = open?.findIndex(({ id }) => id === queued) ?? -1;
    if (found >= 0) setAt(found);
  }, [queued, open]);

  const move = (by: number) => {
    const next = Math.max(0, Math.min((open?.length ?? 1) - 1, at + by));
    setAt(next);
    list.current?.querySelectorAll('article')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const decidable = mayDecide && dialog.open === null && current && !current.under_way;
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['a', () => decidable && approve.mutate(current)],
    ['r', () => decidable && dialog.show(current.id)],
  ]);
  return (
    <>
      <Loaded query={pending} framed skeleton={<RowsSkeleton rows={6} />}>
        {({ queued_writes }) => (
          <div className={classes.queue} ref={list}>
            {closing.map((one) => (
              <DecidedCard key={one.id} decided={one} />
            ))}
            {queued_writes.length === 0 && closing.length === 0 && <NothingWaits />}
            {queued_writes.length > 0 && mayDecide && <Keys />}
            {queued_writes.map((one, nth) => (
              <ApprovalCard
                key={one.id}
                queued={one}
                current={one === current}
                onCurrent={() => setAt(nth)}
                approve={approve}
                onReject={() => dialog.show(one.id)}
              />
            ))}
          </div>
        )}
      </Loaded>
      <DecidedList decided={recent.data?.queued_writes.filter(({ status }) => status !== 'pending') ?? []} />
      {dialog.open && <RejectDialog id={dialog.open} onClose={dialog.close} />}
    </>
  );
}

function Keys() {
  return (
    <p className={classes.keys}>
      <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>a</kbd> approve, <kbd>r</kbd> reject
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
