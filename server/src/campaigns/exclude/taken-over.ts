import type { Tenancy } from '../../base/context.ts';
import { type CampaignRow, runningGrownFrom } from '../campaign.store.ts';
import { folded, keywordKey, type Worded } from '../keyword-text.ts';
import { namedParts } from '../named-parts.store.ts';

/** What a campaign takes over from its source, which is what it has a keyword for: anything else nobody would serve. */
export async function takenOver(tenancy: Tenancy, { id, grown_from }: CampaignRow): Promise<Worded[]> {
  const excludes = grown_from?.excludes ?? [];
  const none = { ids: [], texts: [] };
  const named = { keywords: { ids: [], texts: excludes.map(({ text }) => text) }, negatives: none };
  const { keywords } = await namedParts(tenancy, id, named);
  const served = new Set(keywords.filter(({ state }) => state === 'enabled').map(({ text }) => folded(text)));
  return excludes.filter(({ text }) => served.has(folded(text)));
}

/** The names of the campaigns that serve what their source excludes, by the keyword, but for those that are stopped. */
export async function servedByGrown(
  tenancy: Tenancy,
  sourceId: number,
  stopped: ReadonlySet<number>,
): Promise<ReadonlyMap<string, string>> {
  const served = new Map<string, string>();
  for (const grown of await runningGrownFrom(tenancy, sourceId)) {
    if (stopped.has(grown.id)) continue;
    for (const one of await takenOver(tenancy, grown)) served.set(keywordKey(one), grown.name);
  }
  return served;
}
