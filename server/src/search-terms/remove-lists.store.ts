import { statement, type Transaction } from '../base/database.ts';
import { ALL_CAMPAIGNS } from './ranked-list.store.ts';

const removeAllLists = statement<[organizationId: number], never>(
  'delete from search_term_list where organization_id = $1',
);

/** Where a chunk stands among all of an organization. */
interface ChunkKey {
  campaign_id: number;
  days: number;
  last_cost: number;
  last_term_id: number;
}

const KEY = 'campaign_id, days, last_cost, last_term_id';
const FIRST_KEY: ChunkKey = { campaign_id: ALL_CAMPAIGNS, days: 0, last_cost: 0, last_term_id: 0 };
/** How many chunks one statement removes: it is over in a moment. */
const REMOVED_AT_ONCE = 10_000;

type KeyParameters = [campaignId: number, days: number, lastCost: number, lastTermId: number];

const nextPiece = statement<[organizationId: number, ...from: KeyParameters, skipped: number], ChunkKey>(`
  select ${KEY} from search_term_chunk where organization_id = $1 and (${KEY}) >= ($2, $3, $4, $5)
  order by ${KEY} offset $6 limit 1`);
const removePiece = statement<[organizationId: number, ...from: KeyParameters, ...before: KeyParameters], never>(`
  delete from search_term_chunk
  where organization_id = $1 and (${KEY}) >= ($2, $3, $4, $5) and (${KEY}) < ($6, $7, $8, $9)`);
const removeRest = statement<[organizationId: number, ...from: KeyParameters], never>(`
  delete from search_term_chunk where organization_id = $1 and (${KEY}) >= ($2, $3, $4, $5)`);

/** Drops what is kept ready of every list of the organization. */
export async function removeLists(transaction: Transaction, organizationId: number): Promise<void> {
  await transaction.execute(removeAllLists, organizationId);
  let from = valuesOf(FIRST_KEY);
  for (;;) {
    const next = await transaction.row(nextPiece, organizationId, ...from, REMOVED_AT_ONCE);
    if (!next) break;
    await transaction.execute(removePiece, organizationId, ...from, ...valuesOf(next));
    from = valuesOf(next);
  }
  await transaction.execute(removeRest, organizationId, ...from);
}

function valuesOf({ campaign_id, days, last_cost, last_term_id }: ChunkKey): KeyParameters {
  return [campaign_id, days, last_cost, last_term_id];
}
