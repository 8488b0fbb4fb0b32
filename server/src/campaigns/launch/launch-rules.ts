import type { Context, Tenancy } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { quoted } from '../../base/visible-text.ts';
import { readAddress } from '../../base/web-address.ts';
import type { GuardContext } from '../../writes/step.ts';
import { CALLOUT, DESCRIPTIONS, fits, HEADLINES, SITELINK } from '../ad-limits.ts';
import type { AdRow } from '../ads-of-campaign.store.ts';
import { capRefusal, limitsFor } from '../budget-rules.ts';
import type { CampaignRow } from '../campaign.store.ts';
import type { AssetRow, CampaignParts } from '../campaign-parts.store.ts';
import type { BudgetLimits } from '../campaign-write.store.ts';
import { folded, whyRefused } from '../keyword-text.ts';
import { isNameOnItsWay, type LaunchNeeds, launchNeeds } from './launch-needs.store.ts';

/** The first thing that keeps a campaign from going live, as a preview names it. */
type Blocker =
  | 'linked_account'
  | 'generating'
  | 'removed'
  | 'budget'
  | 'monthly_cap'
  | 'location'
  | 'sitelinks'
  | 'callouts'
  | 'ads'
  | 'keywords'
  | 'negative_keywords'
  | 'size'
  | 'name';

/** Refuses a launch and names what is missing. */
function blocked(blocked_by: Blocker, message: string): Refusal {
  return new Refusal('launch_blocked', message, { extra: { blocked_by } });
}

/** What every launch needs: a budget, and room for it under the cap. */
export async function budgetBlocker(campaign: CampaignRow, context: GuardContext): Promise<Refusal | undefined> {
  if (campaign.generating) return blocked('generating', 'The campaign is still being generated.');
  if (campaign.platform_state === 'removed') {
    return blocked('removed', 'The campaign was removed in the ad platform and cannot run again.');
  }
  if (Number(campaign.budget) <= 0) return blocked('budget', NO_BUDGET);
  const refusal = overCap(campaign, await limitsFor(campaign.id, context));
  return (
    refusal && new Refusal(refusal.code, refusal.message, { extra: { ...refusal.extra, blocked_by: 'monthly_cap' } })
  );
}

/** The platform takes 10,000 operations in one request; the budget, the campaign and its language are among them. */
const MOST_PARTS = 9_900;

const NO_BUDGET = 'The campaign has no budget. Set a daily budget first.';

function overCap({ id, budget }: CampaignRow, limits: BudgetLimits): Refusal | undefined {
  return capRefusal({ campaign_id: id, from: '0', to: budget }, limits);
}

/** What a first launch needs beyond that, in the order in which it is asked for. */
const FIRST_LAUNCH: readonly { item: Blocker; missing: (needs: LaunchNeeds) => string | undefined }[] = [
  { item: 'location', missing: noLocation },
  { item: 'sitelinks', missing: noValidSitelinks },
  { item: 'callouts', missing: noValidCallouts },
  { item: 'ads', missing: noValidAds },
  { item: 'keywords', missing: adWithoutKeyword },
  { item: 'negative_keywords', missing: refusedNegative },
  { item: 'size', missing: tooMuchAtOnce },
];

/** So many texts of each ad are looked at. */
const TEXTS_OF_AD = HEADLINES.max + DESCRIPTIONS.max;

/** The first thing that a first launch lacks. */
export async function firstLaunchBlocker(
  campaign: CampaignRow,
  { looksThrough, ...tenancy }: Tenancy & Pick<Context, 'looksThrough'>,
): Promise<Refusal | undefined> {
  const needs = await launchNeeds(tenancy, campaign.id);
  looksThrough?.(needs.words + needs.places + needs.excluded + needs.ads.length * TEXTS_OF_AD);
  for (const { item, missing } of FIRST_LAUNCH) {
    const message = missing(needs);
    if (message) return blocked(item, message);
  }
  return undefined;
}

/**
 * A launch whose answer is lost is found again by its name, so no two of one name are on their way to an account at once:
 * each might be taken for the other.
 */
export async function nameBlocker(campaign: CampaignRow, tenancy: Tenancy): Promise<Refusal | undefined> {
  const { id: exceptId, name, launch_sent_as, ad_account_id: accountId, platform_id } = campaign;
  if (platform_id !== null || accountId === null) return undefined;
  const names = [name, launch_sent_as].filter((one) => one !== null);
  if (!(await isNameOnItsWay(tenancy, { accountId, exceptId, names }))) return undefined;
  return blocked(
    'name',
    `Another campaign called ${quoted(name)} is on its way to the ad account. Wait until it is known whether it arrived, or give this one another name.`,
  );
}

/** One requirement of a launch, and what is missing of it; null when it is met. */
export interface LaunchItem {
  item: Blocker;
  missing: string | null;
}

/** Everything that the launch of a draft requires, in the order in which it is asked for; its size only where it is in the way. */
export async function launchChecklist(campaign: CampaignRow, tenancy: Tenancy): Promise<LaunchItem[]> {
  const needs = await launchNeeds(tenancy, campaign.id);
  const hasBudget = Number(campaign.budget) > 0;
  const cap = overCap(campaign, await limitsFor(campaign.id, tenancy));
  return [
    { item: 'budget', missing: hasBudget ? null : NO_BUDGET },
    { item: 'monthly_cap', missing: cap?.message ?? null },
    ...FIRST_LAUNCH.map(({ item, missing }) => ({ item, missing: missing(needs) ?? null })).filter(
      ({ item, missing }) => item !== 'size' || missing !== null,
    ),
  ];
}

function noLocation({ places, lostPlace }: LaunchNeeds): string | undefined {
  if (places === 0) return 'The campaign has no location or radius to serve in.';
  if (lostPlace === undefined) return undefined;
  return `The ad platform cannot be told of ${quoted(lostPlace)}: it has neither a number there nor a point with a radius. Set the locations anew.`;
}

function noValidSitelinks({ assets }: LaunchNeeds): string | undefined {
  const sitelinks = assets.filter(({ kind }) => kind === 'sitelink');
  if (sitelinks.length > 0 && sitelinks.every(isValidSitelink)) return undefined;
  return 'The campaign needs sitelinks, each with a text of at most 25 characters, an address, and two descriptions or none.';
}

function noValidCallouts({ assets }: LaunchNeeds): string | undefined {
  const callouts = assets.filter(({ kind }) => kind === 'callout');
  if (callouts.length > 0 && callouts.every(({ text }) => fits(text, CALLOUT.text))) return undefined;
  return 'The campaign needs callouts of at most 25 characters.';
}

function noValidAds({ ads }: LaunchNeeds): string | undefined {
  const valid = ads.filter(isValidAd);
  const [twice] =
    [...Map.groupBy(valid, ({ name }) => name.toLowerCase()).values()].find(({ length }) => length > 1) ?? [];
  if (twice) return `Two ads are called ${quoted(twice.name)}; each needs a name of its own.`;
  if (valid.length > 0) return undefined;
  return 'The campaign needs an ad with 3 to 15 headlines and 2 to 4 descriptions, distinct and short.';
}

/** One negative keyword that the platform would not take makes it decline everything. */
function refusedNegative({ refusedNegative: text }: LaunchNeeds): string | undefined {
  if (text === undefined) return undefined;
  return `The negative keyword ${quoted(text)} has to go first. ${whyRefused(text) ?? ''}`;
}

/** All of a campaign goes to the platform at once: an ad with its text, an asset with its link, each place and each word. */
function tooMuchAtOnce({ ads, assets, places, words, excluded }: LaunchNeeds): string | undefined {
  const parts = words + 2 * ads.length + 2 * assets.length + places + excluded;
  if (parts <= MOST_PARTS) return undefined;
  return `The campaign has ${parts} parts, and the ad platform takes ${MOST_PARTS} at once. Take out keywords or ads, and add them when it runs.`;
}

/** What of a campaign goes to the platform at its launch: an ad that is not valid yet waits here. */
export function launchable(parts: CampaignParts): CampaignParts {
  return { ...parts, ads: parts.ads.filter(isValidAd) };
}

function isValidSitelink({ text, description1, description2, url }: AssetRow): boolean {
  const none = !description1 && !description2;
  const both = [description1, description2].every((one) => one !== null && fits(one, SITELINK.description));
  return fits(text, SITELINK.text) && (none || both) && url !== null && readAddress(url) !== null;
}

/** Whether the platform would take the ad as it stands. */
export function isValidAd({ headlines, descriptions, generating }: AdRow): boolean {
  return !generating && isValidSet(headlines, HEADLINES) && isValidSet(descriptions, DESCRIPTIONS);
}

function isValidSet(texts: string[], { min, max, length }: { min: number; max: number; length: number }): boolean {
  const distinct = new Set(texts.map(folded)).size === texts.length;
  return distinct && texts.length >= min && texts.length <= max && texts.every((text) => fits(text, length));
}

function adWithoutKeyword({ bareAd }: LaunchNeeds): string | undefined {
  return bareAd === undefined ? undefined : `The ad ${quoted(bareAd)} has no keyword; every ad needs one.`;
}
