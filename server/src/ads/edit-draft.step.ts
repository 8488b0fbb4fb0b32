import type { z } from 'zod';
import { Refusal } from '../base/errors.ts';
import { quoted } from '../base/visible-text.ts';
import { type CampaignRow, findCampaignById } from '../campaigns/campaign.store.ts';
import { partsAround } from '../campaigns/campaign-parts.store.ts';
import { campaignStep, campaignTarget, targetOf } from '../campaigns/campaign-step.ts';
import { isSameKeyword } from '../campaigns/keyword-text.ts';
import { aboutKeywordOfAd } from '../keywords/keyword-addition.ts';
import type { Change } from '../writes/change.ts';
import type { GuardContext, InverseContext, StepKind } from '../writes/step.ts';
import { isNameTaken } from './ad-name.ts';
import { currentPart, type DraftChange, draftChange, writePart } from './draft-parts.ts';

const details = campaignTarget.extend({ change: draftChange });

/** A change of one part of a draft: an ad's texts, its keywords, sitelinks, callouts or places. */
export type DraftEdit = z.infer<typeof details>;

/** Changes a part of a campaign that the platform does not know yet; afterwards it is edited there. */
export const editDraft: StepKind<DraftEdit, 'edit_draft'> = campaignStep({
  op: 'edit_draft',
  details,
  guardrails: [{ when: 'always', check: isDraft }],
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
    const back = draftChange.parse({ ...change, from: change.to, to: change.from });
    return { steps: [editDraft.of({ ...targetOf(campaign), change: back })], restored: [what], skipped: [] };
  },
});

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
  const { ads } = await partsAround(context, campaign.id, null);
  return isNameTaken(ads, change.from.name, change.ad_id) ? 'there is another of its name' : undefined;
}

function partIn(campaignId: number, change: DraftChange): string {
  const isOfAd = change.part === 'ad' || change.part === 'keywords';
  return `${nameOf(change)} of ${isOfAd ? `ad ${change.ad_id}` : `campaign ${campaignId}`}`;
}

/** The keywords that an ad gets or loses by an edit of all of them. */
function keywordsIn(change: DraftChange): string[] {
  if (change.part !== 'keywords') return [];
  const { from, to, ad_id } = change;
  const isIn = (list: typeof from, one: (typeof from)[number]) => list.some((other) => isSameKeyword(one, other));
  const moved = [...from.filter((one) => !isIn(to, one)), ...to.filter((one) => !isIn(from, one))];
  return moved.map((one) => aboutKeywordOfAd(ad_id, one));
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
        ...listed('headline', from.headlines, to.headlines),
        ...listed('description', from.descriptions, to.descriptions),
        ...replaced('path', pathOf(from), pathOf(to)),
      ];
    }
    case 'keywords': {
      const told = ({ text, match_type }: (typeof change.from)[number]) => `${text} (${match_type})`;
      return listed('keyword', change.from.map(told), change.to.map(told));
    }
    case 'sitelinks': {
      const told = ({ text, description1, description2, url }: (typeof change.from)[number]) =>
        [text, description1, description2, url].filter((part) => part !== null).join(' | ');
      return listed('sitelink', change.from.map(told), change.to.map(told));
    }
    case 'callouts':
      return listed('callout', change.from, change.to);
    case 'locations': {
      const told = ({ name, radius_km }: (typeof change.from)[number]) =>
        radius_km === null ? name : `${radius_km} km around ${quoted(name)}`;
      return listed('location', change.from.map(told), change.to.map(told));
    }
  }
}

function replaced(field: string, from: string | null, to: string | null): Change[] {
  return from === to ? [] : [{ field, from, to }];
}

function listed(field: string, from: readonly string[], to: readonly string[]): Change[] {
  const gone = from.filter((text) => !to.includes(text)).map((text) => ({ field, from: text, to: null }));
  const come = to.filter((text) => !from.includes(text)).map((text) => ({ field, from: null, to: text }));
  const moved = gone.length === 0 && come.length === 0 && !isSamePart(from, to);
  return moved ? [{ field: `order of ${field}s`, from: from.join(', '), to: to.join(', ') }] : [...gone, ...come];
}

function pathOf({ path1, path2 }: { path1: string | null; path2: string | null }): string | null {
  return path1 === null ? null : [path1, path2].filter((part) => part !== null).join('/');
}
