import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { Refusal } from '../base/errors.ts';
import { adNames } from '../campaigns/ads-of-campaign.store.ts';
import { type CampaignRow, findCampaignById } from '../campaigns/campaign.store.ts';
import { campaignStep, campaignTarget, targetOf } from '../campaigns/campaign-step.ts';
import { aboutKeywordOfAd } from '../campaigns/decided-on.ts';
import { isAdGenerating } from '../campaigns/drafts/new-ad.store.ts';
import { keywordKey, type Worded } from '../campaigns/keyword-text.ts';
import { placeInWords } from '../campaigns/launch/target-places.ts';
import type { Change } from '../writes/change.ts';
import type { GuardContext, InverseContext, StepKind } from '../writes/step.ts';
import { isNameTaken } from './ad-name.ts';
import { currentPart, type DraftChange, draftChange, writePart } from './draft-parts.ts';

/** What is longer is not compared by reading. */
const LONGEST_ORDER = 600;
/** More places are not looked at one by one, and a draft that grew out of a large campaign has thousands. */
const MOST_PLACES_TOLD = 100;
const SIGN_LENGTH = 32;

const details = campaignTarget.extend({ change: draftChange });

/** A change of one part of a draft: an ad's texts, its keywords, sitelinks, callouts or places. */
export type DraftEdit = z.infer<typeof details>;

/** Changes a part of a campaign that the platform does not know yet; afterwards it is edited there. */
export const editDraft: StepKind<DraftEdit, 'edit_draft'> = campaignStep({
  op: 'edit_draft',
  details,
  guardrails: [
    { when: 'always', check: isDraft },
    { when: 'always', check: isWritten },
  ],
  changesOf: ({ change }) => changesOf(change),

  about: ({ campaign_id, change }) => [partIn(campaign_id, change), ...keywordsIn(change)],

  async save({ campaign_id, change }, own) {
    await writePart(own, campaign_id, change, new Date(own.clock.now()));
    return {};
  },

  async inverse({ change }, campaign, context) {
    const what = nameOf(change);
    const why = await whyKept(change, campaign, context);
    if (why !== undefined) return { steps: [], restored: [], skipped: [`${what}: ${why}`] };
    const back = editDraft.of({ ...targetOf(campaign), change: reversed(change) });
    return { steps: [back], restored: [what], skipped: [] };
  },
});

/** A part is of the same kind before and after. */
function reversed<Part extends DraftChange>(change: Part): Part {
  return { ...change, from: change.to, to: change.from };
}

/** Why a part does not become again what it was; undefined when it does. */
async function whyKept(
  change: DraftChange,
  campaign: CampaignRow,
  context: InverseContext,
): Promise<string | undefined> {
  const now = await currentPart(context, campaign.id, change);
  if (now === undefined) return 'the ad is gone';
  const part = partIn(campaign.id, change);
  if ((await context.decidedSince([part])).has(part) || !isSamePart(now, change.to)) return 'changed since';
  if (change.part !== 'ad') return undefined;
  const names = await adNames(context, campaign.id);
  return isNameTaken(names, change.from.name, change.ad_id) ? 'there is another of its name' : undefined;
}

function partIn(campaignId: number, change: DraftChange): string {
  const isOfAd = change.part === 'ad' || change.part === 'keywords';
  return `${nameOf(change)} of ${isOfAd ? `ad ${change.ad_id}` : `campaign ${campaignId}`}`;
}

/** The keywords that an ad gets or loses by an edit of all of them. */
function keywordsIn(change: DraftChange): string[] {
  if (change.part !== 'keywords') return [];
  const { from, to, ad_id } = change;
  const moved = [...notAmong(to, from), ...notAmong(from, to)];
  return moved.map((one) => aboutKeywordOfAd(ad_id, one));
}

function notAmong(others: readonly Worded[], keywords: readonly Worded[]): Worded[] {
  const keys = new Set(others.map(keywordKey));
  return keywords.filter((one) => !keys.has(keywordKey(one)));
}

/** The edit of a campaign that makes a part what was asked for; undefined where it is so already. */
export function draftEdit(campaign: CampaignRow, change: DraftChange) {
  return isSamePart(change.from, change.to) ? undefined : editDraft.of({ ...targetOf(campaign), change });
}

/** Parts are of one schema, so that equal ones are written the same. */
function isSamePart(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function isDraft({ campaign_id }: DraftEdit, context: GuardContext): Promise<Refusal | undefined> {
  const campaign = await findCampaignById(context, campaign_id);
  return campaign && whyNotEditable(campaign);
}

/** What is being written comes as a whole, in place of all that the ad had. */
async function isWritten({ change }: DraftEdit, context: GuardContext): Promise<Refusal | undefined> {
  if (change.part !== 'ad' && change.part !== 'keywords') return undefined;
  if (!(await isAdGenerating(context, change.ad_id))) return undefined;
  return new Refusal('setup_required', 'The ad is still being written.');
}

/** Why the parts of a campaign cannot be edited here. */
export function whyNotEditable({ platform_id, generating }: CampaignRow): Refusal | undefined {
  if (generating) return new Refusal('setup_required', 'The campaign is still being generated.');
  if (platform_id === null) return undefined;
  return new Refusal('not_supported', 'The campaign is in the ad platform: edit this part of it there.');
}

function nameOf({ part }: DraftChange): string {
  return part === 'ad' ? 'ad texts' : part;
}

/** What becomes of what; of a list, what comes and what goes. */
function changesOf(change: DraftChange): Change[] {
  switch (change.part) {
    case 'ad': {
      const { from, to } = change;
      return [
        ...replaced('ad name', from.name, to.name),
        ...replaced('landing page', from.final_url, to.final_url),
        ...listed('headline', from.headlines, to.headlines, asItIs),
        ...listed('description', from.descriptions, to.descriptions, asItIs),
        ...replaced('path1', from.path1, to.path1),
        ...replaced('path2', from.path2, to.path2),
      ];
    }
    case 'keywords':
      return listed('keyword', change.from, change.to, ({ text, match_type }) => `${text} (${match_type})`);
    case 'sitelinks':
      return listed('sitelink', change.from, change.to, ({ text, description1, description2, url }) =>
        apart([text, description1, description2, url].filter((part) => part !== null)),
      );
    case 'callouts':
      return listed('callout', change.from, change.to, asItIs);
    case 'locations':
      return listed('location', change.from, change.to, placeInWords, MOST_PLACES_TOLD);
  }
}

function replaced(field: string, from: string | null, to: string | null): Change[] {
  return from === to ? [] : [{ field, from, to }];
}

/** A member of a list, written once for all that compares it: there may be thousands. */
interface Written<Member> {
  member: Member;
  text: string;
}

/** Members are compared as a whole, so that two which are told alike are still told as two. */
function listed<Member>(
  field: string,
  from: readonly Member[],
  to: readonly Member[],
  told: (member: Member) => string,
  most = Number.POSITIVE_INFINITY,
): Change[] {
  const [before, after] = [from.map(written), to.map(written)];
  const words = (list: readonly Written<Member>[]) =>
    list.length > most ? [inShort(field, list)] : list.map(({ member }) => told(member));
  const gone = words(without(before, after)).map((one) => ({ field, from: one, to: null }));
  const come = words(without(after, before)).map((one) => ({ field, from: null, to: one }));
  if (gone.length > 0 || come.length > 0) return [...gone, ...come];
  if (before.every(({ text }, index) => text === after[index]?.text)) return [];
  return [{ field: `order of ${field}s`, ...orderOf(before, after, told) }];
}

/** Very many members by their number, and a sign that others, or another order, would not have. */
function inShort(field: string, members: readonly Written<unknown>[]): string {
  const sign = createHash('sha256')
    .update(members.map(({ text }) => text).join(','))
    .digest('hex');
  return `${members.length} ${field}s (sign ${sign.slice(0, SIGN_LENGTH)})`;
}

function written<Member>(member: Member): Written<Member> {
  return { member, text: JSON.stringify(member) };
}

/** How the same members are ordered: where all their texts are long, by the places that they had. */
function orderOf<Member>(
  from: readonly Written<Member>[],
  to: readonly Written<Member>[],
  told: (member: Member) => string,
) {
  const [before, after] = [apart(from.map(({ member }) => told(member))), apart(to.map(({ member }) => told(member)))];
  if (before.length <= LONGEST_ORDER) return { from: before, to: after };
  return { from: `1 to ${from.length}`, to: placesOf(to, from).join(', ') };
}

/** The place that each member of a list has in another of the same members; of those alike, each has one of its own. */
function placesOf(list: readonly Written<unknown>[], others: readonly Written<unknown>[]): number[] {
  const places = new Map<string, number[]>();
  for (const [index, { text }] of others.entries()) places.set(text, [...(places.get(text) ?? []), index + 1]);
  return list.flatMap(({ text }) => places.get(text)?.shift() ?? []);
}

/** The members of a list that are left when each of another has taken away one like itself. */
function without<Member>(
  list: readonly Written<Member>[],
  others: readonly Written<Member>[],
): readonly Written<Member>[] {
  if (list.length === 0 || others.length === 0) return list;
  const taking = new Map<string, number>();
  for (const { text } of others) taking.set(text, (taking.get(text) ?? 0) + 1);
  return list.filter(({ text }) => {
    const left = taking.get(text) ?? 0;
    if (left > 0) taking.set(text, left - 1);
    return left === 0;
  });
}

/** Texts in one line, in which none passes for two. */
function apart(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ');
}

function asItIs(text: string): string {
  return text;
}
