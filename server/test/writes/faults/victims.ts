import assert from 'node:assert/strict';
import type { HttpAnswer } from '../../harness/client.ts';
import { bodyOf, type Organization, type Sending } from '../organization.ts';
import type { Agreed } from './agreed.ts';

/** A write that is to be killed. */
export interface Victim {
  name: string;
  /** Whether it reaches the platform. */
  platform: boolean;
  /** Taking away what is known by its id needs no look at the platform first: faults of reading do not meet it. */
  looks?: false;
  /** It stops spending: while the platform takes nothing it goes on being tried. */
  stops?: true;
  /** Told again, it tells the platform again, which finds it done. */
  repeats?: true;
  /** How many requests it changes the platform with; one unless told otherwise. */
  steps?: number;
  /** Makes what it changes ready. */
  prepare(organization: Organization): Promise<Prepared>;
}

/** A write that can be sent, and what is true once it has happened. */
export interface Prepared {
  slug: string;
  send(sending: Sending): Promise<HttpAnswer>;
  after: Partial<Agreed>;
  /** Undoing adds no entry to the action log. */
  entries: 0 | 1;
}

const EDIT = { name: 'Renamed', budget: 44, target_cpa: 12.5 };

/** A campaign that runs, with a name of its own. */
export async function live(organization: Organization): Promise<{ slug: string; name: string }> {
  const name = `Victim ${Math.random().toString(36).slice(2, 10)}`;
  return { slug: await organization.live({ name, budget: 40 }), name };
}

/** Every kind of write but those that recommendations are made of. */
export const VICTIMS: readonly Victim[] = [
  {
    name: 'PATCH',
    platform: true,
    async prepare(organization) {
      const { slug, name } = await live(organization);
      const edit = { ...EDIT, name: `${name} renamed` };
      return {
        slug,
        send: (sending) => organization.patch(slug, { ...edit, dry_run: false }, sending),
        after: edit,
        entries: 1,
      };
    },
  },
  {
    name: 'launch',
    platform: true,
    async prepare(organization) {
      const slug = await organization.draft({ name: `Victim ${Math.random().toString(36).slice(2, 10)}` });
      await organization.negativesAdded(slug, ['free', 'jobs']);
      const negatives = ['free/phrase', 'jobs/phrase'];
      const send = (sending: Sending) => organization.state(slug, 'live', sending);
      return { slug, send, after: { state: 'live', budget: 40, negatives }, entries: 1 };
    },
  },
  {
    name: 'undo of an edit',
    platform: true,
    async prepare(organization) {
      const { slug, name } = await live(organization);
      const { action_id } = await organization.edited(slug, { ...EDIT, name: `${name} renamed` });
      const send = (sending: Sending) => organization.undo(action_id, sending);
      return { slug, send, after: { name, budget: 40, target_cpa: null }, entries: 0 };
    },
  },
  {
    name: 'negative keywords',
    platform: true,
    async prepare(organization) {
      const { slug } = await live(organization);
      const send = (sending: Sending) => organization.negatives(slug, ['free', 'jobs'], { dry_run: false }, sending);
      return { slug, send, after: { negatives: ['free/phrase', 'jobs/phrase'] }, entries: 1 };
    },
  },
  {
    name: 'pause',
    platform: true,
    stops: true,
    async prepare(organization) {
      const { slug } = await live(organization);
      const send = (sending: Sending) => organization.state(slug, 'paused', sending);
      return { slug, send, after: { state: 'paused' }, entries: 1 };
    },
  },
  {
    name: 'undo of negative keywords',
    platform: true,
    looks: false,
    repeats: true,
    async prepare(organization) {
      const { slug } = await live(organization);
      const { action_id } = await organization.negativesAdded(slug, ['free', 'jobs']);
      const send = (sending: Sending) => organization.undo(action_id, sending);
      return { slug, send, after: { negatives: [] }, entries: 0 };
    },
  },
  {
    name: 'undo of a launch',
    platform: true,
    stops: true,
    async prepare(organization) {
      const slug = await organization.draft({ name: `Victim ${Math.random().toString(36).slice(2, 10)}` });
      const action = await organization.moved(slug, 'live');
      const send = (sending: Sending) => organization.undo(action, sending);
      return { slug, send, after: { state: 'draft' }, entries: 0 };
    },
  },
  {
    name: 'PATCH of a draft',
    platform: false,
    async prepare(organization) {
      const slug = await organization.draft();
      const send = (sending: Sending) => organization.patch(slug, { ...EDIT, dry_run: false }, sending);
      return { slug, send, after: EDIT, entries: 1 };
    },
  },
];

/** The action that an answer names. */
export function actionOf(answer: HttpAnswer): string {
  assert.equal(answer.status, 200, answer.text);
  return String(bodyOf(answer).action_id);
}
