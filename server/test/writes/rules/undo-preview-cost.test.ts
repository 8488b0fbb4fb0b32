import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../../src/campaigns/campaign-parts.store.ts';
import { findAction } from '../../../src/writes/actions/action.store.ts';
import { standingAmong } from '../../../src/writes/actions/later-action.store.ts';
import { READ_AT_ONCE } from '../../../src/writes/actions/later-decisions.ts';
import { laterVersions } from '../../../src/writes/actions/later-version.store.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../../harness/served-process.ts';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization } from '../organization.ts';
import { startWorld } from '../world.ts';

const LONGEST_BLOCK_MS = 50;
const EDITS = 60;
const KEYWORDS = 200;
const LETTER = 'Ж';
/** All of them together are four million. */
const MOST_AT_ONCE = 700_000;

describe('an undo after many large edits', () => {
  const suite = wholeSuite();
  let served: ServedProcess;
  let org: Organization;
  let action: string;
  let campaignId: number;

  before(async () => {
    const world = await startWorld(suite);
    org = await world.organization();
    served = await serveInProcess(suite, { databaseUrl: world.databaseUrl });
    const slug = await org.draft();
    action = String((await org.edited(slug, { name: 'Another name' })).action_id);
    campaignId = (await findCampaign(org.tenancy, slug))?.id ?? 0;
    await editMuch(org, slug, campaignId);
  });

  test('reads them a few at a time, however little the database keeps of their texts', async () => {
    const first = await findAction(org.tenancy, action);
    assert.ok(first);
    const later = [...(await laterVersions(org.tenancy, [campaignId], first)).keys()];
    assert.equal(later.length, EDITS);
    const some = await standingAmong(org.tenancy, later.slice(-READ_AT_ONCE));
    const bytes = Buffer.byteLength(JSON.stringify(some));
    assert.ok(some.length === READ_AT_ONCE && bytes <= MOST_AT_ONCE, `${bytes} bytes of ${some.length} edits`);
  });

  test('holds up nobody while it is previewed', async () => {
    const preview = async () => {
      const answer = await org.send('GET', `/actions/${action}/undo`, undefined, {
        cookie: org.people.admin.cookie,
        via: served,
      });
      assert.equal(answer.status, 200, answer.text);
    };
    await preview();
    await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, 'a preview', preview);
  });
});

/** Gives an ad all keywords anew, time and again. */
async function editMuch(org: Organization, slug: string, campaignId: number): Promise<void> {
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
