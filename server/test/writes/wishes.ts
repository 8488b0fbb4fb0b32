import { z } from 'zod';
import { dashboardOperations, operations } from '../../catalogue.ts';
import type { PlatformCampaign } from '../../src/ports/ad-platform.ts';
import { stepKindsOf } from '../../src/writes/guarded-write.ts';
import type { AnyStepKind } from '../../src/writes/step.ts';
import type { HttpAnswer } from '../harness/client.ts';
import type { Organization, Sending } from './organization.ts';
import type { PlatformView } from './platform-view.ts';
import { addThese, bidOnAll, liftAll, type Propose, pauseAll } from './recommend.ts';

/** A change that can be made here, and by somebody in the platform's own interface as well. */
export interface Wish {
  /** The kind of step that makes it. */
  op: string;
  /** What there has to be before. */
  prepare?(org: Organization, slug: string): Promise<unknown>;
  make(org: Organization, slug: string, sending?: Sending): Promise<HttpAnswer>;
  makeThere(platform: PlatformView, name: string, slug: string): Promise<void>;
  /** What it changes, as the platform has it. */
  look(there: PlatformCampaign): unknown;
}

const edit =
  (changes: (slug: string) => object): Wish['make'] =>
  (org, slug, sending) =>
    org.patch(slug, { ...changes(slug), dry_run: false }, sending);

/** Applies what is recommended. */
function recommended(propose: Propose): Wish['make'] {
  return async (org, slug, sending) => org.apply(await org.recommend(slug, propose), sending);
}

/** Does something to all keywords of a campaign in the platform. */
async function eachKeyword(platform: PlatformView, name: string, edit: (ids: string[]) => Promise<unknown>) {
  const ads = (await platform.campaign(name))?.ads ?? [];
  await edit(ads.flatMap(({ keywords }) => keywords.map(({ id }) => id)));
}

function keywordsOf({ ads }: PlatformCampaign): unknown {
  const all = ads.flatMap(({ keywords }) => keywords);
  return all.map(({ text, status, cpcBid }) => [text.toLowerCase(), status, cpcBid]).sort();
}

/** Kinds of steps that concern nothing but our own rows, by op: nobody can wish for them in the platform. */
export const OURS_ALONE: readonly string[] = ['create_draft', 'mark_recommendation_applied', 'edit_draft'];

/** At least one for each kind of step that the platform is told of; an undo is no wish of its own. */
export const WISHES: Readonly<Record<string, Wish>> = {
  'a budget': {
    op: 'update_campaign',
    make: edit(() => ({ budget: 44 })),
    makeThere: (platform, name) => platform.edit(name, 'budget', 44),
    look: ({ budget }) => budget,
  },
  'a name': {
    op: 'update_campaign',
    make: edit((slug) => ({ name: `${slug} renamed` })),
    makeThere: (platform, name, slug) => platform.edit(name, 'name', `${slug} renamed`),
    look: ({ name }) => name,
  },
  'a target CPA': {
    op: 'update_campaign',
    make: edit(() => ({ target_cpa: 9.5 })),
    makeThere: (platform, name) => platform.edit(name, 'target_cpa', 9.5),
    look: ({ targetCpa }) => targetCpa,
  },
  'a pause': {
    op: 'set_campaign_state',
    make: (org, slug, sending) => org.state(slug, 'paused', sending),
    makeThere: (platform, name) => platform.edit(name, 'status', 'PAUSED'),
    look: ({ status }) => status,
  },
  'a move to draft': {
    op: 'set_campaign_state',
    make: (org, slug, sending) => org.state(slug, 'draft', sending),
    makeThere: (platform, name) => platform.edit(name, 'status', 'PAUSED'),
    look: ({ status }) => status,
  },
  'the removal of an ad': {
    op: 'remove_ad',
    async make(org, slug, sending) {
      const path = `/organizations/${org.slug}/campaigns/${slug}`;
      const { cookie } = org.people.admin;
      const parts = await org.send('GET', `${path}/parts`, undefined, { cookie });
      const [ad] = z.object({ ads: z.array(z.object({ id: z.int() })) }).parse(parts.json).ads;
      return org.send('POST', `${path}/ads/${ad?.id}/remove`, { dry_run: false }, { ...sending, cookie });
    },
    makeThere: (platform, name) => platform.edit(name, 'ad_group_status', 'REMOVED', { of: 'Drain cleaning' }),
    look: ({ ads }) => ads.map(({ name, keywords }) => [name, keywords.map(({ text }) => text)]),
  },
  'negative keywords': {
    op: 'add_negative_keywords',
    make: (org, slug, sending) => org.negatives(slug, ['free', 'Jobs'], { dry_run: false }, sending),
    async makeThere(platform, name) {
      for (const text of ['FREE', 'jobs']) await platform.edit(name, 'negative_keyword_added', text);
    },
    look: ({ negatives }) => negatives.map(({ text }) => text.toLowerCase()).sort(),
  },
  'paused keywords': {
    op: 'set_keyword_state',
    make: recommended(pauseAll),
    makeThere: (platform, name) =>
      eachKeyword(platform, name, (ids) => platform.account.setKeywordStatus(ids, 'paused')),
    look: keywordsOf,
  },
  'bids of keywords': {
    op: 'set_keyword_bid',
    make: recommended(bidOnAll('1.25')),
    makeThere: (platform, name) =>
      eachKeyword(platform, name, (ids) => platform.account.setKeywordBids(ids.map((id) => ({ id, cpcBid: '1.25' })))),
    look: keywordsOf,
  },
  'new keywords': {
    op: 'add_keywords',
    make: recommended(addThese('burst pipe', 'Leaking Tap')),
    async makeThere(platform, name) {
      const ad = (await platform.campaign(name))?.ads[0]?.id ?? '';
      const texts = ['Burst pipe', 'leaking tap'];
      await platform.account.addKeywords(texts.map((text) => ({ adId: ad, text, matchType: 'exact' })));
    },
    look: keywordsOf,
  },
  'negative keywords that go': {
    op: 'lift_negative_keywords',
    prepare: (org, slug) => org.negativesAdded(slug, ['free', 'jobs']),
    make: recommended(liftAll),
    async makeThere(platform, name) {
      for (const text of ['free', 'jobs']) await platform.edit(name, 'negative_keyword_removed', text);
    },
    look: ({ negatives }) => negatives.map(({ text }) => text).sort(),
  },
};

/** The names of all kinds of steps that there are: those of the catalogue's writes, and those that take them back. */
export function stepNames(): { forward: string[]; inverse: string[] } {
  const forward = [...operations, ...dashboardOperations].flatMap(stepKindsOf);
  const names = (kinds: readonly AnyStepKind[]) => [...new Set(kinds.map(({ op }) => op))];
  return { forward: names(forward), inverse: names(forward.flatMap(({ undoneBy }) => undoneBy)) };
}
