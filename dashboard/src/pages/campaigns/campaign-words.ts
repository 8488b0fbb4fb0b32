import type { CampaignRow } from '../../api.ts';
import { formatWords } from '../../format.ts';
import type { Tone } from '../../parts/status.tsx';

const TYPES: Record<string, string> = { hipo: 'High potential', icp: 'Customer profile', external: 'Imported' };

/** What a campaign is for, in words. */
export function typeWords(type: string): string {
  return TYPES[type] ?? formatWords(type);
}

type Stated = Pick<CampaignRow, 'state'> & {
  may_run?: true | undefined;
  generating?: true | undefined;
  pending_state?: string | null;
};

/** Whether a campaign runs, or may: a change of it may have failed while it went on. */
export function runs({ state, may_run }: Pick<Stated, 'state' | 'may_run'>): boolean {
  return state === 'live' || may_run === true;
}

const STATES: Record<string, { tone: Tone; label: string }> = {
  live: { tone: 'good', label: 'Live' },
  paused: { tone: 'over', label: 'Paused' },
  draft: { tone: 'waiting', label: 'Draft' },
  error: { tone: 'bad', label: 'Failed' },
};

/** How a campaign stands: its state, or what is happening to it. */
export function stateOf({ state, may_run, generating, pending_state }: Stated): { tone: Tone; label: string } {
  if (generating) return { tone: 'waiting', label: 'Being written' };
  if (pending_state) return { tone: 'waiting', label: pending_state === 'live' ? 'Going live' : 'Pausing' };
  if (may_run) return { tone: 'bad', label: 'Failed, may run' };
  return STATES[state] ?? { tone: 'over', label: formatWords(state) };
}

/** What a conversion cost; nothing where there was none. */
export function cpaOf({ spend, conversions }: { spend: number; conversions: number }): number | null {
  return conversions > 0 ? spend / conversions : null;
}
