import type { Services, Tenancy } from '../base/context.ts';
import { dayAt } from '../base/days.ts';
import { inOneWait } from '../base/looks.ts';
import type { CampaignRow } from '../campaigns/campaign.store.ts';
import { budgetLimits } from '../campaigns/campaign-write.store.ts';
import { allowMemory } from '../figures/state.store.ts';
import { findBusinessProfile } from '../organizations/business-profile.store.ts';
import type { PreparedDetector } from './detector.ts';
import {
  latestFigureDay,
  readAccountKeywords,
  readAccountTerms,
  readAds,
  readDays,
  readNegatives,
  readOrganization,
  readTargetChange,
} from './evidence.store.ts';
import {
  type CampaignFacts,
  type EvidenceParts,
  type EvidenceWith,
  MANY_CLICKS,
  type OrganizationFacts,
  type PartName,
  type ProfileWords,
  type TermFacts,
} from './evidence.ts';
import type { Place } from './figure-columns.ts';
import { LAG_DAYS, NO_FIGURES } from './figures.ts';
import { type KeywordsRead, readKeywords, readKeywordTexts } from './keyword-figures.store.ts';
import { keywordIdeas } from './keyword-ideas.ts';
import type { Reading } from './packed-days.store.ts';
import { collected, inTurns } from './steps.ts';
import { readImpressions, readTerms } from './term-figures.store.ts';
import { inLine, type Waits, withRoomForTerms } from './term-room.ts';

/** Half a year and the days that are not settled yet. */
const DAYS = 180 + LAG_DAYS;
const TARGET_DAYS = 90;
const CAP_DAYS = 30;
const DAY_MS = 86_400_000;
/** How far back changes of the target are looked for. */
const TARGET_CHANGE_DAYS = 30;

/** What gathering needs of the service. */
type Gathering = Services & Pick<Tenancy, 'organizationId'>;

/** What is asked for: the parts that are read, and the window of days. */
export type Asked = Pick<PreparedDetector, 'reads' | 'windowDays'>;

/** The evidence, and whether the platform's ideas could not be had. */
export interface Gathered {
  evidence: EvidenceWith<PartName>;
  lacksIdeas: boolean;
}

/**
 * Reads the evidence that detectors ask for and does something with it, when its turn has come and there is room in memory
 * for the search terms among it, on connections that requests do not wait for. Nothing of the evidence outlives that. What
 * the platform has to be asked for is asked before, while nothing of this is held.
 */
export async function withEvidence<T>(
  gathering: Gathering,
  campaign: CampaignRow,
  asked: Asked,
  { waits: patience, use }: { waits: Waits; use: (gathered: Gathered) => Promise<T> },
): Promise<T> {
  const waits = 'line' in patience ? inOneWait(patience) : patience;
  const forWork = { ...gathering, database: gathering.database.forWork() };
  const ideas = asked.reads.includes('ideas') ? await keywordIdeas(forWork, campaign, waits) : [];
  const gatherAndUse = async () => {
    const evidence = { ...(await gathered(forWork, campaign, asked)), ideas: ideas ?? [] };
    return use({ evidence, lacksIdeas: ideas === undefined });
  };
  if (!asked.reads.includes('terms')) return inLine(gathering.turns, waits, gatherAndUse);
  return withRoomForTerms(gathering, campaign.id, waits, gatherAndUse);
}

/** What we know ourselves. */
function gathered(
  { database, organizationId, clock }: Gathering,
  campaign: CampaignRow,
  { reads, windowDays }: Asked,
): Promise<Omit<EvidenceWith<PartName>, 'ideas'>> {
  const now = clock.now();
  const asked = new Set(reads);
  return database.transaction(async (db) => {
    await allowMemory(db);
    const tenancy = { organizationId, db };
    const latestDay = (await latestFigureDay(tenancy)) ?? dayAt(now);
    const place = { campaignId: campaign.id, latestDay };
    return {
      today: dayAt(now),
      latestDay,
      campaign: await campaignFacts(tenancy, campaign, now),
      days: await readDays(tenancy, place, DAYS),
      organization: await organizationFacts(tenancy, campaign, latestDay),
      profile: await profileWords(tenancy),
      ...(await readParts(tenancy, place, { asked, windowDays, accountId: campaign.ad_account_id })),
    };
  });
}

async function campaignFacts(tenancy: Tenancy, row: CampaignRow, now: number): Promise<CampaignFacts> {
  const since = new Date(now - TARGET_CHANGE_DAYS * DAY_MS);
  const changed = await readTargetChange(tenancy, row.id, since);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    type: row.type,
    bidding: row.bidding,
    budget: Number(row.budget),
    budgetShared: row.budget_shared,
    targetCpa: row.target_cpa === null ? null : Number(row.target_cpa),
    targetChangedDay: changed === null ? null : dayAt(Date.parse(changed)),
    createdDay: dayAt(Date.parse(row.created_at)),
  };
}

async function organizationFacts(tenancy: Tenancy, row: CampaignRow, latestDay: number): Promise<OrganizationFacts> {
  const to = latestDay - LAG_DAYS;
  const limits = await budgetLimits(tenancy, row.id);
  const room = limits.max_spend === null ? null : Number(limits.max_spend) / CAP_DAYS - Number(limits.others);
  return {
    last90: (await readOrganization(tenancy, { before: to - TARGET_DAYS, to })) ?? NO_FIGURES,
    mostBudget:
      room === null
        ? null
        : { own: Math.max(0, Math.floor(room)), another: Math.max(0, Math.floor(room - Number(row.budget))) },
    budgetMovePct: Number(limits.api_budget_change_limit_pct),
  };
}

async function profileWords(tenancy: Tenancy): Promise<ProfileWords | null> {
  const row = await findBusinessProfile(tenancy);
  if (!row) return null;
  return {
    brand: row.brand_name,
    products: row.products.map(({ name }) => name),
    competitors: row.competitors.map(({ name }) => name),
    locations: row.target_locations,
    description: [row.description, ...row.products.map(({ description }) => description)].join(' '),
  };
}

const NO_KEYWORDS: KeywordsRead = { keywords: [], olderFigures: new Map() };

interface Parts {
  asked: ReadonlySet<PartName>;
  windowDays: number;
  accountId: string | null;
}

async function readParts(
  tenancy: Reading,
  place: Place,
  { asked, windowDays, accountId }: Parts,
): Promise<Omit<EvidenceParts, 'ideas'>> {
  const terms = asked.has('terms') ? await readTerms(tenancy, place, windowDays) : [];
  const older = asked.has('olderFigures');
  const keywords = asked.has('keywords') || older ? await readKeywords(tenancy, place, { older }) : NO_KEYWORDS;
  return {
    terms,
    termImpressions: asked.has('termImpressions') ? await impressionsOf(tenancy, place, terms) : new Map(),
    ads: asked.has('ads') ? await readAds(tenancy, place) : [],
    keywordTexts: asked.has('keywordTexts') ? await readKeywordTexts(tenancy, place) : [],
    ...keywords,
    negatives: asked.has('negatives') ? await readNegatives(tenancy, place) : [],
    accountTerms: asked.has('accountTerms') ? await readAccountTerms(tenancy) : [],
    accountKeywords:
      asked.has('accountKeywords') && accountId !== null ? await readAccountKeywords(tenancy, place, accountId) : [],
  };
}

async function impressionsOf(
  tenancy: Tenancy,
  place: Place,
  terms: readonly TermFacts[],
): Promise<Map<number, number>> {
  const isAsked = ({ id, last90 }: TermFacts) => (last90.clicks >= MANY_CLICKS ? id : undefined);
  return readImpressions(tenancy, place, await inTurns(collected(terms, isAsked)));
}
