import { LocalTime } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import { textAt } from '../json.ts';

/** The collections of resources a customer holds; each is also a segment of resource names. */
export type Kind =
  | 'campaignBudgets'
  | 'campaigns'
  | 'campaignCriteria'
  | 'campaignAssets'
  | 'adGroups'
  | 'adGroupAds'
  | 'adGroupCriteria'
  | 'assets';

/** Who made a change, as change events tell it. */
export interface Author {
  clientType: 'GOOGLE_ADS_API' | 'GOOGLE_ADS_WEB_CLIENT';
  userEmail: string;
}

/** One changed resource of one commit. */
export interface Change extends Author {
  at: number;
  index: number;
  kind: Kind;
  name: string;
  operation: 'CREATE' | 'UPDATE' | 'REMOVE';
  fields: string[];
  before: JsonObject;
  after: JsonObject;
  campaign: string;
  adGroup: string;
}

/** A state a resource took on, and when. */
export interface Version {
  at: number;
  resource: JsonObject;
}

/** What never changes about a customer. */
export interface AccountFacts {
  id: string;
  name: string;
  currency: string;
  timeZone: string;
  manager: boolean;
  parent?: string;
}

/** A customer with all its resources, in Google's REST shape, and every state they have had. */
export class Account {
  readonly facts: AccountFacts;
  readonly time: LocalTime;
  readonly changes: Change[] = [];
  readonly #resources = new Map<Kind, Map<string, JsonObject>>();
  readonly #identities = new Map<string, string>();
  readonly #history = new Map<string, Version[]>();

  constructor(facts: AccountFacts) {
    this.facts = facts;
    this.time = new LocalTime(facts.timeZone);
  }

  get id(): string {
    return this.facts.id;
  }

  get(name: string): JsonObject | undefined {
    return this.#resources.get(kindOf(name))?.get(name);
  }

  all(kind: Kind): Iterable<JsonObject> {
    return this.#resources.get(kind)?.values() ?? [];
  }

  history(name: string): readonly Version[] {
    return this.#history.get(name) ?? [];
  }

  /** The resource that holds an identity among those not removed. */
  holderOf(identity: string): string | undefined {
    return this.#identities.get(identity);
  }

  /** Applies a commit: the only way in, for live calls and for replay. */
  apply(at: number, resources: readonly JsonObject[], changes: readonly Change[]): void {
    for (const resource of resources) this.#put(at, resource);
    for (const change of changes) this.changes.push(change);
  }

  #put(at: number, resource: JsonObject): void {
    const name = textAt(resource, 'resourceName');
    const kind = kindOf(name);
    const collection = this.#resources.get(kind) ?? new Map<string, JsonObject>();
    this.#resources.set(kind, collection);
    const previous = collection.get(name);
    if (previous) this.#identities.delete(identityOf(previous));
    collection.set(name, resource);
    if (resource.status !== 'REMOVED') this.#identities.set(identityOf(resource), name);
    const versions = this.#history.get(name) ?? [];
    versions.push({ at, resource });
    this.#history.set(name, versions);
  }
}

/** The collection that a resource name belongs to. */
export function kindOf(name: string): Kind {
  const segment = name.split('/')[2];
  return KINDS.find((kind) => kind === segment) ?? 'assets';
}

/** What may exist only once among resources that are not removed: names, keywords, targets. */
export function identityOf(resource: JsonObject): string {
  const name = textAt(resource, 'resourceName');
  const kind = kindOf(name);
  const keyword = `${textAt(resource, 'keyword', 'matchType')}|${textAt(resource, 'keyword', 'text').toLowerCase()}`;
  switch (kind) {
    case 'campaigns':
      return `${kind}|${textAt(resource, 'name')}`;
    case 'campaignBudgets':
      return `${kind}|${textAt(resource, 'name') || name}`;
    case 'adGroups':
      return `${kind}|${textAt(resource, 'campaign')}|${textAt(resource, 'name')}`;
    case 'adGroupCriteria':
      return `${kind}|${textAt(resource, 'adGroup')}|${keyword}`;
    case 'campaignCriteria':
      return resource.keyword === undefined ? name : `${kind}|${textAt(resource, 'campaign')}|${keyword}`;
    case 'assets':
      return `${kind}|${JSON.stringify([resource.sitelinkAsset, resource.calloutAsset, resource.finalUrls])}`;
    default:
      return name;
  }
}

const KINDS: readonly Kind[] = [
  'campaignBudgets',
  'campaigns',
  'campaignCriteria',
  'campaignAssets',
  'adGroups',
  'adGroupAds',
  'adGroupCriteria',
  'assets',
];
