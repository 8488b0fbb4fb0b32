import type { AccountInfo, AdAccount, PlatformCampaign, Written } from '../../ports/ad-platform.ts';
import { accountInfo } from './account-info.ts';
import { currentSettings, updateCampaign } from './campaign-update.ts';
import type { ChangeContext } from './changes.ts';
import { changedSince, changeEvents } from './changes.ts';
import type { GoogleAdsClient } from './client.ts';
import { Criteria } from './criteria.ts';
import { campaignDays, keywordDays, searchTermDays } from './days.ts';
import { Gaql, gaql } from './gaql.ts';
import { keywordIdeas, suggestLocations } from './ideas.ts';
import { addAd, launch, writtenWith } from './launch.ts';
import { wrote } from './operations.ts';
import { isGone, platformError, withIntended } from './platform-error.ts';
import type { PlatformTime } from './platform-time.ts';
import { checkedId, resourceName } from './resource-names.ts';
import { EXISTING, readStructure } from './structure.ts';

/** Queries stay short enough to be sent, however many campaigns are asked for. */
const CAMPAIGNS_PER_QUERY = 500;

/** One Google Ads account behind the port. */
export function googleAdsAccount(client: GoogleAdsClient, customerId: string, time: PlatformTime): AdAccount {
  const criteria = new Criteria(client, customerId);
  /** The latest answer; what else is read through this object needs no newer one. */
  let known: Promise<AccountInfo> | undefined;
  const info = () => {
    const asked = accountInfo(client, customerId, time);
    known = asked;
    asked.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked;
  };
  const knownInfo = () => known ?? info();
  const changes = async (): Promise<ChangeContext> => ({
    client,
    customerId,
    timeZone: (await knownInfo()).timeZone,
    time,
  });
  const first = async (which: Gaql) => (await readStructure(client, customerId, which, client.room()))[0] ?? null;
  return {
    info: () => reading(info),
    structure: ({ campaignIds } = {}) =>
      reading(async () => {
        const account = await knownInfo();
        const campaigns: PlatformCampaign[] = [];
        const room = client.room();
        for (const which of selections(campaignIds)) {
          campaigns.push(...(await readStructure(client, customerId, which, room)));
        }
        return { account, campaigns };
      }),
    readCampaign: (id) => reading(() => first(existing([id]))),
    readSettings: (id) => reading(() => currentSettings(client, customerId, id)),
    findCampaign: (name) => reading(() => first(gaql`${EXISTING} AND campaign.name = ${name}`)),
    changedSince: (since) => reading(async () => changedSince(await changes(), since)),
    changeEvents: (of) => reading(async () => changeEvents(await changes(), of)),

    campaignDays: (from, to) => streaming(campaignDays(client, customerId, from, to)),
    keywordDays: (from, to) => streaming(keywordDays(client, customerId, from, to)),
    searchTermDays: (from, to) => streaming(searchTermDays(client, customerId, from, to)),

    launch: (spec) => writing(() => launch(client, customerId, spec)),
    updateCampaign: (id, change, { expected = {} } = {}) => {
      const through = change.status === 'paused' ? client.stopping() : client;
      return writing(() => updateCampaign(through, customerId, id, change, expected));
    },
    addAd: (campaignId, ad) => writing(() => addAd(client, customerId, campaignId, ad)),
    writtenWith: (ad) => reading(() => writtenWith(client, customerId, ad)),
    removeAd: (adId) => writing(() => removeAd(client, customerId, adId)),
    writtenByRemoving: (adId) => removalOf(customerId, adId),
    addNegatives: (campaignId, keywords, options = {}) =>
      writing(() => criteria.addNegatives(campaignId, keywords, options)),
    removeNegatives: (ids, options = {}) => writing(() => criteria.removeNegatives(ids, options)),
    addKeywords: (keywords, options = {}) => writing(() => criteria.addKeywords(keywords, options)),
    removeKeywords: (ids, options = {}) => writing(() => criteria.removeKeywords(ids, options)),
    setKeywordStatus: (ids, status, options = {}) => writing(() => criteria.setStatus(ids, status, options)),
    setKeywordBids: (bids, options = {}) => writing(() => criteria.setBids(bids, options)),

    keywordIdeas: (request) => reading(() => keywordIdeas(client, customerId, request)),
    suggestLocations: (names, { countryCode } = {}) => reading(() => suggestLocations(client, names, countryCode)),
  };
}

async function removeAd(client: GoogleAdsClient, customerId: string, adId: string): Promise<Written> {
  const remove = resourceName(customerId, 'adGroups', adId);
  const removed = removalOf(customerId, adId);
  try {
    await client.mutate(customerId, [{ adGroupOperation: { remove } }], { partialFailure: false });
  } catch (thrown) {
    if (!isGone(thrown)) throw withIntended(thrown, removed.wrote);
  }
  return removed;
}

function removalOf(customerId: string, adId: string): Written {
  return { wrote: wrote('remove', [resourceName(customerId, 'adGroups', adId)]) };
}

function selections(campaignIds: readonly string[] | undefined): Gaql[] {
  if (campaignIds === undefined) return [EXISTING];
  const slices: Gaql[] = [];
  for (let start = 0; start < campaignIds.length; start += CAMPAIGNS_PER_QUERY) {
    slices.push(existing(campaignIds.slice(start, start + CAMPAIGNS_PER_QUERY)));
  }
  return slices;
}

function existing(campaignIds: readonly string[]): Gaql {
  return gaql`${EXISTING} AND campaign.id IN (${new Gaql(campaignIds.map(checkedId).join(', '))})`;
}

/** Rows are read after they arrive: what is wrong with one is an error of the port like any other. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw platformError(thrown, 'read');
  }
}

async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw platformError(thrown, 'write');
  }
}

async function* streaming<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T[]> {
  try {
    yield* batches;
  } catch (thrown) {
    throw platformError(thrown, 'read');
  }
}
