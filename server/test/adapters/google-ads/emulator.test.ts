import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  AdAccount,
  CampaignChange,
  CampaignUpdate,
  ChangeEvent,
  LaunchedCampaign,
  PlatformWrite,
  Written,
} from '../../../src/ports/ad-platform.ts';
import type { Connected } from './connected.ts';
import { CUSTOMER, connected, failure, LOGIN, SPEC } from './connected.ts';

const DAY_MS = 86_400_000;

let world: Connected;
let account: AdAccount;
let launched: LaunchedCampaign;
let launchedAt: string;
/** Everything we wrote, as the server keeps it. */
const ledger: PlatformWrite[] = [];

before(async () => {
  world = await connected();
  account = world.account;
});

after(() => world?.stop());

async function noted<T extends Written>(write: Promise<T>): Promise<T> {
  const result = await write;
  ledger.push(...result.wrote);
  return result;
}

async function update(change: CampaignChange, expected: CampaignChange = {}): Promise<CampaignUpdate> {
  const result = await account.updateCampaign(launched.campaignId, change, { expected });
  if (result.applied) ledger.push(...result.wrote);
  return result;
}

function day(offset: number): string {
  return new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
}

test('a person connects a login and its accounts can be chosen from', async () => {
  const { grant, platform } = world;
  assert.equal(grant.email, LOGIN);
  assert.ok(grant.grantedScopes.includes('https://www.googleapis.com/auth/adwords'));
  const choices = await platform.accounts(grant.refreshToken);
  assert.deepEqual(choices.map(({ customerId }) => customerId).sort(), ['1000000001', '1000000002']);
});

test('the structure holds campaigns, ads, keywords and what is around them', async () => {
  const { account: info, campaigns } = await account.structure();
  assert.equal(info.customerId, CUSTOMER);
  assert.ok(campaigns.length > 0);
  for (const campaign of campaigns) {
    assert.match(campaign.budget, /^\d+\.\d{2}$/);
    assert.ok(campaign.ads.length > 0, campaign.name);
    for (const ad of campaign.ads) assert.ok(ad.keywords.length > 0 && ad.headlines.length >= 3, ad.name);
  }
  const [first] = campaigns;
  assert.ok(first);
  assert.deepEqual(await account.readCampaign(first.id), first);
});

test('daily figures reconcile between campaigns and keywords', async () => {
  const total = async (days: AsyncIterable<{ costMicros: number; clicks: number }[]>) => {
    const sum = { rows: 0, cost: 0, clicks: 0 };
    for await (const batch of days) {
      for (const row of batch) {
        sum.rows += 1;
        sum.cost += row.costMicros;
        sum.clicks += row.clicks;
      }
    }
    return sum;
  };
  const [from, to] = [day(-31), day(-3)];
  const campaigns = await total(account.campaignDays(from, to));
  const keywords = await total(account.keywordDays(from, to));
  const terms = await total(account.searchTermDays(from, to));
  assert.ok(campaigns.rows > 0 && keywords.rows > campaigns.rows && terms.rows > 0);
  assert.deepEqual([keywords.cost, keywords.clicks], [campaigns.cost, campaigns.clicks]);
  assert.ok(terms.cost <= campaigns.cost && terms.cost > 0);
});

test('a launch creates everything at once and can be read back', async () => {
  launchedAt = new Date(Date.now() - 1000).toISOString();
  launched = await noted(account.launch(SPEC));
  const campaign = await account.findCampaign(SPEC.name);
  assert.ok(campaign);
  assert.equal(campaign.id, launched.campaignId);
  assert.equal(campaign.budgetId, launched.budgetId);
  assert.deepEqual([campaign.name, campaign.budget, campaign.targetCpa], [SPEC.name, '40.00', '35.50']);
  assert.deepEqual([campaign.status, campaign.biddingStrategy], ['enabled', 'maximize_conversions']);
  assert.deepEqual(
    campaign.locations.map(({ id, excluded }) => [id, excluded]),
    [
      ['2840', false],
      ['21176', true],
    ],
  );
  assert.deepEqual(
    campaign.proximities.map(({ latitude, radius, unit }) => [latitude, radius, unit]),
    [[40.7128, 10, 'miles']],
  );
  assert.deepEqual(campaign.languages, ['1000']);
  assert.deepEqual(campaign.negatives, [{ id: launched.negativeIds[0], text: 'jobs', matchType: 'phrase' }]);
  assert.deepEqual(
    campaign.sitelinks.map(({ id: _id, ...sitelink }) => sitelink),
    SPEC.sitelinks,
  );
  assert.deepEqual(
    campaign.callouts.map(({ text }) => text),
    SPEC.callouts,
  );
  const [ad] = campaign.ads;
  const [spec] = SPEC.ads;
  assert.ok(ad && spec);
  assert.deepEqual(
    [ad.headlines, ad.descriptions, ad.path1, ad.path2],
    [spec.headlines, spec.descriptions, 'crm', null],
  );
  assert.equal(ad.finalUrl, spec.finalUrl);
  const keywords = new Map(ad.keywords.map((keyword) => [keyword.id, keyword]));
  assert.deepEqual(
    launched.ads[0]?.keywordIds.map((id) => [
      keywords.get(id)?.text,
      keywords.get(id)?.matchType,
      keywords.get(id)?.status,
    ]),
    [
      ['crm software', 'broad', 'enabled'],
      ['small business crm', 'phrase', 'paused'],
      ['sales crm', 'exact', 'enabled'],
    ],
  );
  assert.deepEqual(ad.negatives, [{ id: launched.ads[0]?.negativeIds[0], text: 'salary', matchType: 'exact' }]);
});

test('a launch that Google declines leaves nothing behind', async () => {
  const [ad] = SPEC.ads;
  assert.ok(ad);
  const bad = { ...SPEC, name: 'Too long', ads: [{ ...ad, headlines: ['x'.repeat(31), 'b', 'c'] }] };
  const error = await failure(account.launch(bad));
  assert.deepEqual([error.reason, error.retryable], ['google_ads_refused', false]);
  assert.equal(await account.findCampaign('Too long'), null);
  assert.equal((await failure(account.launch(SPEC))).codes.includes('campaignError.DUPLICATE_CAMPAIGN_NAME'), true);
});

test('an update changes only the fields sent, and nothing when the platform moved on', async () => {
  const id = launched.campaignId;
  const done = await update({
    name: 'Renamed',
    budget: '50',
    targetCpa: '28.25',
    status: 'paused',
  });
  assert.ok(done.applied);
  assert.equal(done.wrote.length, 4);
  const { name, budget, targetCpa, status } = done.campaign;
  assert.deepEqual([name, budget, targetCpa, status], ['Renamed', '50.00', '28.25', 'paused']);
  const again = await update({ budget: '50.00' });
  // What is there already is accounted for as ours, though nothing is sent.
  assert.deepEqual(again.applied && again.wrote.map(({ field }) => field), ['amountMicros']);
  const stale = await update({ budget: '60' }, { budget: '40' });
  assert.deepEqual([stale.applied, stale.campaign.budget], [false, '50.00']);
  const cleared = await update({ targetCpa: null });
  assert.equal(cleared.campaign.targetCpa, null);
  const settings = await account.readSettings(id);
  assert.deepEqual([settings?.name, settings?.budget], ['Renamed', '50.00']);
});

test('negatives are added each for itself, and the declined are named with the reason', async () => {
  const result = await noted(
    account.addNegatives(launched.campaignId, [
      { text: 'free', matchType: 'phrase' },
      { text: 'bad@term', matchType: 'phrase' },
      { text: 'a'.repeat(81), matchType: 'exact' },
      { text: "o'brien jobs", matchType: 'exact' },
    ]),
  );
  assert.deepEqual(
    result.added.map(({ text }) => text),
    ['free', "o'brien jobs"],
  );
  assert.deepEqual(
    result.refused.map(({ text }) => text),
    ['bad@term', 'a'.repeat(81)],
  );
  assert.match(result.refused[0]?.code ?? '', /\.\w+/);
  const ids = result.added.map(({ id }) => id);
  const read = await account.readCampaign(launched.campaignId);
  assert.ok(ids.every((id) => read?.negatives.some((negative) => negative.id === id)));
  assert.deepEqual((await noted(account.removeNegatives(ids))).changed, ids);
  assert.deepEqual((await account.removeNegatives(ids)).changed, ids, 'removing twice changes nothing');
  assert.equal((await account.readCampaign(launched.campaignId))?.negatives.length, 1);
});

test('a removal is made as a whole, also where some of it is gone already', async () => {
  const negatives = async () => (await account.readCampaign(launched.campaignId))?.negatives.length;
  const before = await negatives();
  const texts = ['cheap', 'used', 'broken'].map((text) => ({ text, matchType: 'phrase' as const }));
  const ids = (await noted(account.addNegatives(launched.campaignId, texts))).added.map(({ id }) => id);
  await noted(account.removeNegatives(ids.slice(0, 1)));
  assert.deepEqual((await noted(account.removeNegatives(ids))).changed, ids);
  assert.equal(await negatives(), before);
});

test('keywords are added, paused, given a bid and removed; ads are added and removed', async () => {
  const adId = launched.ads[0]?.adId ?? '';
  const { added } = await noted(
    account.addKeywords([{ adId, text: 'crm for sales teams', matchType: 'exact', cpcBid: '1.20' }]),
  );
  const id = added[0]?.id ?? '';
  const keyword = async () => {
    const campaign = await account.readCampaign(launched.campaignId);
    return campaign?.ads.flatMap((ad) => ad.keywords).find((candidate) => candidate.id === id);
  };
  assert.deepEqual([(await keyword())?.cpcBid, (await keyword())?.status], ['1.20', 'enabled']);
  await noted(account.setKeywordStatus([id], 'paused'));
  await noted(account.setKeywordBids([{ id, cpcBid: '0.95' }]));
  assert.deepEqual([(await keyword())?.cpcBid, (await keyword())?.status], ['0.95', 'paused']);
  await noted(account.removeKeywords([id]));
  assert.equal(await keyword(), undefined);
  const [spec] = SPEC.ads;
  assert.ok(spec);
  const ad = await noted(account.addAd(launched.campaignId, { ...spec, name: 'Ad 2' }));
  assert.equal((await account.readCampaign(launched.campaignId))?.ads.length, 2);
  await noted(account.removeAd(ad.adId));
  assert.equal((await account.readCampaign(launched.campaignId))?.ads.length, 1);
});

test('changes made in the platform are told from our own writes', async () => {
  const { campaignId, budgetId } = launched;
  await update({ budget: '55', name: 'Renamed again' });
  const since = new Date(Date.now() - 1000).toISOString();
  await world.emulator.control('external-edit', {
    customer_id: CUSTOMER,
    campaign: 'Renamed again',
    field: 'budget',
    value: 61,
  });
  const events = await account.changeEvents({ campaignId, budgetId, since: launchedAt });
  assert.ok(events.length > 20);
  const foreign = events.filter((event) => !ledger.some((write) => isOwn(write, event)));
  assert.deepEqual(
    foreign.map(({ field, oldValue, newValue, clientType }) => [field, oldValue, newValue, clientType]),
    [['amountMicros', '55000000', '61000000', 'GOOGLE_ADS_WEB_CLIENT']],
  );
  const changed = await account.changedSince(since);
  assert.deepEqual([changed.campaignIds, changed.everything], [[campaignId], false]);
  assert.equal((await account.changedSince('2020-01-01T00:00:00Z')).everything, true);
});

function isOwn(write: PlatformWrite, event: ChangeEvent): boolean {
  const isSame = write.resource === event.resource && write.operation === event.operation;
  return isSame && write.field === event.field && write.value === event.newValue;
}

test('keyword ideas and places are found', async () => {
  const ideas = await account.keywordIdeas({
    url: 'https://acme.example',
    seeds: ['crm software'],
    locationIds: ['2840'],
  });
  assert.ok(ideas.length > 0 && ideas.every(({ text }) => text !== ''));
  const [place] = await account.suggestLocations(['New York'], { countryCode: 'US' });
  assert.match(place?.id ?? '', /^\d+$/);
});

test("every request and every answer conforms to Google's protos", () => {
  assert.ok(world.proxy.exchanged.length > 20);
  assert.deepEqual(world.proxy.violations(), []);
});

test('no token other than those that the token endpoint issued ever reaches the platform', () => {
  assert.deepEqual(world.proxy.foreignTokens(), []);
});
