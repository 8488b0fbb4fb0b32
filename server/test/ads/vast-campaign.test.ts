import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { findCampaign } from '../../src/campaigns/campaign.store.ts';
import { mustBlockNoLongerThan, type ServedProcess, serveInProcess } from '../harness/served-process.ts';
import { wholeSuite } from '../harness/service.ts';
import { fillVastCampaign, VAST_AD } from '../harness/vast-campaign.ts';
import { arrange, dashboardWrites } from '../writes/samples.ts';
import { startWorld, type Writes } from '../writes/world.ts';

/** Others wait no longer; reading all that such a campaign holds took several times as long. */
const LONGEST_BLOCK_MS = 25;
/** What edits the many places of a draft itself tells each of them. */
const LONGEST_OF_PLACES_MS = 60;
/** Of processor time: to say that a part is edited elsewhere nothing of it is read. */
const MOST_WORK_MS = 15;
/** People write so many at most for an ad. */
const VAST_DRAFT = { ...VAST_AD, keywords: 200, negatives: 200 };

const ROUNDS = 5;

const bring = statement<[organizationId: number, id: number], never>(
  `update campaign set platform_id = 'vast', state = 'paused' where organization_id = $1 and id = $2`,
);
const preview = z.looseObject({
  would_change: z.array(z.looseObject({ field: z.string() })),
  refused_because: z.string().nullable(),
});

describe('with thousands of keywords and places nobody else waits for the preview of', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let served: ServedProcess;

  before(async () => {
    writes = await startWorld(suite);
    served = await serveInProcess(suite, { databaseUrl: writes.databaseUrl });
  });

  /** A preview on a campaign that holds so much, as it is asked for time and again. */
  async function previewOf(name: string, { inPlatform }: { inPlatform: boolean }) {
    const org = await writes.organization();
    const { slug, preview: ask } = await arrange(name, org);
    const campaign = await findCampaign(org.tenancy, slug);
    assert.ok(campaign && ask);
    await fillVastCampaign(writes.database, org.id, campaign.id, inPlatform ? VAST_AD : VAST_DRAFT);
    if (inPlatform) await writes.database.execute(bring, org.id, campaign.id);
    return async () => {
      const answer = await ask({ via: served });
      assert.equal(answer.status, 200, answer.text);
      return preview.parse(answer.json);
    };
  }

  for (const name of dashboardWrites()) {
    test(`${name} of a campaign in the ad platform`, async (t) => {
      const asked = await previewOf(name, { inPlatform: true });
      const told = await asked();
      await mustBlockNoLongerThan(LONGEST_BLOCK_MS, served, `a preview of ${name}`, asked);
      if (name === 'remove_ad') return assert.equal(told.refused_because, null);
      assert.deepEqual(told.would_change, []);
      assert.match(String(told.refused_because), /edit this part of it there/);
      const begun = await served.processorTime();
      for (let round = 0; round < ROUNDS; round += 1) await asked();
      const each = ((await served.processorTime()) - begun) / ROUNDS;
      t.diagnostic(`${each.toFixed(1)} ms`);
      assert.ok(each <= MOST_WORK_MS, `${each} ms of processor time`);
    });

    test(`${name} of a draft`, async () => {
      const asked = await previewOf(name, { inPlatform: false });
      assert.ok((await asked()).would_change.length > 0);
      const longest = name === 'set_locations' ? LONGEST_OF_PLACES_MS : LONGEST_BLOCK_MS;
      await mustBlockNoLongerThan(longest, served, `a preview of ${name}`, asked);
    });
  }
});
