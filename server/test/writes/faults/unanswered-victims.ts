import type { HttpAnswer } from '../../harness/client.ts';
import { held } from '../approvals.ts';
import type { Organization, Sending } from '../organization.ts';
import { setBudget } from '../recommend.ts';
import type { BlockPoint } from './database-gate.ts';
import type { HoldPoint } from './platform-gate.ts';

/** A kind of change whose process dies once it is executed and before its request was answered. */
export interface Unanswered {
  name: string;
  operation: string;
  /** Where its process dies: in a call to the platform, or at the end of its own transaction. */
  hold?: HoldPoint;
  block?: BlockPoint;
  prepare(organization: Organization): Promise<(sending: Sending) => Promise<HttpAnswer>>;
}

const queues = (type: RegExp): BlockPoint => ({ statement: 'insert into task (', parameter: type, at: 'commit' });
const BUDGET = { budget: 44, dry_run: false };
const SITE = 'https://www.acme-plumbing.example/';

/** Every kind of change, those that wait for the platform and those that do not. */
export const UNANSWERED: readonly Unanswered[] = [
  {
    name: 'an edit',
    operation: 'update_campaign',
    hold: 'answered',
    async prepare(organization) {
      const slug = await organization.live();
      return (sending) => organization.patch(slug, BUDGET, sending);
    },
  },
  {
    name: 'an edit of a draft',
    operation: 'update_campaign',
    block: { statement: 'insert into action (', at: 'commit' },
    async prepare(organization) {
      const slug = await organization.draft();
      return (sending) => organization.patch(slug, BUDGET, sending);
    },
  },
  {
    name: 'negative keywords',
    operation: 'add_negative_keywords',
    hold: 'answered',
    async prepare(organization) {
      const slug = await organization.live();
      return (sending) => organization.negatives(slug, ['free'], { dry_run: false }, sending);
    },
  },
  {
    name: 'a pause',
    operation: 'set_campaign_state',
    block: queues(/^(?:apply_change|stop_spending)$/),
    async prepare(organization) {
      const slug = await organization.live();
      return (sending) => organization.state(slug, 'paused', sending);
    },
  },
  {
    name: 'an undo',
    operation: 'undo_action',
    hold: 'answered',
    async prepare(organization) {
      const { action_id } = await organization.edited(await organization.live(), { budget: 44 });
      return (sending) => organization.undo(action_id, sending);
    },
  },
  {
    name: 'an applied recommendation',
    operation: 'apply_recommendation',
    hold: 'answered',
    async prepare(organization) {
      const id = await organization.recommend(await organization.live(), setBudget('44.00'));
      return (sending) => organization.apply(id, sending);
    },
  },
  {
    name: 'a change that waits for approval',
    operation: 'update_campaign',
    block: { statement: 'insert into queued_write (', at: 'commit' },
    async prepare(organization) {
      const slug = await organization.live();
      await organization.requireApprovals(true);
      return (sending) => organization.patch(slug, BUDGET, sending);
    },
  },
  {
    name: 'an approval',
    operation: 'approve_queued_write',
    hold: 'answered',
    async prepare(organization) {
      const slug = await organization.live();
      await organization.requireApprovals(true);
      const id = held(await organization.patch(slug, BUDGET));
      const path = `/organizations/${organization.slug}/queued-writes/${id}/approve`;
      const { cookie } = organization.people.owner;
      return (sending) => organization.send('POST', path, undefined, { ...sending, cookie });
    },
  },
  {
    name: 'a new ad',
    operation: 'create_ad',
    block: queues(/^generate_ad$/),
    async prepare(organization) {
      const path = `/organizations/${organization.slug}/campaigns/${await organization.draft()}/ads`;
      return (sending) => organization.send('POST', path, { url: `${SITE}water-heaters/` }, sending);
    },
  },
  {
    name: 'a new campaign',
    operation: 'create_campaign',
    block: queues(/^generate_campaign$/),
    async prepare(organization) {
      const path = `/organizations/${organization.slug}/campaigns`;
      return (sending) => organization.send('POST', path, { website_url: SITE, budget: 20 }, sending);
    },
  },
  {
    name: 'a report',
    operation: 'generate_report',
    block: queues(/^generate_report$/),
    async prepare(organization) {
      const path = `/organizations/${organization.slug}/reports/weekly`;
      return (sending) => organization.send('POST', path, undefined, sending);
    },
  },
];
