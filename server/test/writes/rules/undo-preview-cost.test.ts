import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../../src/campaigns/campaign-parts.store.ts';
import { findAction } from '../../../src/writes/actions/action.store.ts';
import { decidedHere } from '../../../src/writes/actions/decided-here.store.ts';
import { databaseMs } from '../../harness/processor-time.ts';
import { mustBlockNoLongerThan, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../organization.ts';
import { startWorld } from '../world.ts';

const LONGEST_BLOCK_MS = 50;
const EDITS = 60;
const KEYWORDS = 200;
const LETTER = 'Ж';
const PREVIEWS = 20;
const TERMS = 100;
const LATER = 300;
/** What is later than what was counted, the database takes for very little. */
const COUNT = [statement<[], never>('analyze action'), statement<[], never>('analyze decided_here')];

describe('an undo after many large edits', () => {
  const suite = wholeSuite();

  test('costs no more than one right after it, and holds up nobody', async () => {
    const world = await startWorld(suite);
    const org = await world.organization();
    const served = await serveInProcess(suite, { databaseUrl: world.databaseUrl });
    const slug = await org.draft();
    const { action_id } = await org.edited(slug, { name: 'Another name' });
    const preview = async () => {
      const sending = { cookie: org.people.admin.cookie, via: served };
      const answer = await org.send('GET', `/actions/${action_id}/undo`, undefined, sending);
      assert.equal(answer.status, 200, answer.text);
    };
    const cost = async () => {
      await preview();
      await served.processorTime();
      for (let n = 0; n < PREVIEWS; n += 1) await preview();
      return served.processorTime();
    };
    const before = await cost();
    await editMuch(org, slug);
    const after = await cost();
    assert.ok(
      after < 3 * before,
      `${PREVIEWS} previews took ${before} ms before the edits, and ${after} ms after them`,
    );
    await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, 'a preview', preview);
  });

  test('has the database look at no later action that decided on other things, counted by it or not', async () => {
    const world = await startWorld(suite);
    const org = await world.organization();
    const slug = await org.draft();
    const terms = Array.from({ length: TERMS }, (_, n) => `term ${n}`);
    const { action_id } = await org.negativesAdded(slug, terms);
    for (const one of COUNT) await world.database.execute(one);
    const action = await findAction(org.tenancy, String(action_id));
    assert.ok(action);
    const things = terms.map((term) => `negative keyword ${term}`);
    const cost = () => databaseMs(world.database, () => decidedHere(org.tenancy, things, action));
    await cost();
    const before = await cost();
    for (let edit = 0; edit < LATER; edit += 1) await org.edited(slug, { name: `Named ${edit}` });
    const after = await cost();
    assert.ok(after < 5 * before + 5, `${before} ms before the later actions, and ${after} ms after them`);
  });
});

/** Gives an ad all keywords anew, time and again. */
async function editMuch(org: Organization, slug: string): Promise<void> {
  const campaignId = (await findCampaign(org.tenancy, slug))?.id ?? 0;
  const { ads } = await campaignParts(org.tenancy, campaignId);
  const path = `/organizations/${org.slug}/campaigns/${slug}/ads/${ads[0]?.id}/keywords`;
  for (let edit = 0; edit < EDITS; edit += 1) {
    const keywords = Array.from({ length: KEYWORDS }, (_, n) => ({
      text: `${LETTER.repeat(70)}${edit % 2} ${n}`,
      match_type: 'exact',
    }));
    const answer = await org.send('PUT', path, { keywords, dry_run: false }, { cookie: org.people.admin.cookie });
    assert.equal(answer.status, 200, answer.text);
  }
}
