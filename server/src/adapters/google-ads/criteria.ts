import type {
  Added,
  AddedNegatives,
  Changed,
  ItemRefusal,
  KeywordBid,
  KeywordSpec,
  KeywordStatus,
  KeywordText,
  PlatformWrite,
  Removed,
  Together,
} from '../../ports/ad-platform.ts';
import type { GoogleAdsClient, MutateOutcome } from './client.ts';
import { microsOf } from './micros.ts';
import { createAdNegative, createKeyword, createNegative, statusName, wrote } from './operations.ts';
import { placesGone, withIntended } from './platform-error.ts';
import { idOf, localName, resourceName } from './resource-names.ts';
import type { MutateOperation } from './wire.gen.ts';

/** How keywords are changed, and what that writes. */
interface Update {
  written: (id: string) => PlatformWrite;
  operation: (id: string) => MutateOperation;
  allOrNothing?: boolean | undefined;
  found: readonly string[];
}

/** A removal is sent again without what is gone already; Google names all of that at once, or some of it. */
const MOST_SENT = 5;

/**
 * Writes keywords and negative keywords, each for itself unless told otherwise: one declined does not hold up the others.
 * Removals are always made as a whole.
 */
export class Criteria {
  readonly #client: GoogleAdsClient;
  readonly #customerId: string;

  constructor(client: GoogleAdsClient, customerId: string) {
    this.#client = client;
    this.#customerId = customerId;
  }

  async addNegatives(
    campaignId: string,
    keywords: readonly (KeywordText & { adId?: string | null })[],
    { allOrNothing = false, found = [] }: Together,
  ): Promise<AddedNegatives> {
    const campaign = resourceName(this.#customerId, 'campaigns', campaignId);
    const operation = ({ adId, ...keyword }: KeywordText & { adId?: string | null }) =>
      adId == null
        ? createNegative(campaign, keyword)
        : createAdNegative(resourceName(this.#customerId, 'adGroups', adId), keyword);
    const added = await this.#add(keywords, operation, localName, allOrNothing);
    const known = found.map((id) => this.#negative(id));
    return {
      refused: added.refused,
      added: added.added.map(({ text, matchType, id, adId = null }) => ({ text, matchType, id, adId })),
      wrote: [...wrote('create', known), ...added.wrote],
    };
  }

  async addKeywords(
    keywords: readonly (KeywordSpec & { adId: string })[],
    { allOrNothing = false, found = [] }: Together,
  ): Promise<Added> {
    const operation = ({ adId, ...keyword }: KeywordSpec & { adId: string }) =>
      createKeyword(resourceName(this.#customerId, 'adGroups', adId), keyword);
    const added = await this.#add(keywords, operation, idOf, allOrNothing);
    const known = found.map((id) => this.#keyword(id));
    return {
      refused: added.refused,
      added: added.added.map(({ text, matchType, id, adId }) => ({ text, matchType, id, adId })),
      wrote: [...wrote('create', known), ...added.wrote],
    };
  }

  removeNegatives(ids: readonly string[], { found = [] }: Together): Promise<Removed> {
    return this.#remove(
      ids,
      found,
      (id) => this.#negative(id),
      (remove, id) =>
        id.startsWith('adGroupCriteria/')
          ? { adGroupCriterionOperation: { remove } }
          : { campaignCriterionOperation: { remove } },
    );
  }

  removeKeywords(ids: readonly string[], { found = [] }: Together): Promise<Removed> {
    return this.#remove(
      ids,
      found,
      (id) => this.#keyword(id),
      (remove) => ({ adGroupCriterionOperation: { remove } }),
    );
  }

  setStatus(ids: readonly string[], status: KeywordStatus, { allOrNothing, found = [] }: Together): Promise<Changed> {
    const value = statusName(status);
    const written = (id: string) => this.#updated(id, 'status', value);
    const operation = (id: string) => ({
      adGroupCriterionOperation: { update: { resourceName: this.#keyword(id), status: value }, updateMask: 'status' },
    });
    return this.#update(ids, { written, operation, allOrNothing, found });
  }

  setBids(bids: readonly KeywordBid[], { allOrNothing, found = [] }: Together<KeywordBid>): Promise<Changed> {
    const amounts = new Map([...bids, ...found].map(({ id, cpcBid }) => [id, cpcBid && microsOf(cpcBid)]));
    const value = (id: string) => amounts.get(id) ?? null;
    const written = (id: string) => this.#updated(id, 'cpcBidMicros', value(id));
    const operation = (id: string) => {
      const cpcBidMicros = value(id);
      const update = { resourceName: this.#keyword(id), ...(cpcBidMicros !== null && { cpcBidMicros }) };
      return { adGroupCriterionOperation: { update, updateMask: 'cpc_bid_micros' } };
    };
    const ids = bids.map(({ id }) => id);
    return this.#update(ids, { written, operation, allOrNothing, found: found.map(({ id }) => id) });
  }

  #updated(id: string, field: string, value: string | null): PlatformWrite {
    return { resource: this.#keyword(id), operation: 'update', field, value };
  }

  #keyword(id: string): string {
    return resourceName(this.#customerId, 'adGroupCriteria', id);
  }

  #negative(id: string): string {
    const [collection, criterion = ''] = id.split('/');
    const known = collection === 'adGroupCriteria' ? collection : 'campaignCriteria';
    return resourceName(this.#customerId, known, criterion);
  }

  async #add<Item extends KeywordText>(
    items: readonly Item[],
    operation: (item: Item) => MutateOperation,
    id: (resource: string) => string,
    allOrNothing = false,
  ): Promise<Omit<Added, 'added'> & { added: (Item & { id: string })[] }> {
    const outcome = await this.#mutate(items.map(operation), !allOrNothing);
    const added: (Item & { id: string })[] = [];
    const refused: Added['refused'] = [];
    for (const [place, item] of items.entries()) {
      const { text, matchType } = item;
      const resource = outcome.resources[place] ?? null;
      if (resource !== null) added.push({ ...item, id: id(resource) });
      else refused.push({ text, matchType, ...refusal(outcome, place) });
    }
    return { added, refused, wrote: wrote('create', outcome.resources) };
  }

  /**
   * All of them, or none. What is gone already is accounted for too: an earlier try that was never answered may have
   * removed it. Google declines the whole because of it, and the rest is sent again.
   */
  async #remove(
    ids: readonly string[],
    found: readonly string[],
    resource: (id: string) => string,
    operation: (resource: string, id: string) => MutateOperation,
  ): Promise<Removed> {
    let left = ids;
    for (let sent = 1; left.length > 0; sent += 1) {
      const declined = await this.#declined(left.map((id) => operation(resource(id), id)));
      if (declined === undefined) break;
      const gone = placesGone(declined);
      if (gone.size === 0 || sent === MOST_SENT) throw declined;
      left = left.filter((_, place) => !gone.has(place));
    }
    return { changed: [...ids], wrote: wrote('remove', [...found, ...ids].map(resource)) };
  }

  /** Why Google takes nothing of these; undefined where it took them all. */
  async #declined(operations: MutateOperation[]): Promise<unknown> {
    try {
      await this.#mutate(operations, false);
      return undefined;
    } catch (thrown) {
      return thrown;
    }
  }

  async #update(ids: readonly string[], { written, operation, allOrNothing = false, found }: Update): Promise<Changed> {
    const outcome = await this.#mutate(ids.map(operation), !allOrNothing).catch((thrown: unknown) => {
      throw withIntended(thrown, ids.map(written));
    });
    const result: Changed = { changed: [], refused: [], wrote: found.map(written) };
    for (const [place, id] of ids.entries()) {
      if (outcome.resources[place] == null) result.refused.push({ id, ...refusal(outcome, place) });
      else {
        result.changed.push(id);
        result.wrote.push(written(id));
      }
    }
    return result;
  }

  async #mutate(operations: MutateOperation[], partialFailure = true): Promise<MutateOutcome> {
    if (operations.length === 0) return { resources: [], refusals: [] };
    return this.#client.mutate(this.#customerId, operations, { partialFailure });
  }
}

function refusal(outcome: MutateOutcome, place: number): ItemRefusal {
  const error =
    outcome.refusals.find((candidate) => candidate.operation === place) ??
    outcome.refusals.find((candidate) => candidate.operation === null);
  if (error === undefined) return { code: 'unknown', message: 'Google Ads declined this without a reason.' };
  return { code: `${error.family}.${error.code}`, message: error.message };
}
