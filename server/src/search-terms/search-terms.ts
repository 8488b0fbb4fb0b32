import type { Context, Services, Tenancy } from '../base/context.ts';
import type { Transaction } from '../base/database.ts';
import { notFound } from '../base/errors.ts';
import { placeOf } from '../base/holder.ts';
import { look } from '../base/looks.ts';
import { pageOf } from '../base/pages.ts';
import type { Line } from '../base/turns.ts';
import { allowMemory, figureDays, tryHoldFigures } from '../figures/state.store.ts';
import { figureScope } from '../performance/performance.store.ts';
import { hasRoom, LIST_ROOM, type ListRoom, makeRoom, noteUse } from './list-room.ts';
import { ALL_CAMPAIGNS } from './ranked-list.store.ts';
import {
  type After,
  type FoundPage,
  findPage,
  findWholePage,
  type PageQuestion,
  type TermRow,
} from './search-terms.store.ts';
import { type WholeList, workOutPage, writeWholeList } from './whole-list.store.ts';

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
type Asking = Tenancy & Pick<Services, 'database' | 'turns' | 'clock'> & Partial<Pick<Context, 'caller'>>;

/**
 * Reads a page of search terms. A page begins after a cost and an id, not at a position: a term whose figures stay the
 * same keeps its place between pages whatever happens around it.
 */
export async function searchTermsPage(
  asking: Asking,
  question: PageQuestion,
  room: ListRoom = LIST_ROOM,
): Promise<SearchTermsPage> {
  const ready = (await keptPage(asking, question)) ?? (await wholePage(asking, question, asking.clock.now()));
  if (ready) return ready;
  const { caller, organizationId } = asking;
  const place = caller ? placeOf({ caller, organizationId }) : { holder: `${organizationId}` };
  return look(asking.turns, { line: LISTING, place }, () => listedPage(asking, question, room));
}

/** The page as it is kept ready; undefined where it reaches beyond that. */
async function keptPage(tenancy: Tenancy, question: PageQuestion): Promise<SearchTermsPage | undefined> {
  const found = await findPage(tenancy, withOneMore(question));
  return found && pageFrom(found, question);
}

/** The page from a whole list; undefined where nobody has made one. */
async function wholePage(tenancy: Tenancy, question: PageQuestion, now: number): Promise<SearchTermsPage | undefined> {
  const found = await findWholePage(tenancy, withOneMore(question));
  if (!found) return undefined;
  await noteUse(tenancy, found.list, now);
  return pageFrom(found, question);
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
 * Lists all terms first, once for all who ask before the next rebuild. Where there is no room for one more list, others
 * give way, while nobody holds the figures. Where none of them can, the page is worked out for this caller alone: no
 * list is dropped and written again in turns.
 */
async function listedPage(asking: Asking, question: PageQuestion, room: ListRoom): Promise<SearchTermsPage> {
  const page = await pageIfRoom(asking, question, room);
  if (page) return page;
  const { database, organizationId, clock } = asking;
  const tenancy = { db: database.forWork(), organizationId };
  const list = await listOf(tenancy, question);
  if (list) await makeRoom(database.forWork(), organizationId, list, { room, now: clock.now() });
  return (await pageIfRoom(asking, question, room)) ?? (await workedOutPage(asking, question));
}

/** While figures are being changed the page is worked out: nobody waits for a sync. Undefined where there is no room. */
async function pageIfRoom(
  { database, organizationId, clock }: Asking,
  question: PageQuestion,
  room: ListRoom,
): Promise<SearchTermsPage | undefined> {
  return database.forWork().transaction(async (db) => {
    await allowMemory(db);
    const held = await tryHoldFigures(db, organizationId);
    const tenancy = { db, organizationId };
    const list = await listOf(tenancy, question);
    if (!list) return NO_TERMS;
    const listed = await wholePage(tenancy, question, clock.now());
    if (listed) return listed;
    if (!held || (await areChanged(db, organizationId))) return workOut(tenancy, list, question);
    if (!(await hasRoom(tenancy, list, room))) return undefined;
    await writeWholeList(db, organizationId, list, new Date(clock.now()));
    return wholePage(tenancy, question, clock.now());
  });
}

function workedOutPage({ database, organizationId }: Asking, question: PageQuestion): Promise<SearchTermsPage> {
  return database.forWork().transaction(async (db) => {
    await allowMemory(db);
    const tenancy = { db, organizationId };
    const list = await listOf(tenancy, question);
    return list ? workOut(tenancy, list, question) : NO_TERMS;
  });
}

async function workOut(tenancy: Tenancy, list: WholeList, question: PageQuestion): Promise<SearchTermsPage> {
  return pageFrom(await workOutPage(tenancy, list, withOneMore(question)), question) ?? NO_TERMS;
}

/** Whether figures have changed since the rebuild: a list of them would not agree with what is kept ready. */
async function areChanged(db: Transaction, organizationId: number): Promise<boolean> {
  return (await figureDays(db, organizationId))?.changed_from !== null;
}

/** The list that a question is about; undefined before there are any figures. */
async function listOf(tenancy: Tenancy, { campaign, days }: PageQuestion): Promise<WholeList | undefined> {
  const { generation, latest_day: latestDay, campaign_id } = await figureScope(tenancy, campaign);
  if (campaign !== undefined && campaign_id === null) throw notFound('That campaign');
  if (latestDay === null || generation === null) return undefined;
  return { campaignId: campaign_id ?? ALL_CAMPAIGNS, days, latestDay, generation };
}

/** One row more tells whether there is a next page. */
function withOneMore(question: PageQuestion): PageQuestion {
  return { ...question, limit: question.limit + 1 };
}
