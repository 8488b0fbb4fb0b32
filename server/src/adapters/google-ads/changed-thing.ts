import type { ChangedThing } from '../../ports/ad-platform.ts';
import { at, isJson, textAt } from './json.ts';
import { idOf, localName } from './resource-names.ts';

/** What a change event is about, as far as it tells: of an update it only holds the fields that changed. */
export function changedThing(event: unknown): ChangedThing {
  const name = textAt(event, 'changeResourceName') ?? '';
  const resources = ['newResource', 'oldResource'].flatMap((side) => {
    const holder = at(event, side);
    return isJson(holder) ? Object.values(holder) : [];
  });
  const text = (...path: string[]) => resources.map((resource) => textAt(resource, ...path)).find(Boolean) ?? null;
  const has = (member: string) => resources.some((resource) => at(resource, member) !== undefined);
  switch (textAt(event, 'changeResourceType')) {
    case 'CAMPAIGN':
      return { kind: 'campaign', name: text('name'), knownAs: [] };
    case 'CAMPAIGN_BUDGET':
      return { kind: 'budget', name: null, knownAs: [] };
    case 'AD_GROUP':
      return { kind: 'ad', name: text('name'), knownAs: [idOf(name)] };
    case 'AD_GROUP_AD':
      return { kind: 'ad', name: null, knownAs: [groupOf(name)] };
    case 'AD_GROUP_CRITERION': {
      const isNegative = resources.some((resource) => at(resource, 'negative') === true);
      const kind = isNegative ? 'negative keyword' : 'keyword';
      return { kind, name: text('keyword', 'text'), knownAs: [idOf(name), localName(name)] };
    }
    case 'CAMPAIGN_CRITERION':
      if (has('keyword'))
        return { kind: 'negative keyword', name: text('keyword', 'text'), knownAs: [localName(name)] };
      return { kind: 'targeting', name: text('displayName'), knownAs: [localName(name)] };
    case 'ASSET':
    case 'CAMPAIGN_ASSET':
      return {
        kind: 'asset',
        name: text('sitelinkAsset', 'linkText') ?? text('calloutAsset', 'calloutText'),
        knownAs: [],
      };
    default:
      return { kind: 'other', name: null, knownAs: [] };
  }
}

/** The ad group of an ad, whose id begins with that of its group. */
function groupOf(name: string): string {
  return idOf(name).split('~')[0] ?? '';
}
