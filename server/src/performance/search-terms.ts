import type { Tenancy } from '../core/context.ts';
import type { Database } from '../core/database.ts';
import { notFound } from '../core/errors.ts';
import { holdFigures } from './figure-state.store.ts';
import { figureScope } from './performance.store.ts';
import { ALL_CAMPAIGNS } from './search-term-list.store.ts';
import {
  type After,
  BEFORE_ALL,
  type FoundPage,
  findPage,
  type TermRow,
  writeWholeList,
} from './search-terms.store.ts';

/** What search terms are asked for. */
export interface SearchTermsQuestion {
  campaign?: string | undefined;
  days: number;
  /** In millionths; 0 for all. */
  minCost: number;
  limit: number;
  after?: After | undefined;
}

/** A page of search terms; `next` is where the next one begins, undefined at the end. */
export interface SearchTermsPage {
  rows: TermRow[];
  total: number;
  next: After | undefined;
}

/**
 * Reads a page of search terms. What the ready lists do not hold is listed now, once, in a transaction of its own.
 * A page begins after a cost and an id, not at a position: a term whose figures stay the same keeps its place between
 * pages whatever happens around it.
 */
export async function searchTermsPage(
  tenancy: Tenancy & { database: Database },
  question: SearchTermsQuestion,
): Promise<SearchTermsPage> {
  const { database, organizationId } = tenancy;
  const scope = await figureScope(tenancy, question.campaign);
  if (question.campaign !== undefined && scope.campaign_id === null) throw notFound('That campaign');
  if (scope.latest_day === null) return { rows: [], total: 0, next: undefined };
  const list = { campaignId: scope.campaign_id ?? ALL_CAMPAIGNS, days: question.days };
  const asked = { list, after: question.after ?? BEFORE_ALL, minCost: question.minCost, limit: question.limit + 1 };
  const ready = pageFrom(await findPage(tenancy, asked), question);
  if (ready) return ready;
  return database.transaction(async (transaction) => {
    await holdFigures(transaction, organizationId);
    const held = { db: transaction, organizationId };
    const made = pageFrom(await findPage(held, asked), question);
    if (made) return made;
    const { latest_day } = await figureScope(held, undefined);
    if (latest_day !== null) await writeWholeList(transaction, organizationId, list, latest_day);
    return pageFrom(await findPage(held, asked), question) ?? { rows: [], total: 0, next: undefined };
  });
}

/** The page, unless it reaches beyond what the list keeps. */
function pageFrom(found: FoundPage | undefined, question: SearchTermsQuestion): SearchTermsPage | undefined {
  if (!found) return undefined;
  const { rows, depth, matching } = found;
  const { limit, minCost } = question;
  const endsInside = depth === found.total || matching !== null;
  if (!endsInside && (minCost > 0 || rows.length < limit)) return undefined;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit || (!endsInside && rows.length === limit);
  return {
    rows: page,
    total: matching ?? found.total,
    next: more && last ? { cost: last.cost, termId: last.term_id } : undefined,
  };
}
