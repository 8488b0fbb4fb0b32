import assert from 'node:assert/strict';
import { bodyOf, type Organization } from './organization.ts';

/** A key as the dashboard answers it when it is made. */
export interface MadeKey {
  id: string;
  key: string;
  lastFour: string;
}

/** An Owner replaces a key. */
export async function rotated(org: Organization, { id }: Pick<MadeKey, 'id'>): Promise<MadeKey> {
  const made = bodyOf(await asOwner(org, 'POST', `api-keys/${id}/rotate`, 201));
  return { id: String(made.id), key: String(made.key), lastFour: String(made.last_four) };
}

/** An Owner ends a key. */
export async function revoked(org: Organization, { id }: Pick<MadeKey, 'id'>): Promise<undefined> {
  await asOwner(org, 'POST', `api-keys/${id}/revoke`, 200);
  return undefined;
}

/** The Owner of an organization asks for something there, and must get it. */
export async function asOwner(org: Organization, method: string, path: string, status: number, body?: object) {
  const answer = await org.send(method, `/organizations/${org.slug}/${path}`, body, {
    cookie: org.people.owner.cookie,
  });
  assert.equal(answer.status, status, answer.text);
  return answer;
}
