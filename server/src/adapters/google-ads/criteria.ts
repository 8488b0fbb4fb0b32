import type {
  Added,
  Changed,
  ItemRefusal,
  KeywordSpec,
  KeywordStatus,
  KeywordText,
  PlatformWrite,
} from '../../ports/ad-platform.ts';
import type { GoogleAdsClient, MutateOutcome } from './client.ts';
import { MAX_OPERATIONS } from './client.ts';
import { microsOf } from './micros.ts';
import { createKeyword, createNegative, statusName, wrote } from './operations.ts';
import { idOf, localName, resourceName } from './resource-names.ts';
import type { MutateOperation } from './wire.gen.ts';

/** Codes that say a thing to be removed is gone already. */
const GONE = [
  'mutateError.RESOURCE_NOT_FOUND',
  'idError.NOT_FOUND',
  'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
];

/** Writes keywords and negative keywords, each for itself unless told otherwise: one declined does not hold up the others. */
export class Criteria {
  readonly #client: GoogleAdsClient;
  readonly #customerId: string;

  constructor(client: GoogleAdsClient, customerId: string) {
    this.#client = client;
    this.#customerId = customerId;
  }

  async addNegatives(
    campaignId: string,
    keywords: readonly KeywordText[],
    { allOrNothing = false, found = [] }: { allOrNothing?: boolean; found?: readonly string[] },
  ): Promise<Added> {
    const campaign = resourceName(this.#customerId, 'campaigns', campaignId);
    const added = await this.#add(keywords, (keyword) => createNegative(campaign, keyword), localName, allOrNothing);
    const known = found.map((id) => this.#negative(id));
    return { ...added, wrote: [...wrote('create', known), ...added.wrote] };
  }

  addKeywords(adId: string, keywords: readonly KeywordSpec[]): Promise<Added> {
    const adGroup = resourceName(this.#customerId, 'adGroups', adId);
    return this.#add(keywords, (keyword) => createKeyword(adGroup, keyword), idOf);
  }

  removeNegatives(ids: readonly string[]): Promise<Changed> {
    return this.#remove(
      ids,
      (id) => this.#negative(id),
      (remove, id) =>
        id.startsWith('adGroupCriteria/')
          ? { adGroupCriterionOperation: { remove } }
          : { campaignCriterionOperation: { remove } },
    );
  }

  removeKeywords(ids: readonly string[]): Promise<Changed> {
    return this.#remove(
      ids,
      (id) => this.#keyword(id),
      (remove) => ({ adGroupCriterionOperation: { remove } }),
    );
  }

  setStatus(ids: readonly string[], status: KeywordStatus): Promise<Changed> {
    const value = statusName(status);
    return this.#update(ids, 'status', value, (id) => ({
      adGroupCriterionOperation: { update: { resourceName: this.#keyword(id), status: value }, updateMask: 'status' },
    }));
  }

  async setBids(bids: readonly { id: string; cpcBid: string | null }[]): Promise<Changed> {
    const amounts = new Map(bids.map(({ id, cpcBid }) => [id, cpcBid === null ? null : microsOf(cpcBid)]));
    const value = (id: string) => amounts.get(id) ?? null;
    return this.#update([...amounts.keys()], 'cpcBidMicros', value, (id) => {
      const cpcBidMicros = value(id);
      const update = { resourceName: this.#keyword(id), ...(cpcBidMicros !== null && { cpcBidMicros }) };
      return { adGroupCriterionOperation: { update, updateMask: 'cpc_bid_micros' } };
    });
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
  ): Promise<Added> {
    const outcome = await this.#mutate(items.map(operation), !allOrNothing);
    const result: Added = { added: [], refused: [], wrote: wrote('create', outcome.resources) };
    for (const [place, { text, matchType }] of items.entries()) {
      const resource = outcome.resources[place] ?? null;
      if (resource !== null) result.added.push({ text, matchType, id: id(resource) });
      else result.refused.push({ text, matchType, ...refusal(outcome, place) });
    }
    return result;
  }

  /** What is gone already is accounted for too: an earlier try that was never answered may have removed it. */
  async #remove(
    ids: readonly string[],
    resource: (id: string) => string,
    operation: (resource: string, id: string) => MutateOperation,
  ): Promise<Changed> {
    const outcome = await this.#mutate(ids.map((id) => operation(resource(id), id)));
    const result: Changed = { changed: [], refused: [], wrote: [] };
    for (const [place, id] of ids.entries()) {
      const declined = outcome.resources[place] === null ? refusal(outcome, place) : null;
      if (declined === null || GONE.includes(declined.code)) result.changed.push(id);
      else result.refused.push({ id, ...declined });
    }
    result.wrote.push(...wrote('remove', result.changed.map(resource)));
    return result;
  }

  async #update(
    ids: readonly string[],
    field: string,
    value: string | ((id: string) => string | null),
    operation: (id: string) => MutateOperation,
  ): Promise<Changed> {
    const outcome = await this.#mutate(ids.map(operation));
    const result: Changed = { changed: [], refused: [], wrote: [] };
    for (const [place, id] of ids.entries()) {
      const resource = outcome.resources[place] ?? null;
      if (resource === null) {
        result.refused.push({ id, ...refusal(outcome, place) });
        continue;
      }
      const written: PlatformWrite = {
        resource,
        operation: 'update',
        field,
        value: typeof value === 'string' ? value : value(id),
      };
      result.changed.push(id);
      result.wrote.push(written);
    }
    return result;
  }

  async #mutate(operations: MutateOperation[], partialFailure = true): Promise<MutateOutcome> {
    if (operations.length === 0) return { resources: [], refusals: [] };
    if (operations.length > MAX_OPERATIONS) throw new RangeError('too many keywords for one request');
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
