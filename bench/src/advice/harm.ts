import type { Proposal } from '../../../server/src/recommendations/proposal.ts';
import type { AdviceAccount } from './account.ts';
import type { TrueWorth } from './true-worth.ts';

const DAYS = 90;

/** What would be lost of the conversions of 90 days, those told late included. */
export interface Harm {
  conversions: number;
  lost: number;
  /** Terms blocked and keywords paused that had more than one. */
  several: number;
  /** Those of them of which reports showed more than one by then: the platform tells some late, and hides some searches. */
  severalSeen: number;
}

/** Counts the conversions behind everything that proposals would block or pause, as though no other keyword took over. */
export function harmOf(account: AdviceAccount, proposals: readonly Proposal[], truth: TrueWorth): Harm {
  const paused = new Set<string>();
  const blocked = new Set<string>();
  for (const one of proposals) {
    if (one.op === 'pause_keyword') paused.add(account.nameOf(one.keyword_id));
    if (one.op !== 'add_negative_keyword') continue;
    for (const { text } of truth.blockedBy(one)) blocked.add(`${account.nameOf(one.campaign_id)}|${text}`);
  }
  const lost = new Map<string, number>();
  const seen = new Map<string, number>();
  let conversions = 0;
  for (const leaf of account.leaves({ first: account.today - DAYS, last: account.today - 1 })) {
    const { keyword, campaign, term } = leaf.stream;
    const text = `${campaign}|${term.text}`;
    conversions += leaf.conversions.length;
    const what = paused.has(keyword) ? keyword : blocked.has(text) ? text : undefined;
    if (what === undefined) continue;
    const told = leaf.conversions.filter(({ lag }) => lag <= account.today - leaf.day).length;
    lost.set(what, (lost.get(what) ?? 0) + leaf.conversions.length);
    seen.set(what, (seen.get(what) ?? 0) + (what === text && term.hidden ? 0 : told));
  }
  const counts = [...lost.values()];
  return {
    conversions,
    lost: counts.reduce((sum, count) => sum + count, 0),
    several: counts.filter((count) => count > 1).length,
    severalSeen: [...seen.values()].filter((count) => count > 1).length,
  };
}
