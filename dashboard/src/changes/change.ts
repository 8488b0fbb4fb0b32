/** A value before or after a change; null where there is nothing. */
type Value = string | number | null;

/** One thing that becomes another, as previews, recommendations, the approval queue and the action log tell it. */
export interface ShownChange {
  field: string;
  from: Value;
  to: Value;
  /** Between what the value has to stay. */
  limits?: { min: number; max: number } | undefined;
  /** The campaign that it belongs to, where several are changed together. */
  campaign?: string | undefined;
}

/** What would no longer be reached. */
export interface ShownImpact {
  /** Shares of the last 90 days, from 0 to 1. */
  blast_radius: { clicks: number; cost: number; conversions: number };
  /** What they are shares of: the campaign, unless all of it would stop. */
  blast_radius_of?: 'ad_account' | undefined;
  blocks_converting_terms: readonly { term: string; clicks: number; cost: number; conversions: number }[];
}

/** Everything that is to be seen of a change before or after it is made. */
export interface ShownChanges {
  changes: readonly ShownChange[];
  impact?: ShownImpact | undefined;
  /** What the ad platform is known not to take. */
  refusedThere?: readonly { term: string; reason: string }[] | undefined;
  /** What is left out, because it changed since. */
  skipped?: readonly string[] | undefined;
  /** Its campaign was removed in the ad platform. */
  removed?: true | undefined;
  /** Why it cannot be made, in words. */
  blockedBy?: string | undefined;
  /** Who has to approve it, in words. */
  approvedBy?: string | undefined;
}

/** The union of what guarded writes answer to a preview; each has some of it. */
export interface AnyPreview {
  dry_run: boolean;
  fingerprint?: string;
  would_change?: Readonly<Record<string, { from: Value; to: Value } | undefined>> | readonly ShownChange[];
  would_apply?: readonly { op: string; term?: string; match_type?: string; summary?: string }[];
  would_exclude?: readonly { campaign: string; term: string; match_type: string }[] | undefined;
  would_be_refused?: readonly { term: string; reason: string }[];
  blast_radius?: ShownImpact['blast_radius'] | undefined;
  blast_radius_of?: ShownImpact['blast_radius_of'];
  blocks_converting_terms?: ShownImpact['blocks_converting_terms'] | undefined;
  skipped?: readonly string[];
  removed?: true | undefined;
  within_limits?: boolean;
  blocked_by?: string | null;
  blocked_reason?: string | null;
  refused_because?: string | null;
}

/** Shows within which limits a budget that is moved has to stay. */
export function withLimits(shown: ShownChanges, limits: ShownChange['limits']): ShownChanges {
  const within = (change: ShownChange) => (change.field === 'budget' ? { ...change, limits } : change);
  return { ...shown, changes: shown.changes.map(within) };
}

/** Reads the answer to any preview. */
export function changesOfPreview(preview: AnyPreview): ShownChanges {
  const { would_be_refused, skipped, removed } = preview;
  return {
    changes: [...edits(preview), ...applied(preview), ...excluded(preview)],
    ...impactOf(preview),
    refusedThere: would_be_refused,
    skipped,
    removed,
    blockedBy: whyBlocked(preview),
  };
}

function impactOf({
  blast_radius,
  blast_radius_of,
  blocks_converting_terms,
}: AnyPreview): Pick<ShownChanges, 'impact'> {
  if (!blast_radius || !blocks_converting_terms) return {};
  return { impact: { blast_radius, ...(blast_radius_of && { blast_radius_of }), blocks_converting_terms } };
}

function edits({ would_change }: AnyPreview): ShownChange[] {
  if (would_change === undefined) return [];
  if (isList(would_change)) return [...would_change];
  return Object.entries(would_change).flatMap(([field, move]) =>
    move && move.from !== move.to ? [{ field, ...move }] : [],
  );
}

function isList(value: NonNullable<AnyPreview['would_change']>): value is readonly ShownChange[] {
  return Array.isArray(value);
}

function applied({ would_apply = [] }: AnyPreview): ShownChange[] {
  return would_apply.map(({ op, term, match_type, summary }) => ({
    field: match_type ? `negative keyword (${match_type})` : op.replaceAll('_', ' '),
    from: null,
    to: term ?? summary ?? '',
  }));
}

function excluded({ would_exclude = [] }: AnyPreview): ShownChange[] {
  return would_exclude.map(({ campaign, term, match_type }) => ({
    field: `negative keyword (${match_type})`,
    from: null,
    to: term,
    campaign,
  }));
}

function whyBlocked(preview: AnyPreview): string | undefined {
  const { blocked_reason, refused_because, within_limits = true } = preview;
  if (blocked_reason) return blocked_reason;
  if (refused_because) return refused_because;
  return within_limits ? undefined : 'This goes beyond what one change may move a budget, or beyond the monthly cap.';
}
