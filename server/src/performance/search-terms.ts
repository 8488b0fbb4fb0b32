import type { Tenancy } from '../core/context.ts';
import type { Database } from '../core/database.ts';
import { notFound } from '../core/errors.ts';
import { holdFigures } from './figure-state.store.ts';
import { figureScope } from './performance.store.ts';
import { ALL_CAMPAIGNS } from './search-term-list.store.ts';
import {
  type After,
  type FoundPage,
  findPage,
  type PageQuestion,
  type TermRow,
  writeWholeList,
} from './search-terms.store.ts';

/** A page of search terms; `next` is where the next one begins, undefined at the end. */
export interface SearchTermsPage {
  rows: TermRow[];
  total: number;
  next: After | undefined;
}

const NO_TERMS: SearchTermsPage = { rows: [], total: 0, next: undefined };

/**
 * Reads a page of search terms. A page begins after a cost and an id, not at a position: a term whose figures stay the
 * same keeps its place between pages whatever happens around it.
 */
export async function searchTermsPage(
  tenancy: Tenancy & { database: Database },
  question: PageQuestion,
): Promise<SearchTermsPage> {
  return (await readyPage(tenancy, question)) ?? (await listedPage(tenancy, question));
}

/** The page, unless it reaches beyond what the list keeps. */
async function readyPage(tenancy: Tenancy, question: PageQuestion): Promise<SearchTermsPage | undefined> {
  const found = await findPage(tenancy, { ...question, limit: question.limit + 1 });
  return found && pageFrom(found, question);
}

function pageFrom({ rows, total, depth, matching }: FoundPage, { limit, minCost }: PageQuestion) {
  const endsInside = depth === total || matching !== null;
  if (!endsInside && (minCost > 0 || rows.length < limit)) return undefined;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit || (!endsInside && rows.length === limit);
  const next = more && last ? { cost: last.cost, termId: last.term_id } : undefined;
  return { rows: page, total: matching ?? total, next };
}

/** Lists all terms first, once for all who ask before the next rebuild. */
async function listedPage(
  { database, ...tenancy }: Tenancy & { database: Database },
  question: PageQuestion,
): Promise<SearchTermsPage> {
  const { organizationId } = tenancy;
  const scope = await figureScope(tenancy, question.campaign);
  if (question.campaign !== undefined && scope.campaign_id === null) throw notFound('That campaign');
  if (scope.latest_day === null) return NO_TERMS;
  const campaignId = scope.campaign_id ?? ALL_CAMPAIGNS;
  return database.transaction(async (transaction) => {
    await holdFigures(transaction, organizationId);
    const held = { db: transaction, organizationId };
    const made = await readyPage(held, question);
    const latestDay = (await figureScope(held, undefined)).latest_day;
    if (made || latestDay === null) return made ?? NO_TERMS;
    await writeWholeList(transaction, organizationId, { campaignId, days: question.days, latestDay });
    return (await readyPage(held, question)) ?? NO_TERMS;
  });
}
