import type { Tenancy } from '../../base/context.ts';
import { type CampaignRow, runningGrownFrom } from '../campaign.store.ts';
import { folded, keywordKey, type Worded } from '../keyword-text.ts';
import { servedTexts } from '../named-parts.store.ts';

/** What a campaign takes over from its source, which is what it has a keyword for: anything else nobody would serve. */
export async function takenOver(tenancy: Tenancy, { id, grown_from }: CampaignRow): Promise<Worded[]> {
  const excludes = grown_from?.excludes ?? [];
  const texts = excludes.map(({ text }) => text);
  const served = await servedTexts(tenancy, id, texts);
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
