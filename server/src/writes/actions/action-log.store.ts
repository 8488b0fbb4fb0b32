import type { Tenancy } from '../../base/context.ts';
import { columns, statement } from '../../base/database.ts';
import { parseKept } from '../../base/json.ts';
import { type ActionRow, failureOf, SELECTED, type StoredStep } from './action.store.ts';
import { keptOutcome, type Outcome } from './outcome.ts';

/** An action as lists show it. Its steps are read only where it is not kept what came of them. */
export interface ListedAction extends Omit<ActionRow, 'steps' | 'undo_steps'> {
  steps: StoredStep[] | null;
  outcome: Outcome | null;
}

type KeptListed = Omit<ListedAction, 'failure' | 'outcome'> & {
  failure: string | null;
  outcome: string | null;
  changes_count: number | null;
};

const { undo_steps: _, ...LISTED } = SELECTED;
const LISTED_COLUMNS = columns<KeptListed>({
  ...LISTED,
  steps: 'case when outcome is null then steps end',
  outcome: 'outcome::text',
  changes_count: `(outcome ->> 'changes_count')::integer`,
});

/** Which actions a page of the log holds. */
export interface ActionFilter {
  from: string | null;
  before: string | null;
  source: string | null;
  /** The slug of one campaign; left out for all. */
  campaign?: string | null | undefined;
}

const FILTERED = `organization_id = $1 and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at < $3)
  and ($4::text is null or source = $4) and ($5::text is null or campaign = $5)`;

const page = statement<
  [
    organizationId: number,
    from: string | null,
    before: string | null,
    source: string | null,
    campaign: string | null,
    afterAt: string | null,
    afterId: string | null,
    limit: number,
  ],
  KeptListed
>(`
  select ${LISTED_COLUMNS} from action
  where ${FILTERED} and ($6::timestamptz is null or (at, id) < ($6, $7))
  order by at desc, id desc limit $8`);

const count = statement<
  [organizationId: number, from: string | null, before: string | null, source: string | null, campaign: string | null],
  { total: number }
>(`select count(*) as total from action where ${FILTERED}`);

/** A stretch of the log, newest first, after the entry named. */
export async function listActions(
  { db, organizationId }: Tenancy,
  { from, before, source, campaign }: ActionFilter,
  after: { at: string; id: string } | undefined,
  limit: number,
): Promise<{ rows: ListedAction[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.rows(page, organizationId, from, before, source, campaign ?? null, after?.at ?? null, after?.id ?? null, limit),
    db.row(count, organizationId, from, before, source, campaign ?? null),
  ]);
  return { rows: rows.map(listedOf), total: counted?.total ?? 0 };
}

function listedOf({ changes_count, ...row }: KeptListed): ListedAction {
  const outcome =
    row.outcome === null || changes_count === null
      ? null
      : { ...keptOutcome.parse(parseKept(row.outcome)), changes_count };
  return { ...row, failure: failureOf(row), outcome };
}
