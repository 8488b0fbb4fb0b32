import { slugOf } from '../../../src/campaigns/slug.ts';
import type { Sending } from '../organization.ts';
import {
  addThese,
  bidOnAll,
  exclude,
  growDraft,
  liftAll,
  type Propose,
  pauseAll,
  setBudget,
  setTarget,
} from '../recommend.ts';
import type { Agreed } from './agreed.ts';
import { live, type Victim } from './victims.ts';

/** The keywords that a campaign of these tests has. */
const KEYWORDS = ['clogged drain plumber/exact', 'drain cleaning austin/phrase'];

/** What is recommended, and what is true once it is applied. */
interface Recommended {
  name: string;
  propose: Propose;
  after: Partial<Agreed>;
  excluded?: string[];
  repeats?: true;
}

const RECOMMENDED: readonly Recommended[] = [
  {
    name: 'recommended pauses',
    propose: pauseAll,
    after: { keywords: KEYWORDS.map((one) => `${one}/paused/`) },
  },
  {
    name: 'recommended bids',
    propose: bidOnAll('1.25'),
    after: { keywords: KEYWORDS.map((one) => `${one}/enabled/1.25`) },
  },
  {
    name: 'recommended keywords',
    propose: addThese('burst pipe', 'leaking tap'),
    after: {
      keywords: ['burst pipe/exact', ...KEYWORDS, 'leaking tap/exact'].map((one) => `${one}/enabled/`),
    },
  },
  {
    name: 'recommended negative keywords',
    propose: exclude('free', 'jobs'),
    after: { negatives: ['free/phrase', 'jobs/phrase'] },
  },
  {
    name: 'negative keywords recommended to go',
    propose: liftAll,
    after: { negatives: [] },
    excluded: ['free', 'jobs'],
    repeats: true,
  },
  {
    name: 'a recommended budget and target',
    propose: (standing) => [...setBudget('44.00')(standing), ...setTarget('12.50')(standing)],
    after: { budget: 44, target_cpa: 12.5 },
  },
];

function recommended({ name, propose, after, excluded, repeats }: Recommended): Victim {
  return {
    name,
    platform: true,
    ...(repeats && { repeats }),
    async prepare(organization) {
      const { slug } = await live(organization);
      if (excluded) await organization.negativesAdded(slug, excluded);
      const id = await organization.recommend(slug, propose);
      return { slug, send: (sending) => organization.apply(id, sending), after, entries: 1 };
    },
  };
}

/** What recommendations are made of, and how it is taken back. */
export const RECOMMENDED_VICTIMS: readonly Victim[] = [
  ...RECOMMENDED.map(recommended),
  {
    name: 'undo of new keywords',
    platform: true,
    looks: false,
    repeats: true,
    async prepare(organization) {
      const { slug } = await live(organization);
      const { action_id } = await organization.applied(slug, addThese('burst pipe', 'leaking tap'));
      const send = (sending: Sending) => organization.undo(action_id, sending);
      return { slug, send, after: { keywords: KEYWORDS.map((one) => `${one}/enabled/`) }, entries: 0 };
    },
  },
  {
    name: 'undo of paused keywords',
    platform: true,
    async prepare(organization) {
      const { slug } = await live(organization);
      const { action_id } = await organization.applied(slug, pauseAll);
      const send = (sending: Sending) => organization.undo(action_id, sending);
      return { slug, send, after: { keywords: KEYWORDS.map((one) => `${one}/enabled/`) }, entries: 0 };
    },
  },
  {
    name: 'launch of a draft that excludes in its source',
    platform: true,
    steps: 2,
    async prepare(organization) {
      const { slug: source } = await live(organization);
      const name = `Grown ${Math.random().toString(36).slice(2, 10)}`;
      await organization.applied(source, growDraft(name));
      const slug = slugOf(name);
      const send = (sending: Sending) => organization.state(slug, 'live', sending);
      return { slug, send, after: { state: 'live', budget: 20 }, entries: 1 };
    },
  },
  {
    name: 'a recommended draft',
    platform: false,
    async prepare(organization) {
      const { slug } = await live(organization);
      const id = await organization.recommend(slug, growDraft('Grown'));
      return { slug, send: (sending) => organization.apply(id, sending), after: { state: 'live' }, entries: 1 };
    },
  },
];
