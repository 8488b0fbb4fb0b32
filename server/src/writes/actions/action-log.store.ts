import type { Tenancy } from '../../base/context.ts';
import { columns, statement } from '../../base/database.ts';
import { parseKept } from '../../base/json.ts';
import { eachInTurns } from '../../base/long-work.ts';
import { lineOf } from '../in-one-line.ts';
import { listedChanges, withShortTexts } from '../listed-changes.ts';
import { type ActionRow, failureOf, SELECTED, type StoredStep } from './action.store.ts';
import { keptOutcome, type Outcome } from './outcome.ts';

/** An action as lists show it. Its steps are read only where it is not kept what came of them. */
export interface ListedAction extends Omit<ActionRow, 'steps' | 'undo_steps'> {
  steps: StoredStep[] | null;
  outcome: Outcome | null;
}

type KeptListed = Omit<ListedAction, 'failure' | 'outcome'> & {
  failure: string | null;
  changes: string | null;
  changes_count: number | null;
  left: string | null;
};

const { undo_steps: _, ...LISTED } = SELECTED;
const LISTED_COLUMNS = columns<KeptListed>({
  ...LISTED,
  steps: 'case when outcome is null then steps end',
  detail: lineOf('detail'),
  changes: `${withShortTexts(`outcome -> 'changes'`)}::text`,
  changes_count: `(outcome ->> 'changes_count')::integer`,
  left: `outcome ->> 'left'`,
});

/** Which actions a page of the log holds. */
export interface ActionFilter {
  from: string | null;
  before: string | null;
  source: string | null;
  /** The slug of a campaign that they have a part in; left out for all. */
  campaign?: string | null | undefined;
}

const FILTERED = `organization_id = $1 and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at < $3)
  and ($4::text is null or source = $4)`;

type Filtered = [organizationId: number, from: string | null, before: string | null, source: string | null];
type OfCampaign = [slug: string, on: string | null];
type Page = [afterAt: string | null, afterId: string | null, limit: number];

const page = statement<[...Filtered, ...Page], KeptListed>(`
  select ${LISTED_COLUMNS} from action
  where ${FILTERED} and ($5::timestamptz is null or (at, id) < ($5, $6))
  order by at desc, id desc limit $7`);

const count = statement<Filtered, { total: number }>(`select count(*) as total from action where ${FILTERED}`);

const campaignId = statement<[organizationId: number, slug: string], { id: number }>(
  'select id from campaign where organization_id = $1 and slug = $2',
);

/** The actions that name a campaign, which may be gone, and those with a step on it, each by its own index. */
const ofCampaign = (more = '') => `
  select id, at from action where ${FILTERED} and campaign = $5 ${more}
  union
  select id, at from action
  where ${FILTERED} and jsonb_path_query_array(steps, '$[*].details.campaign_id') @> $6::text::jsonb ${more}`;

const pageOfCampaign = statement<[...Filtered, ...OfCampaign, ...Page], KeptListed>(`
  select ${LISTED_COLUMNS} from action
  where organization_id = $1 and id in (
    select id from (${ofCampaign('and ($7::timestamptz is null or (at, id) < ($7, $8))')}) found
    order by at desc, id desc limit $9)
  order by at desc, id desc`);

const countOfCampaign = statement<[...Filtered, ...OfCampaign], { total: number }>(
  `select count(*) as total from (${ofCampaign()}) found`,
);

/** A stretch of the log, newest first, after the entry named. */
export async function listActions(
  tenancy: Tenancy,
  { from, before, source, campaign }: ActionFilter,
  after: { at: string; id: string } | undefined,
  limit: number,
): Promise<{ rows: ListedAction[]; total: number }> {
  const { db, organizationId } = tenancy;
  const filtered: Filtered = [organizationId, from, before, source];
  const stretch: Page = [after?.at ?? null, after?.id ?? null, limit];
  const on = campaign ? await onCampaign(tenancy, campaign) : undefined;
  const [rows, counted] = await Promise.all(
    on
      ? [db.rows(pageOfCampaign, ...filtered, ...on, ...stretch), db.row(countOfCampaign, ...filtered, ...on)]
      : [db.rows(page, ...filtered, ...stretch), db.row(count, ...filtered)],
  );
  return { rows: await eachInTurns(rows, listedOf), total: counted?.total ?? 0 };
}

async function onCampaign({ db, organizationId }: Tenancy, slug: string): Promise<OfCampaign> {
  const found = await db.row(campaignId, organizationId, slug);
  return [slug, found ? `[${found.id}]` : null];
}

function listedOf({ changes, changes_count, left, ...row }: KeptListed): ListedAction {
  return { ...row, failure: failureOf(row), outcome: outcomeOf({ changes, changes_count, left }) };
}

function outcomeOf({ changes, changes_count, left }: Pick<KeptListed, keyof Outcome>): Outcome | null {
  if (changes === null || changes_count === null) return null;
  const kept = keptOutcome.parse({ changes: parseKept(changes), left });
  return { changes: listedChanges(kept.changes), changes_count, left: kept.left };
}
