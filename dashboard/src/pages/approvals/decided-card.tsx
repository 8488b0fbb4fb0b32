import type { QueuedWrite } from '../../api.ts';
import { Status, type Tone } from '../../parts/status.tsx';
import classes from './approvals.module.css';
import { Person } from './person.tsx';

const ENDS: Record<QueuedWrite['status'], { tone: Tone; label: string }> = {
  pending: { tone: 'waiting', label: 'Waiting' },
  approved: { tone: 'good', label: 'Approved' },
  rejected: { tone: 'over', label: 'Rejected' },
  failed: { tone: 'bad', label: 'Approved, but failed' },
};

/** How a change that waited ended, in a word. */
export function DecidedStatus({ decided: { status, reason } }: { decided: QueuedWrite }) {
  const { tone, label } = ENDS[status];
  return <Status tone={tone} label={reason === 'expired' ? 'Expired' : label} />;
}

/** Says that a change was decided while it was looked at; it closes by itself. */
export function DecidedCard({ decided }: { decided: QueuedWrite }) {
  const { summary, decided_by, decided_by_email, reason } = decided;
  return (
    <output className={classes.decided}>
      <DecidedStatus decided={decided} />
      <span className={classes.decidedWhat}>
        {summary}
        <span className={classes.decidedWho}>
          {decided_by && (
            <>
              {' '}
              Decided by <Person name={decided_by} email={decided_by_email} />.
            </>
          )}
          {reason && reason !== 'rejected' && reason !== 'expired' ? ` “${reason}”` : ''}
        </span>
      </span>
    </output>
  );
}
