import type { HttpAnswer } from '../harness/client.ts';
import type { Organization, Sending } from './organization.ts';
import { addThese, bidOnAll, exclude, liftAll, type Propose, pauseAll, setBudget } from './recommend.ts';

/** A change of a campaign: what comes before it, and how it is asked for. */
export interface Kind {
  /** Of a campaign that was never launched. */
  ofDraft?: true;
  first?: (org: Organization, slug: string) => Promise<unknown>;
  ask: (org: Organization, slug: string, before: unknown, sending: Sending) => Promise<HttpAnswer>;
}

const edit = (fields: object): Kind => ({
  ask: (org, slug, _before, sending) => org.patch(slug, { ...fields, dry_run: false }, sending),
});
const applying = (propose: Propose, first?: Kind['first']): Kind => ({
  first: async (org, slug) => {
    await first?.(org, slug);
    return org.recommend(slug, propose);
  },
  ask: (org, _slug, id, sending) => org.apply(String(id), sending),
});
const undoing = (first: NonNullable<Kind['first']>): Kind => ({
  first,
  ask: (org, _slug, action, sending) => org.undo(action, sending),
});
const actionOf = (answer: Record<string, unknown>) => answer.action_id;

/** Every change that waits for approval where that is wanted, of a campaign with a budget of 40. */
export const KINDS: Record<string, Kind> = {
  'first launch': { ofDraft: true, ask: (org, slug, _before, sending) => org.state(slug, 'live', sending) },
  launch: {
    first: (org, slug) => org.moved(slug, 'paused'),
    ask: (org, slug, _before, sending) => org.state(slug, 'live', sending),
  },
  name: edit({ name: `Another name ${Date.now()}` }),
  budget: edit({ budget: 44 }),
  'target CPA': edit({ target_cpa: 9 }),
  'negative keywords': {
    ask: (org, slug, _before, sending) => org.negatives(slug, ['people'], { dry_run: false }, sending),
  },
  'a recommended budget': applying(setBudget('44.00')),
  'recommended pauses': applying(pauseAll),
  'recommended bids': applying(bidOnAll('2.00')),
  'recommended keywords': applying(addThese('burst pipe')),
  'recommended exclusions': applying(exclude('people')),
  'recommended liftings': applying(liftAll, (org, slug) => org.negativesAdded(slug, ['people'])),
  'undoing a pause': undoing((org, slug) => org.moved(slug, 'paused')),
  'undoing an edit': undoing(async (org, slug) => actionOf(await org.edited(slug, { budget: 36 }))),
  'undoing negatives': undoing(async (org, slug) => actionOf(await org.negativesAdded(slug, ['people']))),
  'undoing new keywords': undoing(async (org, slug) => actionOf(await org.applied(slug, addThese('burst pipe')))),
};
