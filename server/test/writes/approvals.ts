import assert from 'node:assert/strict';
import { z } from 'zod';
import type { HttpAnswer } from '../harness/client.ts';
import { refused } from './answers.ts';
import { bodyOf, type Organization } from './organization.ts';
import type { OrganizationOptions, Writes } from './world.ts';

/** The id of a change that must have been held. */
export function held(answer: HttpAnswer): string {
  refused(answer, 'approval_required');
  const id = String(answer.error.queued_recommendation_id);
  assert.match(id, /^qw_/);
  return id;
}

/** What has become of a queued write. */
export async function statusOf(org: Organization, id: string): Promise<unknown> {
  return bodyOf(await org.queued(id)).status;
}

/** The queue as the dashboard shows it. */
export async function listed(org: Organization, query: string): Promise<string[]> {
  const path = `/organizations/${org.slug}/queued-writes${query}`;
  const answer = await org.send('GET', path, undefined, { cookie: org.people.owner.cookie });
  const { queued_writes } = z.object({ queued_writes: z.array(z.looseObject({ id: z.string() })) }).parse(answer.json);
  return queued_writes.map(({ id }) => id);
}

/** An organization with approvals, a draft in it, and an edit of its budget from 40 to 44 that waits. */
export async function waiting(writes: Writes, options: OrganizationOptions = {}) {
  const org = await writes.organization({ ...options, approvals: true });
  const slug = await org.draft({ budget: 40 });
  const id = held(await org.patch(slug, { budget: 44, dry_run: false }));
  return { org, slug, id };
}
