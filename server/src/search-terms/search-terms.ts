import type { Services, Tenancy } from '../base/context.ts';
import { notFound } from '../base/errors.ts';
import { pageOf } from '../base/pages.ts';
import type { Line } from '../base/turns.ts';
import { allowMemory, tryHoldFigures } from '../figures/state.store.ts';
import { figureScope } from '../performance/performance.store.ts';
import { ALL_CAMPAIGNS } from './ranked-list.store.ts';
import { type After, type FoundPage, findPage, type PageQuestion, type TermRow } from './search-terms.store.ts';
import { workOutPage, writeWholeList } from './whole-list.store.ts';

/** A page of search terms; `next` is where the next one begins, undefined at the end. */
export interface SearchTermsPage {
  rows: TermRow[];
  total: number;
  next: After | undefined;
}

const NO_TERMS: SearchTermsPage = { rows: [], total: 0, next: undefined };

/** A whole list reads every term there is: organizations take turns, on connections that requests do not wait for. */
const LISTING: Line = {
  name: 'whole lists of search terms',
  atOnce: 3,
  atOnceOfOne: 1,
  mostWaiting: 100,
  mostWaitingOfOne: 20,
  waitsMs: 20_000,
  refusal: 'Too many lists of search terms of this organization are being made. Try again in a moment.',
};

/** Who asks, and where whole lists are made. */
type Asking = Tenancy & Pick<Services, 'database' | 'turns'>;

/**
 * Reads a page of search terms. A page begins after a cost and an id, not at a position: a term whose figures stay the
 * same keeps its place between pages whatever happens around it.
 */
export async function searchTermsPage(asking: Asking, question: PageQuestion): Promise<SearchTermsPage> {
  const ready = await readyPage(asking, question);
  if (ready) return ready;
  const holder = `${asking.organizationId}`;
  return asking.turns.take(LISTING, { holder }, () => listedPage(asking, question));
}

/** The page, unless it reaches beyond what the list keeps. */
async function readyPage(tenancy: Tenancy, question: PageQuestion): Promise<SearchTermsPage | undefined> {
  const found = await findPage(tenancy, withOneMore(question));
  return found && pageFrom(found, question);
}

function pageFrom(
  { rows, total, depth, matching }: FoundPage,
  { limit, minCost }: PageQuestion,
): SearchTermsPage | undefined {
  const endsInside = depth === total || matching !== null;
  if (!endsInside && (minCost > 0 || rows.length < limit)) return undefined;
  const more = rows.length > limit || (!endsInside && rows.length === limit);
  const page = pageOf(rows, limit, ({ cost, term_id }) => ({ cost, termId: term_id }), { more });
  return { ...page, total: matching ?? total };
}

/**
 * Lists all terms first, once for all who ask before the next rebuild. While figures are being changed the page is
 * worked out for this caller alone: nobody waits for a sync.
 */
async function listedPage({ database, organizationId }: Asking, question: PageQuestion): Promise<SearchTermsPage> {
  return database.forWork().transaction(async (transaction) => {
    await allowMemory(transaction);
    const mayList = await tryHoldFigures(transaction, organizationId);
    const tenancy = { db: transaction, organizationId };
    const { latest_day: latestDay, campaign_id } = await figureScope(tenancy, question.campaign);
    if (question.campaign !== undefined && campaign_id === null) throw notFound('That campaign');
    if (latestDay === null) return NO_TERMS;
    const list = { campaignId: campaign_id ?? ALL_CAMPAIGNS, days: question.days, latestDay };
    if (!mayList) return pageFrom(await workOutPage(tenancy, list, withOneMore(question)), question) ?? NO_TERMS;
    const listed = await readyPage(tenancy, question);
    if (listed) return listed;
    await writeWholeList(transaction, organizationId, list);
    return (await readyPage(tenancy, question)) ?? NO_TERMS;
  });
}

/** One row more tells whether there is a next page. */
function withOneMore(question: PageQuestion): PageQuestion {
  return { ...question, limit: question.limit + 1 };
}
