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
export function DecidedStatus({ decided }: { decided: QueuedWrite }) {
  return <Status tone={ENDS[decided.status].tone} label={labelOf(decided)} />;
}

function labelOf(decided: QueuedWrite): string {
  if (hasExpired(decided)) return 'Expired';
  const { in_part, outcome_unknown } = decided.result ?? {};
  if (outcome_unknown)
    return in_part ? 'Approved, made in part, the rest not known' : 'Approved, not known whether made';
  return in_part ? 'Approved, made in part' : ENDS[decided.status].label;
}

/** What was given as the reason, where somebody gave one: the status says the rest. */
export function reasonGiven(decided: QueuedWrite): string | null {
  const { reason } = decided;
  return reason === 'rejected' || hasExpired(decided) ? null : reason;
}

/** Somebody may reject a change with the same word as reason. */
function hasExpired({ reason, decided_by }: QueuedWrite): boolean {
  return reason === 'expired' && !decided_by;
}

/** Says that a change was decided while it was looked at; it closes by itself. */
export function DecidedCard({ decided }: { decided: QueuedWrite }) {
  const { summary, decided_by, decided_by_email } = decided;
  const reason = reasonGiven(decided);
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
          {reason ? ` “${reason}”` : ''}
        </span>
      </span>
    </output>
  );
}
