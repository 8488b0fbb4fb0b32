import assert from 'node:assert/strict';
import type { Organization } from '../organization.ts';
import type { Writes } from '../world.ts';
import type { Keyword, Organization as Model } from './organization-model.ts';
import { type PlatformBooks, rowsOf } from './truth.ts';

/** Where the truth about an organization is found. */
interface Truth {
  writes: Writes;
  books: PlatformBooks;
  org: Organization;
  accountId: string;
}

/** Holds the platform, our rows, the action log and the quota to the model; actions that have no id yet get theirs. */
export async function compare(model: Model, { writes, books, org, accountId }: Truth): Promise<void> {
  const [rows, there, log, used] = await Promise.all([
    rowsOf(writes.database, org.id),
    books.campaigns(accountId),
    org.log('?limit=100'),
    org.writesUsed(),
  ]);
  assert.deepEqual(rows, rowsExpected(model), 'our rows');
  assert.deepEqual(Object.fromEntries(there), platformExpected(model), 'the platform');
  for (const [index, action] of model.actions.entries()) {
    action.id ||= String(log.actions[model.actions.length - 1 - index]?.id);
  }
  const entries = log.actions.map(({ id, op, campaign, undone, status }) => ({ id, op, campaign, undone, status }));
  assert.deepEqual(entries.toReversed(), logExpected(model), 'the action log');
  assert.equal(used, model.used, 'the quota');
}

function rowsExpected({ campaigns }: Model) {
  return campaigns.map(({ slug, name, budget, target_cpa, state, negatives, keywords, there }) => {
    const below = { negatives: negatives.toSorted(), keywords: inWords(keywords) };
    return { slug, name, budget, target_cpa, state, linked: there !== null, busy: false, ...below };
  });
}

function platformExpected({ campaigns }: Model) {
  const known = campaigns.flatMap(({ there, negatives, keywords }) => {
    if (!there) return [];
    const { name, budget, target_cpa, running } = there;
    const below = { negatives: negatives.toSorted(), keywords: inWords(keywords) };
    return [[name, { name, budget, target_cpa, running, ...below }] as const];
  });
  return Object.fromEntries(known);
}

function logExpected({ actions, campaigns }: Model) {
  return actions.map(({ id, campaign, change, undone, executed }) => {
    const status = executed ? 'executed' : 'failed';
    const op = change.op === 'recommendation' ? change.logged : change.op;
    return { id, op, campaign: campaigns[campaign]?.slug, undone, status };
  });
}

function inWords(keywords: ReadonlyMap<string, Keyword>): string[] {
  return [...keywords].map(([words, { state, bid }]) => `${words}/${state}/${bid ?? ''}`).sort();
}
