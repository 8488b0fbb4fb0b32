import { z } from 'zod';
import { dashboardOperations, operations } from '../../catalogue.ts';
import type { Operation } from '../../src/base/operation.ts';
import { stepKindsOf } from '../../src/writes/guarded-write.ts';
import type { HttpAnswer } from '../harness/client.ts';
import type { Organization, Sending } from './organization.ts';
import { exclude, pauseAll } from './recommend.ts';

/** A call of a guarded write, on a campaign that runs; what it needs has been arranged. */
export interface Sample {
  /** The campaign that it changes. */
  slug: string;
  send(sending?: Sending): Promise<HttpAnswer>;
  /** The same as a preview, of what people do in the dashboard. */
  preview?(sending?: Sending): Promise<HttpAnswer>;
}

const SAMPLES: Readonly<Record<string, (org: Organization) => Promise<Sample>>> = {
  async create_campaign(org) {
    const slug = await org.live({ budget: 40 });
    const path = `/organizations/${org.slug}/campaigns`;
    return { slug, send: (sending) => org.send('POST', path, { website_url: 'https://www.acme.example/' }, sending) };
  },
  async create_ad(org) {
    const slug = await org.live({ budget: 40 });
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const body = { url: 'https://www.acme-plumbing.example/drains/' };
    return { slug, send: (sending) => org.send('POST', path, body, sending) };
  },
  update_ad: (org) => inDashboard(org, 'PATCH', (ad) => ad, { path1: 'pipes' }),
  remove_ad: (org) => inDashboard(org, 'POST', (ad) => `${ad}/remove`, {}),
  set_ad_keywords: (org) => inDashboard(org, 'PUT', (ad) => `${ad}/keywords`, { keywords: [] }),
  set_sitelinks: (org) => inDashboard(org, 'PUT', () => 'sitelinks', { sitelinks: [] }),
  set_callouts: (org) => inDashboard(org, 'PUT', () => 'callouts', { callouts: ['Licensed'] }),
  set_locations: (org) => inDashboard(org, 'PUT', () => 'locations', { locations: [] }),
  async update_campaign(org) {
    const slug = await org.live({ budget: 40 });
    return { slug, send: (sending) => org.patch(slug, { budget: 44, dry_run: false }, sending) };
  },
  async set_campaign_state(org) {
    const slug = await org.live({ budget: 40 });
    return { slug, send: (sending) => org.state(slug, 'paused', sending) };
  },
  async add_negative_keywords(org) {
    const slug = await org.live({ budget: 40 });
    return { slug, send: (sending) => org.negatives(slug, ['free', 'jobs'], { dry_run: false }, sending) };
  },
  async apply_recommendation(org) {
    const slug = await org.live({ budget: 40 });
    const id = await org.recommend(slug, (standing) => [...pauseAll(standing), ...exclude('free', 'jobs')(standing)]);
    return { slug, send: (sending) => org.apply(id, sending) };
  },
  async generate_report(org) {
    const slug = await org.live({ budget: 40 });
    return { slug, send: (sending) => org.send('POST', `/organizations/${org.slug}/reports/weekly`, {}, sending) };
  },
  async generate_strategy(org) {
    const slug = await org.live({ budget: 40 });
    return { slug, send: (sending) => org.send('POST', `/organizations/${org.slug}/strategy`, {}, sending) };
  },
  async undo_action(org) {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 44 });
    return { slug, send: (sending) => org.undo(action_id, sending) };
  },
};

/** An edit of a draft, which a person makes in the dashboard. */
async function inDashboard(
  org: Organization,
  method: string,
  partOf: (ad: string) => string,
  body: object,
): Promise<Sample> {
  const slug = await org.draft();
  const campaign = `/organizations/${org.slug}/campaigns/${slug}`;
  const { cookie } = org.people.admin;
  const parts = await org.send('GET', `${campaign}/parts`, undefined, { cookie });
  const [ad] = z.object({ ads: z.array(z.object({ id: z.int() })) }).parse(parts.json).ads;
  const path = `${campaign}/${partOf(`ads/${ad?.id}`)}`;
  return {
    slug,
    send: (sending) => org.send(method, path, { ...body, dry_run: false }, { cookie, ...sending }),
    preview: (sending) => org.send(method, path, body, { cookie, ...sending }),
  };
}

/** What keeps something and changes no campaign: never held, free, and harmless to send again. */
const CHANGES_NO_CAMPAIGN = ['run_detector'];

/** Every write of the catalogue that a rule holds for, by name. */
export function writesThat(hold: (operation: Operation) => boolean): string[] {
  return operations
    .filter(({ kind, name }) => kind !== 'read' && !CHANGES_NO_CAMPAIGN.includes(name))
    .filter(hold)
    .map(({ name }) => name);
}

/** Every guarded write that only people make, in the dashboard, by name. */
export function dashboardWrites(): string[] {
  return dashboardOperations.filter((operation) => stepKindsOf(operation).length > 0).map(({ name }) => name);
}

/** The status of a write that is executed. */
export function statusOf(name: string): number | undefined {
  return [...operations, ...dashboardOperations].find((operation) => operation.name === name)?.status;
}

/** Every write that is made of steps of its own, by name: what it does can be undone. */
export function undoableWrites(): string[] {
  return writesThat((operation) => stepKindsOf(operation).length > 0);
}

/** Arranges a call of the guarded write of that name; one that nobody wrote a sample of fails here. */
export function arrange(name: string, org: Organization): Promise<Sample> {
  const sample = SAMPLES[name];
  if (!sample) throw new Error(`the guarded write ${name} has no sample: add one to ${import.meta.filename}`);
  return sample(org);
}
