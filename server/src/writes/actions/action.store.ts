import { z } from 'zod';
import type { Tenancy } from '../../base/context.ts';
import { columns, statement } from '../../base/database.ts';
import { parseKept } from '../../base/json.ts';
import type { Outcome } from './outcome.ts';

/** What a step of an undo takes back. */
export interface TakesBack {
  /** The place of it in the action. */
  of: number;
  /** How a later undo names what this one made of it. */
  told?: readonly string[];
}

/** A step as an action keeps it; one of an undo also what it takes back. */
export interface StoredStep extends Partial<TakesBack> {
  op: string;
  details: unknown;
  done: boolean;
  /** The platform may have been told: something was sent, and nobody knows that it did nothing. */
  tried?: boolean;
  /** It was given up, and nobody knows whether the platform has taken it. */
  unknown?: true;
  /** Of an undo: an earlier try has done it. */
  before?: true;
}

/** Whether some of an action was given up, and may have arrived all the same. */
export function isUnknown(steps: readonly StoredStep[]): boolean {
  return steps.some(({ unknown }) => unknown);
}

/** Who acted, as the action log shows it. */
export interface Actor {
  type: 'api_key' | 'user' | 'engine';
  prefix?: string | undefined;
  last_four?: string | undefined;
  user?: string | undefined;
  client?: string | undefined;
}

export type ActionStatus = 'in_progress' | 'executed' | 'failed';

/** Why an action or its undoing did not happen. */
export interface ActionFailure {
  code: string;
  message: string;
  extra?: Record<string, unknown> | undefined;
  /** Nobody knows whether it happened. */
  unknown?: true | undefined;
  /** Of an undo: some of it happened. */
  in_part?: true | undefined;
  /** The platform was never asked. */
  unsent?: true | undefined;
  /** Nor will it be: somebody wanted the campaign to stop. */
  stopped?: true | undefined;
}

/** An action as it is kept. */
export interface ActionRow {
  id: string;
  at: string;
  source: 'dashboard' | 'engine';
  actor: Actor;
  op: string;
  campaign_id: number | null;
  campaign: string;
  detail: string;
  steps: StoredStep[];
  status: ActionStatus;
  failure: ActionFailure | null;
  task_tracking_id: number | null;
  undo_steps: StoredStep[] | null;
  undo_status: ActionStatus | null;
  undone_at: string | null;
}

/** As it is read: what a failure says is kept to the letter. */
export type KeptAction = Omit<ActionRow, 'failure'> & { failure: string | null };

/** The columns of an action, each as it is read. */
export const SELECTED = {
  id: 'id',
  at: 'at',
  source: 'source',
  actor: 'actor',
  op: 'op',
  campaign_id: 'campaign_id',
  campaign: 'campaign',
  detail: 'detail',
  steps: 'steps',
  status: 'status',
  failure: 'failure::text',
  task_tracking_id: 'task_tracking_id',
  undo_steps: 'undo_steps',
  undo_status: 'undo_status',
  undone_at: 'undone_at',
};

const COLUMNS = columns<KeptAction>(SELECTED);

const failureShape = z.object({
  code: z.string(),
  message: z.string(),
  extra: z.record(z.string(), z.unknown()).optional(),
  unknown: z.literal(true).optional(),
  in_part: z.literal(true).optional(),
  unsent: z.literal(true).optional(),
  stopped: z.literal(true).optional(),
});

function actionOf(row: KeptAction): ActionRow {
  return { ...row, failure: failureOf(row) };
}

/** The failure of a row. */
export function failureOf({ failure }: Pick<KeptAction, 'failure'>): ActionFailure | null {
  return failure === null ? null : failureShape.parse(parseKept(failure));
}

/** What is written down before anything happens. */
export interface NewAction {
  id: string;
  at: string;
  source: 'dashboard' | 'engine';
  actor: Actor;
  op: string;
  campaign: { id: number; slug: string };
  detail: string;
  steps: StoredStep[];
  status: ActionStatus;
  /** Where it has ended with being written down. */
  outcome: Outcome | null;
  requestId: string;
}

const insert = statement<
  [
    organizationId: number,
    id: string,
    at: string,
    source: string,
    actor: string,
    op: string,
    campaignId: number,
    campaign: string,
    detail: string,
    steps: string,
    status: string,
    requestId: string,
    outcome: string | null,
  ],
  never
>(`
  insert into action (organization_id, id, at, source, actor, op, campaign_id, campaign, detail, steps, status,
    request_id, outcome, finished_at, decisions_kept)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb,
    case when $11 = 'executed' then $3::timestamptz end, $11 = 'executed')`);

/** Writes an action down; what it has decided on is kept with it. */
export async function insertAction({ db, organizationId }: Tenancy, action: NewAction): Promise<void> {
  const { id, at, source, op, campaign, detail, status, requestId } = action;
  const [actor, steps] = [JSON.stringify(action.actor), JSON.stringify(action.steps)];
  const outcome = action.outcome && JSON.stringify(action.outcome);
  await db.execute(
    insert,
    organizationId,
    id,
    at,
    source,
    actor,
    op,
    campaign.id,
    campaign.slug,
    detail,
    steps,
    status,
    requestId,
    outcome,
  );
}

const byId = statement<[organizationId: number, id: string], KeptAction>(
  `select ${COLUMNS} from action where organization_id = $1 and id = $2`,
);
const lockedById = statement<[organizationId: number, id: string], KeptAction>(`${byId.text} for update`);

export async function findAction({ db, organizationId }: Tenancy, id: string): Promise<ActionRow | undefined> {
  const row = await db.row(byId, organizationId, id);
  return row && actionOf(row);
}

export async function lockAction({ db, organizationId }: Tenancy, id: string): Promise<ActionRow | undefined> {
  const row = await db.row(lockedById, organizationId, id);
  return row && actionOf(row);
}

const executed = statement<[organizationId: number, campaignId: number, op: string], KeptAction>(`
  select ${COLUMNS} from action
  where organization_id = $1 and campaign_id = $2 and op = $3 and status = 'executed'
  order by at`);

/** The actions of a kind that were executed on a campaign, those undone among them, the oldest first. */
export async function executedActions(
  { db, organizationId }: Tenancy,
  campaignId: number,
  op: string,
): Promise<ActionRow[]> {
  return (await db.rows(executed, organizationId, campaignId, op)).map(actionOf);
}

const organizationOf = statement<[organizationIds: number[], id: string], { organization_id: number }>(
  'select organization_id from action where organization_id = any($1) and id = $2',
);

/** In which of these organizations the action is. */
export async function organizationOfAction(
  db: Tenancy['db'],
  organizationIds: number[],
  id: string,
): Promise<number | undefined> {
  return (await db.row(organizationOf, organizationIds, id))?.organization_id;
}
