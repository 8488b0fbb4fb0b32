import { Button, Group, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { budgetBounds } from '../../../../server/src/campaigns/budget-bounds.ts';
import { api } from '../../api.ts';
import { type AnyPreview, changesOfPreview, type ShownChange, type ShownChanges } from '../../changes/change.ts';
import { ChangeList } from '../../changes/change-list.tsx';
import { formatCount, formatDistance } from '../../format.ts';
import { useMay, useOrganization } from '../../organization.tsx';
import { useCampaignNames } from '../../parts/campaign-names.ts';
import { Ago } from '../../parts/figure.tsx';
import { useSettling } from '../../parts/use-settling.ts';
import { reading } from '../../queries.ts';
import { CampaignLink } from '../activity/campaign-link.tsx';
import classes from './approvals.module.css';
import { NotKnown } from './not-known.tsx';
import { approveLabel, operationTitle, otherCampaigns } from './operations.ts';
import { Requester } from './requester.tsx';
import type { Approve } from './use-decisions.ts';
import { useKeys } from './use-keys.ts';
import { changesOf, isKnown, type Standing, useStanding } from './use-standing.ts';
import { useStill } from './use-still.ts';
import type { Waiting } from './waiting.ts';

/** As many as the preview names of what else waits. */
const MOST_OTHERS = 10;
const LINES_OF_OTHERS = 2;

interface ApprovalCardProps {
  queued: Waiting;
  current: boolean;
  /** What is listed has just moved under the pointer: a click was meant for another. */
  settling: boolean;
  onCurrent: () => void;
  approve: Approve;
  onReject: () => void;
}

/** A proposed change, like a pull request: who, when, the diff, the limits as they stand now, and the decision. */
export function ApprovalCard({ queued, current, settling, onCurrent, approve, onReject }: ApprovalCardProps) {
  const { id, operation, campaign, requested_at, expires_at, under_way, revision } = queued;
  const { slug: org, currency } = useOrganization();
  const title = useId();
  const mayDecide = useMay('campaigns:write');
  const { ref, entry } = useIntersection<HTMLElement>();
  const standing = useStanding(queued, entry?.isIntersecting ?? false);
  const names = useCampaignNames();
  const organization = useQuery(reading(api.getOrganization, { org }));
  const movePct = organization.data?.api_budget_change_limit_pct;
  const busy = approve.isPending && approve.variables?.id === id;
  const mayReject = mayDecide && !under_way;
  const foot = useRef<HTMLElement>(null);
  const { moving, ifStill } = useStill(foot);
  const asked = changesOf(queued, standing.data);
  const shown = shownOf(asked, standing.data, limitedTo(operation, movePct), names);
  const mayApprove = mayReject && isKnown(queued, standing) && shown.blockedBy === undefined;
  const shows = standing.data?.shows ?? '';
  const becameAnother = useSettling([`${revision}`, `${standing.data?.revision ?? revision}`, shows]);
  const unsettled = settling || moving || becameAnother;
  useKeys({
    a: () => current && mayApprove && !busy && !becameAnother && approve.mutate({ id, revision, shows }),
    r: () => current && mayReject && onReject(),
  });
  return (
    <article
      ref={ref}
      className={classes.card}
      data-current={current || undefined}
      aria-labelledby={title}
      aria-current={current || undefined}
      onPointerDown={onCurrent}
    >
      <header className={classes.head}>
        <h2 className={classes.title} id={title}>
          {operationTitle(operation)}
          {campaign && (
            <>
              {' '}
              <CampaignLink campaign={campaign} />
            </>
          )}
          {otherCampaigns(campaign, asked)}
        </h2>
        {campaign && <p className={classes.slug}>{campaign}</p>}
        <p className={classes.who}>
          <Requester queued={queued} /> asked <Ago at={requested_at} />
          {expires_at && !under_way && `; expires ${formatDistance(expires_at, Date.now())}`}
          {revision > 0 && `; would do something else than first asked (revision ${revision})`}
        </p>
      </header>
      <div className={classes.body}>
        <ChangeList {...shown} count={standing.data?.changes.length ?? queued.changes_count} currency={currency} />
        <NotKnown standing={standing} />
      </div>
      <Others others={standing.data?.others ?? []} />
      <footer ref={foot} className={classes.foot}>
        {under_way ? (
          <span>Approved, and on its way to the ad platform</span>
        ) : mayDecide ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => ifStill(onReject)} disabled={unsettled}>
              Reject
            </Button>
            <Button
              onClick={() => ifStill(() => approve.mutate({ id, revision, shows }))}
              loading={busy}
              disabled={!mayApprove || unsettled}
            >
              {approveLabel(operation)}
            </Button>
          </Group>
        ) : (
          <span>Owners and admins decide on this.</span>
        )}
      </footer>
    </article>
  );
}

/** What else waits on the campaign, in one line until it is opened: anybody who asks could make it long. */
function Others({ others }: Pick<Standing, 'others'>) {
  if (others.length === 0) return null;
  return (
    <details className={classes.others}>
      <summary>
        Also waiting on this campaign: {formatCount(others.length)}
        {others.length >= MOST_OTHERS && ' or more'}
      </summary>
      <ul>
        {others.map(({ id, summary, requested_at }) => (
          <li key={id}>
            <Text size="sm" lineClamp={LINES_OF_OTHERS}>
              <bdi>{summary}</bdi>
            </Text>
            <Ago at={requested_at} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The diff, with what the preview says of limits and losses: both as things stand now, once that is known. */
function shownOf(
  asked: Waiting['changes'],
  standing: Standing | undefined,
  movePct: number | undefined,
  names: ReadonlyMap<string, string>,
): ShownChanges {
  const changes = asked.map(({ campaign, ...change }) => ({
    ...change,
    ...(campaign && { campaign: `${names.get(campaign) ?? ''} (${campaign})`.trim() }),
    limits: limitsOf(change, movePct),
  }));
  if (standing?.refusal) return { changes, blockedBy: standing.refusal.message };
  if (!standing || !isPreview(standing.preview)) return { changes };
  return { ...changesOfPreview(standing.preview), changes };
}

/** How far it may move a budget, in percent: undoing may move it as far as it was moved. */
function limitedTo(operation: string, movePct: number | undefined): number | undefined {
  return operation === 'undo_action' ? undefined : movePct;
}

/** Between what one change may move a budget; the cap is in the preview. */
function limitsOf({ field, from }: ShownChange, movePct: number | undefined): ShownChange['limits'] {
  if (field !== 'budget' || typeof from !== 'number' || movePct === undefined) return undefined;
  return budgetBounds({ budget: from, percent: movePct, maxSpend: null, others: 0 });
}

function isPreview(value: unknown): value is AnyPreview {
  return typeof value === 'object' && value !== null && 'dry_run' in value;
}
