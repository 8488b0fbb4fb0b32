import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { DETECTORS } from '../../src/detection/detectors.ts';
import { type DetectionWorld, detectionWorld, each } from '../detection/world.ts';
import { LongestBlock, threadMs } from '../harness/longest-block.ts';
import { wholeSuite } from '../harness/service.ts';
import { fillVastCampaign, VAST } from '../harness/vast-campaign.ts';

/** Of processor time: whoever else asks something meanwhile waits no longer. Collecting garbage is part of it. */
const LONGEST_BLOCK_MS = 100;
/** Reading all ads for a name took several times as much. */
const MOST_WORK_FOR_A_NAME_MS = 60;
/** All of it would be fifteen times as much, for everybody to wait for. */
const MOST_BYTES_OF_PARTS = 700_000;
/** How much is shown of what a campaign has in the ad platform. */
const SHOWN = { ads: 300, keywords: 1_000, negatives: 2_000, locations: 300 };

const parts = z.looseObject({
  ads: z.array(
    z.looseObject({
      name: z.string(),
      headlines: z.array(z.string()),
      keywords: z.array(z.unknown()),
      keywords_count: z.int(),
      negative_keywords: z.array(z.unknown()),
    }),
  ),
  ads_count: z.int(),
  negative_keywords: z.array(z.unknown()),
  negative_keywords_count: z.int(),
  locations: z.array(z.unknown()),
  locations_count: z.int(),
  excluded_locations: z.array(z.unknown()),
  excluded_locations_count: z.int(),
});

describe('with a campaign of 10,000 ads and 60,000 keywords nobody else waits:', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;

  before(async () => {
    world = await detectionWorld(suite);
    const { id } = await world.campaign('vast');
    await world.days(id, each(90, 0, { clicks: 100, cost: 120, conversions: 3 }));
    await fillVastCampaign(world.database, world.harbor.id, id);
    await world.rebuild();
  });

  /** The text of an answer, of which nothing is looked at while others might wait; the first calls only warm up. */
  const asked = async (path: string, init: RequestInit, status = 200) => {
    let [text, worked] = ['', 0];
    for (const measured of [false, false, true]) {
      const begun = threadMs();
      const block = new LongestBlock();
      const answer = await fetch(`${world.service.base}${path}`, init);
      const body = await answer.arrayBuffer();
      const longest = Math.round(block.end());
      worked = threadMs() - begun;
      text = Buffer.from(body).toString();
      assert.equal(answer.status, status, text.slice(0, 300));
      if (measured) assert.ok(longest <= LONGEST_BLOCK_MS, `${path} held others up for ${longest} ms`);
    }
    return { text, worked };
  };
  const sent = (body: unknown) => ({
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const ofCampaign = (base: string, path: string) => `${base}/organizations/${world.harbor.slug}/campaigns/vast${path}`;

  test('its latest ads are shown, with how many there are, in an answer that no campaign makes larger', async () => {
    const { cookie } = world.service.world.people.owner;
    const { text } = await asked(ofCampaign('/dashboard/v1', '/parts'), { headers: { cookie } });
    assert.ok(text.length <= MOST_BYTES_OF_PARTS, `${text.length} bytes`);
    const { ads, ...shown } = parts.parse(JSON.parse(text));
    assert.deepEqual([ads.length, shown.ads_count], [SHOWN.ads, VAST.ads]);
    assert.deepEqual([ads[0]?.name, ads.at(-1)?.name], [`Ad ${VAST.ads - SHOWN.ads + 1}`, `Ad ${VAST.ads}`]);
    assert.equal(ads.at(-1)?.headlines.length, 15);
    assert.deepEqual([...new Set(ads.map(({ keywords_count }) => keywords_count))], [VAST.keywords / VAST.ads]);
    assert.equal(sum(ads.map(({ keywords }) => keywords.length)), SHOWN.keywords);
    const onAds = sum(ads.map(({ negative_keywords }) => negative_keywords.length));
    assert.equal(onAds + shown.negative_keywords.length, SHOWN.negatives);
    assert.equal(shown.negative_keywords_count, VAST.negatives);
    assert.deepEqual([shown.locations.length, shown.locations_count], [SHOWN.locations, VAST.locations]);
    assert.deepEqual(
      [shown.excluded_locations.length, shown.excluded_locations_count],
      [SHOWN.locations, VAST.excluded],
    );
  });

  test('an ad is asked for under a name that is taken', async () => {
    const body = { url: 'https://acme.example/new', name: 'aD 77' };
    const { text, worked } = await asked(ofCampaign('/v1', '/ads'), sent(body), 422);
    assert.match(text, /is the name of another ad/);
    assert.ok(worked < MOST_WORK_FOR_A_NAME_MS, `${worked} ms of processor time`);
  });

  for (const { name } of DETECTORS) {
    test(`it is looked through by ${name}`, async () => {
      const { text } = await asked(ofCampaign('/v1', '/detect'), sent({ detector: name }));
      assert.equal(JSON.parse(text).detector, name);
    });
  }
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
