import assert from 'node:assert/strict';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import type { HttpAnswer } from '../harness/client.ts';
import type { Kind } from './kinds-of-change.ts';
import type { Organization } from './organization.ts';
import type { Writes } from './world.ts';

/** A campaign of which a change is about to be asked for, and how it stands. */
export interface Before {
  org: Organization;
  slug: string;
  /** What came before the change. */
  first: unknown;
  standing: Standing;
}

/** What a change would leave marks in. */
interface Standing {
  quota: number;
  /** The campaign as the platform has it. */
  there: string;
  state: unknown;
  pending: string | null | undefined;
}

/** An organization with a campaign of which such a change can be asked for. */
export async function ready(writes: Writes, kind: Kind): Promise<Before> {
  const org = await writes.organization();
  const slug = await (kind.ofDraft ? org.draft({ budget: 40 }) : org.live({ budget: 40 }));
  const first = await kind.first?.(org, slug);
  await org.quiet();
  return { org, slug, first, standing: await standingOf(writes, org, slug) };
}

/** Whether the platform has something else by now than before. */
export async function isSent(writes: Writes, { org, slug, standing }: Before): Promise<boolean> {
  return (await standingOf(writes, org, slug)).there !== standing.there;
}

/** The change was not sent because approvals came on: its caller and the log say so, and nothing else has changed. */
export async function mustBeUnsent(writes: Writes, before: Before, answer: HttpAnswer): Promise<void> {
  const { org, slug, standing } = before;
  assert.deepEqual(await standingOf(writes, org, slug), standing, answer.text);
  const [action] = (await org.log()).actions;
  assert.match(String(action?.ending), /^not (done|undone): Approvals were turned on before it was sent/);
  if (answer.status === 200) {
    const { task_tracking_id } = Object(answer.json);
    const task = await org.settled(Number(task_tracking_id));
    assert.equal(task.status, 'failed');
    assert.match(String(task.error?.message), /Approvals were turned on/);
  } else assert.match(String(answer.error.message), /Ask for it again/);
}

async function standingOf(writes: Writes, org: Organization, slug: string): Promise<Standing> {
  const campaign = await findCampaign(org.tenancy, slug);
  return {
    quota: await org.writesUsed(),
    there: JSON.stringify(await writes.platform.campaign(String((await org.campaign(slug)).name))),
    state: [campaign?.state, campaign?.state_before_error, campaign?.state_set_by],
    pending: campaign?.pending_action,
  };
}
