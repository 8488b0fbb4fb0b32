import { z } from 'zod';
import { quoted } from '../../base/visible-text.ts';
import { type ActionRow, executedActions } from '../../writes/actions/action.store.ts';
import { StillBusy } from '../../writes/actions/await-action.ts';
import { amountChange, type Change } from '../../writes/change.ts';
import type { Inverse, InverseContext, OwnRows, StepKind } from '../../writes/step.ts';
import { type AdRow, adsAmong } from '../ads-of-campaign.store.ts';
import { budgetGuardrail } from '../budget-rules.ts';
import {
  type CampaignRow,
  excludedLocations,
  findCampaignById,
  findGrownCampaign,
  insertCampaign,
} from '../campaign.store.ts';
import { campaignForUndo, mayRun } from '../campaign-for-write.ts';
import { campaignStep, campaignTarget } from '../campaign-step.ts';
import { addNegativeKeywordsStep } from '../exclude/add-negative-keywords.step.ts';
import { changeState, stateChange } from '../launch/change-state.step.ts';
import { addDraftAd, copySurroundings } from './draft.store.ts';

const term = { text: z.string(), match_type: z.enum(['phrase', 'exact', 'broad']) };

const details = campaignTarget.extend({
  /** Which draft of which recommendation: it is found by this again. */
  key: z.string(),
  type: z.enum(['hipo', 'location', 'icp']),
  name: z.string(),
  budget: z.string(),
  target_cpa: z.string().nullable(),
  /** The place or customer profile that it is for. */
  focus: z.string().nullable(),
  keywords: z.array(z.object({ ...term, source_ad_id: z.number() })),
  /** What the source excludes once the draft is launched. */
  excludes: z.array(z.object(term)),
});

/** A draft that grows out of a campaign, which is the step's target. */
export type NewDraft = z.infer<typeof details>;

/**
 * Makes a draft out of some keywords of a campaign, with the texts and landing pages of the ads that showed them. Undone,
 * the draft rests; nothing is deleted.
 */
export const createDraft: StepKind<NewDraft, 'create_draft'> = campaignStep({
  op: 'create_draft',
  details,
  guardrails: [budgetGuardrail(({ budget }) => ({ campaign_id: null, from: '0', to: budget }))],
  undoneBy: [changeState, addNegativeKeywordsStep],
  changesOf: ({ type, name, budget, target_cpa, focus, keywords, excludes }) => [
    { field: `${type} draft`, from: null, to: name },
    amountChange(`budget of ${quoted(name)}`, { from: null, to: budget }),
    ...(target_cpa === null ? [] : [amountChange(`target CPA of ${quoted(name)}`, { from: null, to: target_cpa })]),
    ...(focus === null ? [] : [{ field: `focus of ${quoted(name)}`, from: null, to: focus }]),
    ...keywords.map((keyword) => worded(`keyword of ${quoted(name)}`, keyword)),
    ...excludes.map((negative) => worded(`negative keyword here once ${quoted(name)} runs`, negative)),
  ],

  about: ({ key }) => [`draft ${key}`],

  async save(draft, own) {
    const source = await findCampaignById(own, draft.campaign_id);
    if (source) await growDraft(draft, source, own);
    return {};
  },

  inverseBeside: ({ key, name }, context) => laidToRest(key, name, context),
});

function worded(what: string, { text, match_type }: { text: string; match_type: string }): Change {
  return { field: `${what} (${match_type})`, from: null, to: text };
}

async function growDraft(draft: NewDraft, source: CampaignRow, own: OwnRows): Promise<void> {
  const now = own.clock.now();
  const grown = await insertCampaign(
    own,
    {
      name: draft.name,
      type: draft.type,
      state: 'draft',
      website_url: source.website_url,
      goal: source.goal,
      language_id: source.language_id,
      excluded_locations: await excludedLocations(own, source.id),
      budget: draft.budget,
      target_cpa: draft.target_cpa,
      ad_account_id: source.ad_account_id,
      grown_from: { key: draft.key, campaign_id: source.id, excludes: draft.excludes },
    },
    now,
  );
  if (!grown) throw new Error('the draft was not made');
  const byAd = Map.groupBy(draft.keywords, ({ source_ad_id }) => source_ad_id);
  const ads = await adsAmong(own, source.id, byAd.keys());
  for (const [adId, keywords] of byAd) {
    const ad = ads.find(({ id }) => id === adId);
    if (ad) await addDraftAd(own, grown.id, { ...textsOf(ad), keywords }, new Date(now));
  }
  const place = draft.type === 'location' ? draft.focus : null;
  await copySurroundings(own, { from: source.id, to: grown.id, place });
}

function textsOf({ name, final_url, headlines, descriptions, path1, path2 }: AdRow) {
  return { name, final_url, headlines, descriptions, path1, path2 };
}

async function laidToRest(key: string, name: string, context: InverseContext): Promise<Inverse> {
  const about = `draft ${quoted(name)}`;
  const found = await findGrownCampaign(context, key);
  const grown = found && (await campaignForUndo(context, found.id, async () => true));
  if (!grown) return { steps: [], restored: [], skipped: [`${about}: it is gone`] };
  const rest = stateChange(grown, 'paused');
  const rests = grown.state === 'paused';
  const stops = !rests && mayRun(grown);
  const besides = await exclusionsLifted(grown, context).catch((error: unknown) => {
    throw stops && error instanceof StillBusy ? error.asStop() : error;
  });
  return {
    steps: rests ? [] : [rest],
    restored: rests ? [] : [`${about} paused`],
    skipped: rests ? [`${about}: it rests already`] : [],
    rests: rests ? [rest] : [],
    stops,
    besides,
  };
}

/** What its launch excluded in the campaign that it grew out of is taken back with it. */
async function exclusionsLifted(grown: CampaignRow, context: InverseContext): Promise<Inverse[]> {
  const launches = await executedActions(context, grown.id, changeState.op);
  return (await Promise.all(launches.map((launch) => liftedOf(launch, context)))).flat();
}

/** A launch that stands has excluded something, or a stop that was undone, which started it again. */
async function liftedOf(launch: ActionRow, context: InverseContext): Promise<Inverse[]> {
  const steps = (launch.undone_at === null ? launch.steps : launch.undo_steps) ?? [];
  const exclusions = steps.filter(({ op, done, unknown }) => (done || unknown) && op === addNegativeKeywordsStep.op);
  const about = {
    actionId: launch.id,
    madeAt: launch.at,
    decidedSince: (things: readonly string[]) => context.decidedAfter(launch, things),
  };
  return Promise.all(
    exclusions.map((step) => context.steps.read(step).inverse({ ...context, ...about, mayBeDone: !step.done })),
  );
}
